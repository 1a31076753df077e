import { expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { createTestProject } from '../../testing/project.ts'

it.each<[string, number, (count: number) => string]>([
  ['end tags that close nothing, deep down', 10_000, (count) => '<span>'.repeat(count) + '</b>'.repeat(count)],
  ['crossed tags', 1_000, (count) => '<p><b><i>x</b></i></p>'.repeat(count)],
  ['repeated attributes', 10_000, (count) => `<p ${'a="1" a="2" '.repeat(count)}>x</p>`],
  ['broken quotes', 10_000, (count) => '<p title="a>'.repeat(count)],
  ['marks of pictures', 50_000, (count) => `<p title="${';base64,'.repeat(count)}">x</p>`],
  [
    'links to different places',
    5_000,
    (count) => Array.from({ length: count }, (_, at) => `<a href="/p${at}#x">x</a>`).join(''),
  ],
  ['braces', 100_000, (count) => `<p>${'{'.repeat(count)}</p>`],
  ['comments of dots', 10_000, (count) => '<!-- ... x -->'.repeat(count)],
  ['words', 20_000, (count) => `<p>${'rest of '.repeat(count)}</p><!-- ${'rest of '.repeat(count)} -->`],
  ['backslashes', 100_000, (count) => `<p>${'\\'.repeat(count)}</p>`],
  ['brackets', 50_000, (count) => `<p>${'[a]('.repeat(count)}</p>`],
  ['lines', 50_000, (count) => `<p>${'- a\n'.repeat(count)}</p>`],
])('%s take time in proportion to their number', async (_name, count, make) => {
  const prepare = (size: number) => {
    const project = createTestProject()
    const { root } = project.addPage('<p>One</p>')
    const html = make(size)
    return () => project.call('insertHtml', { parentId: root, html })
  }
  expect(await growthOf(prepare, count, { once: true })).toBeLessThan(LINEAR)
})
