import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { studioFiles } from './studio.ts'

let folder: string
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'atelier-studio-')), 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Studio</title>')
  writeFileSync(join(folder, 'assets', 'index-abc.js'), `// ${'x'.repeat(5000)}`)
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret')
  writeFileSync(join(folder, '.sources'), 'secret')
  writeFileSync(join(folder, 'assets', '.superseded.json'), '"secret"')
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

test('every path of the studio gets its page, under a policy that lets only own scripts run', async () => {
  for (const path of ['/', '/projects/1', '/setup?token=x']) {
    const answer = await studioFiles(folder).request(path)
    expect(await answer.text()).toContain('<title>Studio</title>')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
})

test('a hashed file is compressed and kept for ever; an unchanged page is not sent again', async () => {
  const files = studioFiles(folder)
  const script = await files.request('/assets/index-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect((await script.arrayBuffer()).byteLength).toBeLessThan(200)
  const page = await files.request('/')
  const again = await files.request('/', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('nothing outside the folder is served, and none of the build’s notes', async () => {
  for (const path of [
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/%00.txt',
    '/%zz',
    '/.sources',
    '/assets/.superseded.json',
  ]) {
    const files = studioFiles(folder).onError((_error, context) => context.text('refused', 404))
    const answer = await files.request(path)
    expect(await answer.text()).not.toContain('secret')
    expect(answer.status).toBe(404)
  }
})
