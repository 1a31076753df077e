import { createOverlay, type Json, openLocal } from '@atelier/documents'
import { type PageTree, readTree } from '@atelier/site'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { afterDelete, ancestors, dropAt, isLayer, layerRows, moveStep, movesTo, stepFrom } from './rows.ts'

const html = `
  <header class="top"><a href="/">Home</a></header>
  <main>
    <section id="hero"><h1>Hello  there</h1><p>Some <b>bold</b> words</p><br></section>
    <section aria-label="Prices"></section>
  </main>
`

const lines = (tree: PageTree, open: readonly string[]) =>
  layerRows(tree, new Set(open)).map((row) => `${'  '.repeat(row.depth)}${row.title} (${row.kind})`)

test('a closed page is one line, and white space and line breaks in the source are none', () => {
  const { tree, id } = pageOf(html)
  expect(lines(tree, [])).toEqual(['Page (body)'])
  expect(lines(tree, [id('body'), id('main')])).toEqual([
    'Page (body)',
    '  .top (header)',
    '  main (main)',
    '    #hero (section)',
    '    Prices (section)',
  ])
})

test('an element that holds only text is one layer with that text as its title', () => {
  const { tree, id } = pageOf(html)
  const rows = layerRows(tree, new Set([id('body'), id('main'), id('section')]))
  expect(rows.find((row) => row.kind === 'h1')).toMatchObject({ title: 'Hello there', branch: false })
  expect(rows.find((row) => row.kind === 'p')).toMatchObject({ title: 'Some bold words', branch: true })
})

test('the lines follow the page as it is edited', () => {
  const local = openLocal(new Y.Doc())
  const edit = (...written: (readonly [key: string, value: Json])[]) => {
    const draft = createOverlay(local.view)
    for (const [key, value] of written) draft.set(key, value)
    local.apply(draft.patches())
  }
  const element = (tag: string, parent: string, order: string) => ({ kind: 'element', tag, at: [parent, order] })
  const text = (words: string, parent: string, order: string) => ({ kind: 'text', text: words, at: [parent, order] })
  edit(
    ['root', 'body'],
    ['body', element('body', '', 'a0')],
    ['p', element('p', 'body', 'a0')],
    ['words', text('One', 'p', 'a0')],
    ['space', text(' ', 'body', 'a1')],
  )
  const shown = () => lines(readTree(local.view), ['body', 'p'])
  expect(shown()).toEqual(['Page (body)', '  One (p)'])
  edit(['words/text', 'Two'], ['space/text', 'More'])
  expect(shown()).toEqual(['Page (body)', '  Two (p)', '  More (text)'])
  edit(['b', element('b', 'p', 'a1')])
  expect(shown()).toEqual(['Page (body)', '  Two (p)', '    Two (text)', '    b (b)', '  More (text)'])
  edit(['space/at', ['p', 'a2']], ['words/deleted', true])
  expect(shown()).toEqual(['Page (body)', '  More (p)', '    b (b)', '    More (text)'])
})

test('arrows walk siblings, to the parent and to the first child, past white space', () => {
  const { tree, id } = pageOf(html)
  expect(stepFrom(tree, id('header'), 'down')).toBe(id('main'))
  expect(stepFrom(tree, id('main'), 'down')).toBeUndefined()
  expect(stepFrom(tree, id('main'), 'child')).toBe(id('section'))
  expect(stepFrom(tree, id('h1'), 'parent')).toBe(id('section'))
  expect(stepFrom(tree, id('h1'), 'child')).toBeUndefined()
  expect(stepFrom(tree, id('body'), 'parent')).toBeUndefined()
})

test('after deleting, the next sibling is selected, else the one before, else the parent', () => {
  const { tree, id } = pageOf(html)
  expect(afterDelete(tree, id('header'))).toBe(id('main'))
  expect(afterDelete(tree, id('main'))).toBe(id('header'))
  expect(afterDelete(tree, id('a'))).toBe(id('header'))
})

test('a drop beside a row counts places without the dragged node, and never into itself', () => {
  const { tree, id } = pageOf(html)
  const [first, second] = [id('section'), id('section', 1)]
  expect(dropAt(tree, [first], second, 0.9)).toEqual({ parentId: id('main'), index: 1 })
  expect(dropAt(tree, [second], first, 0.1)).toEqual({ parentId: id('main'), index: 0 })
  expect(dropAt(tree, [id('header')], second, 0.5)).toEqual({ parentId: second, index: 0 })
  expect(dropAt(tree, [id('main')], id('h1'), 0.5)).toBeUndefined()
  expect(dropAt(tree, [id('body')], first, 0.1)).toBeUndefined()
  expect(dropAt(tree, [id('header')], id('br'), 0.5)?.parentId).toBe(first)
})

test('several nodes that are dropped end up side by side, in their order, wherever they came from', () => {
  const { tree, id } = pageOf('<main><i></i><b></b><u></u><s></s></main><aside><em></em></aside>')
  const [i, b, u, s, em] = ['i', 'b', 'u', 's', 'em'].map((tag) => id(tag))
  const main = id('main')
  const place = dropAt(tree, [i ?? '', em ?? ''], s ?? '', 0.1)
  expect(place).toEqual({ parentId: main, index: 2 })
  expect(movesTo(tree, [i ?? '', em ?? ''], { parentId: main, index: 2 })).toEqual([
    { nodeId: i, newParentId: main, newIndex: 2 },
    { nodeId: em, newParentId: main, newIndex: 3 },
  ])
  expect(movesTo(tree, [b ?? '', u ?? ''], { parentId: main, index: 0 }).map(({ newIndex }) => newIndex)).toEqual([
    0, 1,
  ])
  expect(movesTo(tree, [b ?? '', s ?? ''], { parentId: main, index: 2 }).map(({ newIndex }) => newIndex)).toEqual([
    2, 3,
  ])
})

test('the way to a node starts at the page', () => {
  const { tree, id } = pageOf(html)
  expect(ancestors(tree, id('h1'))).toEqual([id('body'), id('main'), id('section')])
})

test('a step by keyboard moves among siblings, out of the parent and into the sibling before', () => {
  const { tree, id } = pageOf(html)
  const [first, second] = [id('section'), id('section', 1)]
  expect(moveStep(tree, first, 'down')).toEqual({ parentId: id('main'), index: 1 })
  expect(moveStep(tree, first, 'up')).toBeUndefined()
  expect(moveStep(tree, second, 'up')).toEqual({ parentId: id('main'), index: 0 })
  expect(moveStep(tree, second, 'child')).toEqual({ parentId: first, index: layerCount(tree, first) })
  expect(moveStep(tree, first, 'parent')).toEqual({ parentId: id('body'), index: 2 })
  expect(moveStep(tree, id('main'), 'parent')).toBeUndefined()
  expect(moveStep(tree, id('body'), 'down')).toBeUndefined()
})

function layerCount(tree: PageTree, id: string): number {
  return tree.children(id).filter(isLayer).length
}

test('only the requested titles are computed', () => {
  const { tree, id } = pageOf('<p>Words</p>'.repeat(500))
  const named: string[] = []
  const rows = layerRows(tree, new Set([id('body')]), (node) => {
    named.push(node.id)
    return undefined
  })
  expect(rows).toHaveLength(501)
  expect(rows.slice(1, 4).map(({ title }) => title)).toEqual(['Words', 'Words', 'Words'])
  expect(named).toEqual(rows.slice(1, 4).map((row) => row.id))
})
