import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { importInto, release } from '../../testing/importing.ts'
import { parseCss } from '../css/parse.ts'
import type { Item } from '../css/syntax.ts'

const require = createRequire(import.meta.url)
const fileOf = (name: string) => readFileSync(require.resolve(name), 'utf8')

const page =
  '<!doctype html><html><head><title>T</title><link rel="stylesheet" href="a.css"></head><body><p>x</p></body></html>'

/** Every declaration and at-rule without a block, in the order of the cascade, each with the blocks around it. */
function* partsOf(items: readonly Item[], around = ''): Generator<string> {
  for (const item of items) {
    if (item.kind === 'comment') continue
    if (item.kind !== 'style' && item.kind !== 'at') yield `${around} ${plain(item.text)}`
    else {
      const inside = `${around} ${item.kind === 'at' ? `@${item.name}` : ''} ${plain(item.prelude)} {`
      if (item.items.every(({ kind }) => kind === 'comment')) yield inside
      yield* partsOf(item.items, inside)
    }
  }
}
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const parts = (css: string) => [...partsOf(parseCss(css).items)]

/** Rules in the form in which Tailwind 2 writes its classes with their variants. */
function utilities(count: number): string {
  const sizes = ['', 'sm', 'md', 'lg', 'xl', '2xl']
  return sizes
    .map((size, width) => {
      const rules = Array.from({ length: count / sizes.length }, (_, at) => {
        const name = size === '' ? `p-${at}` : `${size}\\:p-${at}`
        return `.${name} {\n  padding: ${at / 4}rem\n}\n\n.group:hover .group-hover\\:${name} {\n  --tw-opacity: ${at % 2};\n  opacity: var(--tw-opacity)\n}`
      }).join('\n\n')
      return size === '' ? rules : `@media (min-width: ${640 + 128 * width}px) {\n${rules}\n}`
    })
    .join('\n\n')
}

test.each([
  ['Bulma', () => fileOf('bulma/css/bulma.css'), 5_000],
  ['Bootstrap', () => fileOf('bootstrap/dist/css/bootstrap.css'), 3_000],
  ['24,000 rules of utilities', () => utilities(12_000), 24_000],
])('%s is imported whole, and published in the same cascade', async (_, read, least) => {
  const css = read()
  const { project, take } = importInto()
  const { plan } = await take({ 'index.html': page, 'a.css': css })
  expect(plan.leftOut).toEqual([])
  const files = await release(project)
  const published = [...files].flatMap(([path, text]) => (path.endsWith('.css') ? [text] : []))
  const wanted = parts(css)
  expect(wanted.length).toBeGreaterThan(least)
  expect(parts(published.join('\n'))).toEqual(wanted)
})
