import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { withHistory } from '../../testing/history.ts'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'

const Node = Type.Object({ uid: Type.String(), parent: Type.String(), html: Type.String() })
const Read = Type.Object({
  data: Type.Object({
    html: Type.String(),
    css: Type.String(),
    changes: Type.Optional(
      Type.Object({
        since: Type.String(),
        added: Type.Array(Node),
        changed: Type.Array(Node),
        removed: Type.Array(Type.String()),
        rulesRemoved: Type.Number(),
        title: Type.Optional(Type.String()),
      }),
    ),
  }),
  revision: Type.String(),
  warnings: Type.Optional(Type.Array(Type.String())),
})

function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage(
    `<main><h1>Bread</h1><p>Since <b>1990</b></p></main><ul>${'<li>item</li>'.repeat(100)}</ul>`,
    { css: '.hero { top: 0 } main { left: 0 } @media print { main { color: red } p { color: blue } }' },
  )
  const { call, revision } = withHistory(project)
  const idOf = (tag: string) =>
    [...readTree(project.pages.get(pageId) ?? expect.fail()).walk()].find((node) => node.tag === tag)?.id ??
    expect.fail(`no ${tag}`)
  const done = async (name: string, input: unknown) => expect(await call(name, input), name).toMatchObject({ ok: true })
  const read = async (since?: string, maxChars?: number) => {
    const given = { ...(since === undefined ? {} : { since }), ...(maxChars === undefined ? {} : { maxChars }) }
    const result = await call('read_document', { document: { id: pageId }, ...given })
    return Value.Parse(Read, JSON.parse(JSON.stringify(result)))
  }
  return { pageId, root, call, done, idOf, read, revision }
}

test('nothing, if nothing changed', async () => {
  const { read } = setUp()
  const { revision } = await read()
  const { data } = await read(revision)
  expect(data).toMatchObject({ html: '', css: '' })
  expect(data.changes).toEqual({ since: revision, added: [], changed: [], removed: [], rulesRemoved: 0 })
})

test('new nodes whole and once, by the outermost, with the CSS that came with them', async () => {
  const { read, done, root, idOf } = setUp()
  const { revision } = await read()
  await done('insertHtml', {
    parentId: root,
    html: '<style>.card { top: 1px }</style><section class="card"><h2>One</h2></section>',
  })
  await done('insertHtml', { parentId: idOf('section'), html: '<em>Two</em>' })
  const { data, revision: later } = await read(revision)
  expect(data.css).toMatch(/^\.card\s*\{\s*top: 1px;?\s*\}\s*$/)
  expect(data.changes?.added).toEqual([
    { uid: idOf('section'), parent: root, html: expect.stringMatching(/^<section.*<h2.*One.*<em.*Two.*<\/section>$/) },
  ])
  expect(data.changes).toMatchObject({ changed: [], removed: [] })
  expect((await read(later)).data.changes?.added).toEqual([])
})

test('what was edited as it stands now: attributes, words, places; of what is long, its start', async () => {
  const { read, done, idOf, root } = setUp()
  const { revision } = await read()
  await done('updateNodeProps', { nodeId: idOf('h1'), patch: { id: 'top' } })
  await done('updateNodeProps', { nodeId: idOf('b'), patch: { text: '1989' } })
  await done('moveNode', { nodeId: idOf('p'), newParentId: root, newIndex: 0 })
  await done('assignClass', { nodeId: idOf('ul'), classId: 'hero' })
  const { changes } = (await read(revision)).data
  expect(changes?.changed.map(({ uid }) => uid).sort()).toEqual(['h1', 'b', 'p', 'ul'].map(idOf).sort())
  const shown = (tag: string) => changes?.changed.find(({ uid }) => uid === idOf(tag))
  expect(shown('h1')?.html).toContain('id="top"')
  expect(shown('b')?.html).toContain('1989')
  expect(shown('p')?.parent).toBe(root)
  expect(shown('ul')?.html).toMatch(/^<ul[^>]*class="hero"[^>]*><!-- 100 elements, as they stand --><\/ul>$/)
})

test('what is gone by its outermost node, and nothing of what came and went', async () => {
  const { read, done, idOf, root } = setUp()
  const { revision } = await read()
  const [main, list] = [idOf('main'), idOf('ul')]
  await done('deleteNode', { nodeId: idOf('b') })
  await done('deleteNode', { nodeId: main })
  await done('insertHtml', { parentId: root, html: '<i>short</i>' })
  await done('deleteNode', { nodeId: idOf('i') })
  const { changes } = (await read(revision)).data
  expect(changes).toMatchObject({ added: [], changed: [], removed: [main] })
  expect(changes?.removed).not.toContain(list)
})

test('the rules that were written, in what is around them, and how many are gone', async () => {
  const { read, done } = setUp()
  const { revision } = await read()
  await done('applyCss', { css: '@media print { main { color: green } }' })
  await done('removeCss', { selector: '.hero' })
  const { data } = await read(revision)
  expect(data.css).toMatch(/@media print/)
  expect(data.css).toContain('color: green')
  expect(data.css).not.toMatch(/left: 0|color: blue/)
  expect(data.changes?.rulesRemoved).toBe(1)
})

test('a new title', async () => {
  const { read, done, pageId } = setUp()
  const { revision } = await read()
  await done('renamePage', { pageId, title: 'Bakery' })
  expect((await read(revision)).data.changes).toMatchObject({ title: 'Bakery', added: [], changed: [] })
})

test('the whole document, and why, if the changes are not known or are too many', async () => {
  const { read, done, idOf, root } = setUp()
  const { revision } = await read()
  for (const since of ['yesterday', '1', '999.999']) {
    const { data, warnings } = await read(since)
    expect(data.html).toContain('Bread')
    expect(data.changes).toBeUndefined()
    expect(warnings?.join()).toMatch(/Here is the whole document/)
  }
  await done('insertHtml', { parentId: root, html: `<article>${'<p>many words</p>'.repeat(200)}</article>` })
  expect(idOf('article')).toBeTruthy()
  const { data, warnings } = await read(revision, 4_000)
  expect(data.html).not.toBe('')
  expect(warnings?.join()).toMatch(/Too much has changed/)
})
