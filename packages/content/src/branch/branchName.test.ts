import { describe, expect, it } from 'vitest'
import { newBranchName, readBranchName } from './branchName.ts'
import { branchHealth } from './health.ts'

describe('names of branches', () => {
  it('tell scope, target, locale and time, and come back as they were', () => {
    const name = newBranchName({ scope: 'content', target: 'blog-post', locale: 'pt-BR' }, 1_700_000_000_999, 'some id')
    expect(name).toMatch(/^cr\/content\/blog-post\/pt-BR\/1700000000-[0-9a-f]{4}$/)
    expect(readBranchName(name)).toMatchObject({
      scope: 'content',
      target: 'blog-post',
      locale: 'pt-BR',
      at: 1_700_000_000,
    })
    expect(readBranchName('cr/new/init/1700000000-00ff')).toEqual({
      scope: 'new',
      target: 'init',
      at: 1_700_000_000,
      tail: '00ff',
    })
    for (const id of ['a', 'b'])
      expect(newBranchName({ scope: 'new', target: 'init' }, 0, id)).toMatch(/^cr\/new\/init\/0-/)
  })

  it('are no other refs', () => {
    for (const name of [
      'main',
      'cr/other/post/1-0000',
      'cr/content/post',
      'cr/content/../1-0000',
      'cr/content/a..b/1-0000',
      'cr/content/a.lock/1-0000',
      'cr/content/-x/1-0000',
      'cr/content/post/1-00zz',
      'cr/content/post/en/more/1-0000',
      'cr/content/post/1-0000\n',
    ]) {
      expect([name, readBranchName(name)]).toEqual([name, undefined])
    }
  })
})

describe('health of branches', () => {
  it('warns from 50 open branches on and blocks from 80 on, or at the limits of the project', () => {
    const stateAt = (open: number, limits = {}) => branchHealth(open, limits).state
    expect([0, 49, 50, 79, 80, 200].map((open) => stateAt(open))).toEqual([
      'healthy',
      'healthy',
      'warn',
      'warn',
      'blocked',
      'blocked',
    ])
    expect([1, 2, 3].map((open) => stateAt(open, { branchWarnLimit: 2, branchBlockLimit: 3 }))).toEqual([
      'healthy',
      'warn',
      'blocked',
    ])
    expect(branchHealth(50)).toMatchObject({
      warnLimit: 50,
      blockLimit: 80,
      message: expect.stringContaining('50 branches are open'),
    })
  })
})
