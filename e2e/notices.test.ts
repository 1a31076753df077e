import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { noticesFile } from '../scripts/notices.ts'

// covers scripts

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** An app may have a package in another version than the rest. */
function versionOf(app: string, name: string): string {
  const folders = [join(root, 'apps', app), root].map((folder) => join(folder, 'node_modules', name, 'package.json'))
  return JSON.parse(readFileSync(folders.find(existsSync) ?? '', 'utf8')).version
}
/** Native programs, which stay in `node_modules` with their own licences, and the interface that Preact takes the place of. */
const notBundled = new Set(['@node-rs/argon2', 'esbuild', 'sharp', 'react', 'react-dom'])

describe.each(['server', 'studio', 'cli'])('the build of the %s', (app) => {
  const text = readFileSync(join(root, 'apps', app, 'dist', noticesFile), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps', app, 'package.json'), 'utf8'))

  test('names each package that it holds parts of, with its version', () => {
    const names = Object.keys(dependencies).filter((name) => !/^@atelier\//.test(name) && !notBundled.has(name))
    const missing = names
      .map((name) => `${name} ${versionOf(app, name)}`)
      .filter((line) => !text.includes(`\n${line}\nLicence: `))
    expect(missing).toEqual([])
  })

  test('holds the text of every licence, and none that asks for the source', () => {
    const licences = [...text.matchAll(/^Licence: (.*)$/gm)].map(([, licence = '']) => licence)
    expect(licences.length).toBeGreaterThan(app === 'cli' ? 0 : 20)
    expect(licences.filter((licence) => /GPL|MPL|not stated/.test(licence))).toEqual([])
    const without = [...text.matchAll(/^(\S+ \S+)\nLicence: .*\n\nThe package holds no licence text\.$/gm)]
    console.log(
      `${app}: ${licences.length} packages, without a licence file: ${without.map(([, name]) => name).join(', ')}`,
    )
  })
})
