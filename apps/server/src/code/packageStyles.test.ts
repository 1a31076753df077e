import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRegistry } from '../../testing/fakeRegistry.ts'
import { createPackageStyles } from './packageStyles.ts'
import { createPackages } from './packages.ts'

let dataDir: string
let registry: Awaited<ReturnType<typeof startRegistry>>

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atelier-styles-'))
  const large = Array.from({ length: 1_000_000 }, (_, i) => `.a${i} { top: ${i % 97}px }`).join('\n')
  expect(large.length).toBeGreaterThan(20_000_000)
  registry = await startRegistry([
    { name: 'fine', version: '1.2.3', files: { 'dist/fine.css': '.a { top: 0 }' } },
    { name: 'large', version: '1.0.0', files: { 'large.css': large } },
  ])
})
afterAll(() => {
  registry.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const packages = (maxBytes?: number) =>
  createPackages({
    dataDir,
    maxMs: 60_000,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      npm_config_registry: registry.url,
      npm_config_cache: join(dataDir, 'npm-cache'),
      npm_config_fetch_retries: '0',
    },
  })
const ask = (name: string, path: string) =>
  createPackageStyles(packages(), 'p1').stylesheet({ name, version: 'latest', path })

test('a stylesheet of a package is read with its version', async () => {
  expect(await ask('fine', 'dist/fine.css')).toEqual({ ok: true, version: '1.2.3', css: '.a { top: 0 }' })
})

test.each([
  ['of 20 MB', 'large', 'large.css', /larger than 1 MB/],
  ['of a package that is gone', 'nowhere', 'a.css', /no package nowhere/],
  ['that is gone', 'fine', 'dist/gone.css', /no file dist\/gone\.css/],
  ['outside of its package', 'fine', '../../package.json', /no file/],
])('a stylesheet %s is none, for that reason', async (_, name, path, why) => {
  expect(await ask(name, path)).toEqual({ ok: false, problem: expect.stringMatching(why) })
})

test('packages that are too large are refused, and nothing of them stays', async () => {
  const installed = await packages(1_000_000).install('p2', { large: '1.0.0' })
  expect(installed).toEqual({ ok: false, problem: expect.stringMatching(/more than 1 MB/) })
  expect(readdirSync(join(dataDir, 'projects', 'p2', 'packages'))).toEqual([])
})
