import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noticesOf } from './notices.ts'

const root = mkdtempSync(join(tmpdir(), 'atelier-notices-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, files: Record<string, string>) {
  mkdirSync(join(root, path), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, path, name), text)
}

test('each package of a bundle is named once, with its version, its licence and the licence text', () => {
  put('node_modules/@one/part/dist', {})
  put('node_modules/@one/part', {
    'package.json': '{ "name": "@one/part", "version": "1.2.3", "license": "MIT" }',
    LICENSE: 'You may use it.',
    'NOTICE.md': 'Made by One.',
    'README.md': 'not this',
  })
  // A folder inside a package may have a package.json that names nothing.
  put('node_modules/@one/part/dist/esm', { 'package.json': '{ "type": "module" }' })
  put('node_modules/two', { 'package.json': '{ "name": "two", "version": "4.0.0" }' })
  const text = noticesOf([
    join(root, 'src/main.ts'),
    join(root, 'node_modules/two/index.js?inline'),
    join(root, 'node_modules/@one/part/dist/esm/a.js'),
    `\0${join(root, 'node_modules/@one/part/b.js')}`,
  ])
  const line = '-'.repeat(80)
  expect(text).toBe(
    [
      'This build holds parts of 2 packages of others.\n',
      `${line}\n@one/part 1.2.3\nLicence: MIT\n\nYou may use it.\n\nMade by One.\n`,
      `${line}\ntwo 4.0.0\nLicence: not stated\n\nThe package holds no licence text.\n`,
    ].join('\n'),
  )
})
