import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const studio = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(studio, path), 'utf8')
const defined = new Set([...read('ui/utilities.css').matchAll(/^\.([\w-]+)/gm)].map(([, name = '']) => name))
const others = new Set([...read('ui/base.css').matchAll(/^\s*\.([\w-]+)/gm)].map(([, name = '']) => name))
const files = globSync(['**/*.tsx', '**/*.module.css'], { cwd: studio })

/** The shared classes that a file names: in `composes`, or as the whole text of a `className`. */
function sharedClasses(path: string): string[] {
  const text = read(path)
  const lists = path.endsWith('.css')
    ? [...text.matchAll(/composes:([^;]+) from global;/g)]
    : [...text.matchAll(/className="([^"]*)"/g), ...text.matchAll(/className=\{cx\('([^']*)'/g)]
  return lists.flatMap(([, names = '']) => names.trim().split(/\s+/))
}

test('a shared class that is named exists, and each is named somewhere', () => {
  const named = new Set(files.flatMap(sharedClasses))
  expect([...named].filter((name) => !defined.has(name) && !others.has(name))).toEqual([])
  const everything = files.map(read).join('\n')
  expect([...defined].filter((name) => !named.has(name) && !everything.includes(`'${name}'`))).toEqual([])
})
