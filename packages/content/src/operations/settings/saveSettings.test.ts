import { describe, expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import { saveSettings } from './saveSettings.ts'

const blog = () =>
  createTestContent({
    models: [{ id: 'post', name: 'Post', kind: 'collection', domain: 'blog', i18n: true, fields: {} }],
    config: { stack: 'astro', domains: ['blog', 'shop'] },
  })

describe('saveSettings', () => {
  it('changes what is named, tells what that is, and is undone', async () => {
    const project = blog()
    const before = project.schema().config
    const input = { workflow: 'review' as const, domains: ['blog', 'news'], branchBlockLimit: 60, branchRetention: 0 }
    expect(await project.run(saveSettings, input)).toMatchObject({
      workflow: 'review',
      merged: true,
      settings: {
        stack: 'astro',
        domains: ['blog', 'news'],
        branchWarnLimit: 50,
        branchBlockLimit: 60,
        branchRetention: 0,
      },
      changed: ['workflow', 'domains', 'branchBlockLimit', 'branchRetention'],
      openBranches: 0,
    })
    expect(project.schema().config).toMatchObject(input)
    expect(project.undo()).toEqual([])
    expect(project.schema().config).toEqual(before)
  })

  it('takes a number back to its default, and only tells the settings without input', async () => {
    const project = blog()
    await project.run(saveSettings, { branchWarnLimit: 3 })
    expect(await project.run(saveSettings, {})).toMatchObject({ settings: { branchWarnLimit: 3 }, changed: [] })
    expect(await project.run(saveSettings, { branchWarnLimit: null })).toMatchObject({ changed: ['branchWarnLimit'] })
    expect(project.schema().config).not.toHaveProperty('branchWarnLimit')
  })

  it('refuses what does not fit together, and changes nothing then', async () => {
    const project = blog()
    const before = project.schema().config
    const refused = async (input: object) => await project.call(saveSettings, input)
    expect(await refused({ domains: ['shop'] })).toMatchObject({
      error: { code: 'domain_in_use', message: expect.stringContaining('post in blog') },
    })
    expect(await refused({ domains: ['blog', 'No domain'] })).toMatchObject({ error: { code: 'model_domain' } })
    expect(await refused({ stack: 'next', branchBlockLimit: 10 })).toMatchObject({ error: { code: 'limits' } })
    expect(await refused({ branchWarnLimit: 0 })).toMatchObject({ ok: false })
    expect(await refused({ workflow: 'none' })).toMatchObject({ ok: false })
    expect(project.schema().config).toEqual(before)
    expect(await createTestContent({ uninitialized: true }).call(saveSettings, {})).toMatchObject({
      error: { code: 'wrong_phase' },
    })
  })
})
