import { expect, it } from 'vitest'
import { createTestProject } from '../testing/project.ts'

const many = (text: string, count: number) => text.repeat(count)

it.each([
  ['end tags that close nothing, deep down', many('<span>', 10_000) + many('</b>', 10_000)],
  ['crossed tags', many('<p><b><i>x</b></i></p>', 1_000)],
  ['repeated attributes', `<p ${many('a="1" a="2" ', 10_000)}>x</p>`],
  ['broken quotes', many('<p title="a>', 10_000)],
  ['marks of pictures', `<p title="${many(';base64,', 50_000)}">x</p>`],
  ['links to different places', Array.from({ length: 5_000 }, (_, at) => `<a href="/p${at}#x">x</a>`).join('')],
  ['braces', `<p>${many('{', 100_000)}</p>`],
  ['comments of dots', many('<!-- ... x -->', 10_000)],
  ['words', `<p>${many('rest of ', 20_000)}</p><!-- ${many('rest of ', 20_000)} -->`],
  ['backslashes', `<p>${many('\\', 100_000)}</p>`],
  ['brackets', `<p>${many('[a](', 50_000)}</p>`],
  ['lines', `<p>${many('- a\n', 50_000)}</p>`],
])('%s take time in proportion to their number', async (_name, html) => {
  const project = createTestProject()
  const { root } = project.addPage('<p>One</p>')
  const begun = process.cpuUsage()
  await project.call('insertHtml', { parentId: root, html })
  const { user } = process.cpuUsage(begun)
  expect(user / 1000).toBeLessThan(2_000)
})
