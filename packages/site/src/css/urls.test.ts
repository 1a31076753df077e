import { expect, it } from 'vitest'
import { cssUrls } from './urls.ts'

const found = (css: string) => [...cssUrls(css)].map(({ url, imported }) => (imported ? `@import ${url}` : url))

it.each([
  ['url(a.png) url( "b c.png" ) URL(d.png)', ['a.png', 'b c.png', 'd.png']],
  [String.raw`u\72l("a.png") url(b\20 c.png)`, ['a.png', 'b c.png']],
  [
    'image-set("a.png" 1x, "b.png" 2x) -webkit-image-set("c.png" 1x) image("d.png") src("e.woff2")',
    [...'abcd'].map((name) => `${name}.png`).concat('e.woff2'),
  ],
  [
    '@import "a.css" layer("x"); @import url(b.css); .a { content: "c.png" }',
    ['@import a.css', '@import x', '@import b.css'],
  ],
  ['image-set(calc("a.png") "b.png" 1x)', ['b.png']],
  ['.a { content: "a.png" } /* url(b.png) */ .b { width: calc(1px) }', []],
])('finds what %s loads', (css, urls) => {
  expect(found(css)).toEqual(urls)
})

it('returns the range of each token', () => {
  const css = '.a { background: url(a.png) } @import "b.css";'
  expect([...cssUrls(css)].map(({ start, end, token }) => [css.slice(start, end), token])).toEqual([
    ['url(a.png)', true],
    ['"b.css"', false],
  ])
})
