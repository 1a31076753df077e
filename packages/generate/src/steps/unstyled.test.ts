import { expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { mendClassesPrompt, rehearseBlueprint, rehearseSite, unstyledClasses, unstyledNotice } from '../index.ts'

const css =
  ':root { --ink: #000 }\n.card { color: var(--ink) }\n[class^="icon-"] { width: 1em }\n@media print { .card:hover .note { top: 0 } }'

test('a page with Tailwind’s classes is sent back once, with the classes that there are', () => {
  const html = `<section class="max-w-7xl mx-auto px-4 md:py-12 bg-gray-50"><div class="grid grid-cols-3 gap-8">
<p class="text-lg text-slate-700/80 font-semibold w-1/2 top-[3px] -mt-2 card icon-star note">x</p></div></section>`
  const found = unstyledClasses(html, css)
  expect(found.isBroken).toBe(true)
  expect(found.utilities).toEqual(found.names)
  expect(found.total - found.names.length).toBe(3)
  const prompt = mendClassesPrompt('about.html', found, css)
  expect(prompt).toMatch(/14 of its 17 classes/)
  expect(prompt).toContain('styles.css has .card .note. Its custom properties are --ink.')
  expect(unstyledNotice('about.html', found)).toContain('They look like those of Tailwind or Bootstrap.')
})

test('a page without styles is found too, and one with its own is not', () => {
  const names = Array.from({ length: 12 }, (_, i) => `part-${'abcdefghijkl'.charAt(i)}`)
  const html = names.map((name) => `<p class="${name}">x</p>`).join('')
  expect(unstyledClasses(html, css)).toMatchObject({ isBroken: true, utilities: [] })
  const own = `<style>${names.map((name) => `.${name} { top: 0 }`).join('')}</style>${html}`
  const found = unstyledClasses(own, css)
  expect(found).toMatchObject({ isBroken: false, names: [] })
  expect(mendClassesPrompt('about.html', found, css)).toBeUndefined()
  expect(unstyledNotice('about.html', found)).toBeUndefined()
})

test.each(['I bake in Porto.', 'A carpenter in Bristol', 'Yoga in Leeds', 'We build software', 'I walk dogs'])(
  'no page that is rehearsed for “%s” is taken for one without styles',
  (brief) => {
    const { 'styles.css': styles = '', ...files } = rehearseSite(rehearseBlueprint(brief))
    for (const [file, html] of Object.entries(files)) {
      const found = unstyledClasses(html, styles)
      expect(found.utilities, file).toEqual([])
      expect(found.isBroken, file).toBe(false)
    }
  },
)

test('many classes take time in proportion to their number', async () => {
  const page = (count: number) => Array.from({ length: count }, (_, i) => `<p class="px-${i} c${i}">x</p>`).join('')
  const prepare = (count: number) => {
    const html = page(count)
    return () => unstyledClasses(html, css)
  }
  expect(await growthOf(prepare, 12_000)).toBeLessThan(LINEAR)
})
