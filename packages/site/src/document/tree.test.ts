import { createMemoryView, createOverlay, type LocalDocument, openLocal } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { countIds, localPage } from '../../testing/localPage.ts'
import { printInnerHtml } from '../html/print.ts'
import { importPage } from '../import/page.ts'
import { deleteNode, moveNode, plantNodes, setAttribute, setText } from './edit.ts'
import { field } from './node.ts'
import { nodeAttribute, nodeAttributes, nodeNames, readTree, trackTree } from './tree.ts'

const newId = countIds()

/** Two tabs on one page, which meet when `sync` is called. */
function twoTabs(html: string) {
  const { local: first, root } = localPage(html, newId)
  const second = openLocal(new Y.Doc())
  const sync = () => {
    const [a, b] = [Y.encodeStateAsUpdate(first.doc), Y.encodeStateAsUpdate(second.doc)]
    Y.applyUpdate(first.doc, b)
    Y.applyUpdate(second.doc, a)
  }
  sync()
  return { first, second, root, sync }
}

function edit(tab: LocalDocument, body: (draft: ReturnType<typeof createOverlay>) => unknown) {
  const draft = createOverlay(tab.view)
  body(draft)
  tab.apply(draft.patches())
}

const html = (tab: LocalDocument) => {
  const tree = readTree(tab.view)
  return printInnerHtml(tree, tree.root)
}
const find = (tab: LocalDocument, tag: string) =>
  [...readTree(tab.view).walk()].find((node) => node.tag === tag)?.id ?? ''

describe('two people on one page', () => {
  it('see one tree when each moves the other’s parent into its own child', () => {
    const { first, second, sync } = twoTabs('<section><p>1</p></section><article><b>2</b></article>')
    const [section, article] = [find(first, 'section'), find(first, 'article')]
    edit(first, (draft) => moveNode(draft, readTree(draft), section, article, 0))
    edit(second, (draft) => moveNode(draft, readTree(draft), article, section, 0))
    sync()
    expect(html(first)).toBe(html(second))
    // The node with the smaller id, which was made first, is at the root; nothing is lost.
    expect(html(first)).toBe('<section><article><b>2</b></article><p>1</p></section>')
  })
  it('merge attributes, classes and text of one element', () => {
    const { first, second, sync } = twoTabs('<a class="x" href="/">Go</a>')
    const id = find(first, 'a')
    const node = (tab: LocalDocument) => readTree(tab.view).node(id) ?? expect.fail()
    edit(first, (draft) => setAttribute(draft, node(first), 'class', 'x y'))
    edit(second, (draft) => setAttribute(draft, node(second), 'class', 'z'))
    edit(first, (draft) => setAttribute(draft, node(first), 'href', '/a'))
    edit(second, (draft) => setText(draft, readTree(draft), node(second), 'Now', newId))
    sync()
    expect(html(first)).toBe('<a class="y z" href="/a">Now</a>')
    expect(html(second)).toBe(html(first))
  })
  it('both keep what they inserted at one place, and it can be inserted between', () => {
    const { first, second, root, sync } = twoTabs('<i></i>')
    const put = (tab: LocalDocument, tag: string, index: number) =>
      edit(tab, (draft) => plantNodes(draft, readTree(draft), root, index, [{ kind: 'element', tag }], newId))
    put(first, 'a', 1)
    put(second, 'b', 1)
    sync()
    expect(html(first)).toBe('<i></i><a></a><b></b>')
    put(second, 'u', 2)
    sync()
    expect(html(first)).toBe('<i></i><a></a><u></u><b></b>')
  })
  it('keep a deleted node’s edits for the one who takes the deletion back', () => {
    const { first, second, sync } = twoTabs('<section><p>1</p></section>')
    edit(first, (draft) => deleteNode(draft, find(first, 'section')))
    const p = readTree(second.view).node(find(second, 'p')) ?? expect.fail()
    edit(second, (draft) => setText(draft, readTree(draft), p, '2', newId))
    sync()
    expect(html(first)).toBe('')
    first.apply([{ key: field.deleted(p.parent) }])
    sync()
    expect(html(second)).toBe('<section><p>2</p></section>')
  })

  it('see the same whole tree after any moves and deletions made apart', () => {
    const step = fc.record({
      tab: fc.boolean(),
      node: fc.nat(9),
      parent: fc.nat(10),
      index: fc.nat(3),
      kind: fc.constantFrom('move', 'move', 'move', 'delete', 'sync'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { first, second, root, sync } = twoTabs(
          '<a></a><b></b><i></i><u></u><s></s><p></p><em></em><q></q><kbd></kbd><h1></h1>',
        )
        const ids = readTree(first.view)
          .children(root)
          .map(({ id }) => id)
        for (const { tab, node, parent, index, kind } of steps) {
          if (kind === 'sync') sync()
          else {
            edit(tab ? first : second, (draft) => {
              const tree = readTree(draft)
              const id = ids[node] ?? ''
              if (!tree.node(id)) return
              if (kind === 'delete') deleteNode(draft, id)
              else moveNode(draft, tree, id, ids[parent] ?? root, index)
            })
          }
        }
        sync()
        expect(html(first)).toBe(html(second))
        const tree = readTree(first.view)
        const shown = [...tree.walk()].map(({ id }) => id)
        expect(new Set(shown).size).toBe(shown.length)
        for (const id of ids) {
          const hidden = [...ancestors(id, (each) => tree.anyNode(each)?.parent)].some(
            (each) => tree.anyNode(each)?.deleted,
          )
          expect(shown.includes(id)).toBe(!hidden)
        }
      }),
      { numRuns: numRuns(60, 400) },
    )
  })
})

