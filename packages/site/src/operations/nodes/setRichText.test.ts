import { expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'
import { printRuns, treeRuns } from '../../text/run.ts'
import { setRichText } from './setRichText.ts'
import { setTexts } from './setTexts.ts'

function setUp(html: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html)
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((each) => each.tag === tag)?.id ?? expect.fail(tag)
  return {
    ...project,
    root,
    idOf,
    tree,
    html: () => printInnerHtml(tree(), root),
    rich: (id: string) => printRuns(treeRuns(tree(), id)),
    keys: () => [...(project.written().get(pageId) ?? [])].map(({ key }) => key).sort(),
  }
}

test('formats a word: what did not change is not written', async () => {
  const { run, idOf, html, keys, tree } = setUp('<p>One two <em class="x">three</em> four</p>')
  const [p, em] = [idOf('p'), idOf('em')]
  const [text] = tree().children(p)
  const result = await run(setRichText, {
    nodeId: p,
    html: `One <strong>two</strong> <em uid="${em}" class="x">three</em> four`,
  })
  expect(result).toMatchObject({ ok: true, data: { nodeId: p, merged: false, nodeIds: [] } })
  expect(html()).toBe('<p>One <strong>two</strong> <em class="x">three</em> four</p>')
  expect(idOf('em')).toBe(em)
  expect(keys()).toContain(`${text?.id}/text`)
  expect(keys().filter((key) => key.includes('/'))).toEqual([`${text?.id}/text`])
})

test('keeps pictures and icons with only their uid', async () => {
  const { run, idOf, html } = setUp(
    '<p>a <img src="/x.png" alt="X"> b <svg viewBox="0 0 1 1"><path d="M0 0"></path></svg></p>',
  )
  const [p, img, svg] = [idOf('p'), idOf('img'), idOf('svg')]
  const before = html()
  await run(setRichText, { nodeId: p, html: `a! <img uid="${img}"> b <svg uid="${svg}"></svg>` })
  expect(html()).toBe(before.replace('<p>a ', '<p>a! '))
  expect([idOf('img'), idOf('svg')]).toEqual([img, svg])
})

test('makes a heading, a list and a next paragraph', async () => {
  const { run, idOf, html } = setUp('<p class="lead">Title</p>')
  const id = idOf('p')
  await run(setRichText, { nodeId: id, html: `<h2 uid="${id}" class="lead">Title</h2>` })
  expect(html()).toBe('<h2 class="lead">Title</h2>')
  const split = await run(setRichText, { nodeId: id, html: `<h2 uid="${id}" class="lead">Ti</h2><p>tle <b>x</b></p>` })
  expect(html()).toBe('<h2 class="lead">Ti</h2><p>tle <b>x</b></p>')
  const next = split.ok ? (split.data?.nodeIds[0] ?? '') : ''
  await run(setRichText, { nodeId: next, html: `<ul uid="${next}"><li>tle</li></ul>` })
  expect(html()).toBe('<h2 class="lead">Ti</h2><ul><li>tle</li></ul>')
})

test('an element that is sent itself without content is empty, whatever attributes it has', async () => {
  for (const attribute of ['', ' class="x"']) {
    const { run, idOf, html } = setUp(`<p${attribute}>## </p>`)
    const id = idOf('p')
    await run(setRichText, { nodeId: id, html: `<p uid="${id}"${attribute}></p><p${attribute}>## </p>` })
    expect(html()).toBe(`<p${attribute}></p><p${attribute}>## </p>`)
    await run(setRichText, { nodeId: id, html: `<h2 uid="${id}"${attribute}></h2>` })
    expect(html()).toBe(`<h2${attribute}></h2><p${attribute}>## </p>`)
  }
  const { run, idOf, html } = setUp('<ul><li>one</li></ul>')
  await run(setRichText, { nodeId: idOf('ul'), html: `<p uid="${idOf('ul')}"></p>` })
  expect(html()).toBe('<p></p>')
})

test('refuses what is no text, and changes nothing', async () => {
  const { call, idOf, html } = setUp('<p>One</p><img src="/x.png" alt=""><textarea>x</textarea>')
  const p = idOf('p')
  const before = html()
  for (const [nodeId, sent, code] of [
    [p, '<div>x</div>', 'misplaced'],
    [p, '<strong><details>x</details></strong>', 'misplaced'],
    [p, 'x <img src="/x.png" alt="">', 'not_text'],
    [p, `<p uid="${p}">x</p><table></table>`, 'not_text'],
    [p, `<p uid="${p}">x</p>words`, 'not_text'],
    [p, '<style>p { top: 0 }</style>', 'not_text'],
    [idOf('img'), 'x', 'misplaced'],
    [idOf('textarea'), 'x', 'misplaced'],
  ]) {
    expect.soft(await call('setRichText', { nodeId, html: sent }), sent).toMatchObject({ ok: false, error: { code } })
  }
  const result = await call('setRichText', { nodeId: p, html: 'a<script>x()</script><a href="javascript:x()">b</a>' })
  expect(result).toMatchObject({
    ok: true,
    data: { refused: [{ what: '<script> x()' }, { why: 'the URL is a script' }] },
  })
  expect(html()).toBe(before.replace('One', 'a<a>b</a>'))
})

test('merges with what another user has written since, or says that it cannot', async () => {
  const { run, call, idOf, html, rich } = setUp('<p>A red <b>car</b> stands here</p>')
  const p = idOf('p')
  const base = rich(p)
  await run(setRichText, { nodeId: p, html: base.replace('here', 'there') })
  const mine = base.replace('red', '<em>red</em>')
  expect(await run(setRichText, { nodeId: p, html: mine, base })).toMatchObject({ ok: true, data: { merged: true } })
  expect(html()).toBe('<p>A <em>red</em> <b>car</b> stands there</p>')

  const conflict = await call('setRichText', { nodeId: p, html: base.replace('here', 'elsewhere'), base })
  expect(conflict).toMatchObject({ ok: false, error: { code: 'text_conflict', received: rich(p) } })
  expect(html()).toBe('<p>A <em>red</em> <b>car</b> stands there</p>')
})

test('setTexts merges the same way', async () => {
  const { run, call, idOf, html } = setUp('<p>one two three</p>')
  const nodeId = idOf('p')
  await run(setTexts, { texts: [{ nodeId, text: 'one two 3' }] })
  await run(setTexts, { texts: [{ nodeId, text: '1 two three', base: 'one two three' }] })
  expect(html()).toBe('<p>1 two 3</p>')
  const texts = [{ nodeId, text: 'uno two three', base: 'one two three' }]
  expect(await call('setTexts', { texts })).toMatchObject({
    ok: false,
    error: { code: 'text_conflict', path: '/texts/0/text', received: '1 two 3' },
  })
})