function* ancestors(id: string, parent: (id: string) => string | undefined): Generator<string> {
  for (let at: string | undefined = id, steps = 0; at; at = parent(at), steps += 1) {
    if (steps > 100) throw new Error('a cycle is left')
    yield at
  }
}

describe('readTree', () => {
  it('shows a node whose parent is missing under the body', () => {
    const page = createMemoryView()
    const { rootNodeId } = importPage(createMemoryView(), page, { html: '<p>x</p>', newId })
    page.set('zzzzzzzzzz', { kind: 'element', tag: 'b', at: ['gone', 'a1'] })
    page.set('yyyyyyyyyy', { kind: 'nonsense' })
    const tree = readTree(page)
    expect(printInnerHtml(tree, rootNodeId)).toBe('<p>x</p><b></b>')
  })
  it('is the same tree when it is followed change by change', () => {
    const { first, root } = twoTabs('<section class="a"><p>1</p></section>')
    const tracked = trackTree(first.view)
    first.observe((patches) => tracked.update(patches.map(({ key }) => key)))
    const same = () => {
      const [one, other] = [tracked.tree(), readTree(first.view)]
      expect(printInnerHtml(one, root)).toBe(printInnerHtml(other, root))
      return printInnerHtml(one, root)
    }
    expect(same()).toBe('<section class="a"><p>1</p></section>')
    const section = find(first, 'section')
    edit(first, (draft) => plantNodes(draft, readTree(draft), section, 0, [{ kind: 'element', tag: 'i' }], newId))
    edit(first, (draft) => setAttribute(draft, readTree(draft).node(section) ?? expect.fail(), 'class', 'b'))
    expect(same()).toBe('<section class="b"><i></i><p>1</p></section>')
    edit(first, (draft) => deleteNode(draft, find(first, 'i')))
    expect(same()).toBe('<section class="b"><p>1</p></section>')
    first.apply([{ key: field.class(section, 'a') }, { key: field.class(section, 'b') }])
    expect(same()).toBe('<section class="a"><p>1</p></section>')
  })
  it('finds by name what a walk finds, in drafts and after edits of two tabs', () => {
    const { first, second, root, sync } = twoTabs(
      '<p id="a">1</p><a name="b" id="c">2</a><i name="b">3</i><u id="a">4</u>',
    )
    const names = ['a', 'b', 'c', 'd', 'missing']
    const named = (view: LocalDocument['view']) => {
      const tree = readTree(view)
      return names.map((name) => [...tree.named(name)].map(({ id }) => id).sort())
    }
    const walked = (view: LocalDocument['view']) => {
      const nodes = [...readTree(view).walk()]
      return names.map((name) => nodes.filter((each) => nodeNames(each).includes(name)).map(({ id }) => id))
    }
    const same = (view: LocalDocument['view']) => expect(named(view)).toEqual(walked(view).map((ids) => ids.sort()))
    same(first.view)
    expect(named(first.view).map((ids) => ids.length)).toEqual([2, 1, 1, 0, 0])
    const nodeOf = (view: LocalDocument['view'], tag: string) =>
      [...readTree(view).walk()].find((node) => node.tag === tag) ?? expect.fail(tag)
    edit(first, (draft) => {
      setAttribute(draft, nodeOf(draft, 'p'), 'id', 'd')
      same(draft)
      setAttribute(draft, nodeOf(draft, 'p'), 'id', 'a')
      same(draft)
      deleteNode(draft, find(first, 'u'))
      same(draft)
      const section = { kind: 'element', tag: 'section', attrs: [['id', 'd']] } as const
      plantNodes(draft, readTree(draft), root, 0, [section], newId)
      same(draft)
    })
    edit(second, (draft) => setAttribute(draft, nodeOf(draft, 'a'), 'id', null))
    edit(second, (draft) => moveNode(draft, readTree(draft), find(second, 'a'), find(second, 'i'), 0))
    sync()
    for (const { view } of [first, second]) same(view)
    expect(named(second.view).map((ids) => ids.length)).toEqual([1, 1, 0, 1, 0])
  })
  it('keeps classes in the order in which they were written', () => {
    const { first, second, sync } = twoTabs('<a class="b  m z">x</a>')
    const id = find(first, 'a')
    const nodeOf = (view: LocalDocument['view']) => readTree(view).node(id) ?? expect.fail()
    const write = (tab: LocalDocument, text: string) =>
      edit(tab, (draft) => setAttribute(draft, nodeOf(draft), 'class', text === '' ? null : text))
    const now = (tab: LocalDocument) => nodeAttribute(nodeOf(tab.view), 'class')
    for (const text of ['a b m z', 'a m b z', 'z b', 'q z x b y', 'y x b', '', 'n', 'm b z']) {
      write(first, text)
      expect(now(first)).toBe(text === '' ? undefined : text)
    }
    sync()
    // Both add a class at the start, one adds another at the end, and one removes a class.
    write(first, 'f m b z e')
    write(second, 's b z')
    sync()
    expect(now(second)).toBe(now(first))
    expect(now(first)).toBe('f s b z e')
    // Classes written before classes had an order come after the others, by name, until their place is written.
    first.apply([
      { key: field.class(id, 'old2'), after: true },
      { key: field.class(id, 'old1'), after: true },
    ])
    expect(now(first)).toBe('f s b z e old1 old2')
    write(first, 'new f b old1 old2')
    expect(now(first)).toBe('new f b old1 old2')
    write(first, 'new old2 f b old1')
    expect(now(first)).toBe('new old2 f b old1')
  })
  it('writes no class whose place stays', () => {
    const { first } = twoTabs('<a class="a b">x</a>')
    const node = () => readTree(first.view).node(find(first, 'a')) ?? expect.fail()
    const written: string[] = []
    first.observe((patches) => written.push(...patches.map(({ key }) => key.slice(key.indexOf('/') + 1))))
    edit(first, (draft) => setAttribute(draft, node(), 'class', 'b x a'))
    expect(written).toHaveLength(2)
    edit(first, (draft) => setAttribute(draft, node(), 'class', 'b x a'))
    expect(written).toHaveLength(2)
  })
  it('keeps attributes in authored order and the authored spacing of classes', () => {
    const { first } = twoTabs('<a id="i" class=" x  y " href="/">x</a>')
    const node = () => readTree(first.view).node(find(first, 'a')) ?? expect.fail()
    edit(first, (draft) => setAttribute(draft, node(), 'href', '/b'))
    edit(first, (draft) => setAttribute(draft, node(), 'title', 't'))
    expect(nodeAttributes(node())).toEqual([
      ['id', 'i'],
      ['class', ' x  y '],
      ['href', '/b'],
      ['title', 't'],
    ])
    edit(first, (draft) => setAttribute(draft, node(), 'id', null))
    edit(first, (draft) => setAttribute(draft, node(), 'class', null))
    expect(nodeAttributes(node())).toEqual([
      ['href', '/b'],
      ['title', 't'],
    ])
  })
})
