import { createOverlay, openLocal } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { countIds, localPage } from '../../testing/localPage.ts'
import { parseHtml } from '../html/parse.ts'
import { printInnerHtml } from '../html/print.ts'
import { deleteNode, setAttribute, setText } from './edit.ts'
import { replaceChildren } from './replace.ts'
import { readTree } from './tree.ts'

const newId = countIds()

function pageWith(html: string) {
  const { local, root } = localPage(html, newId)
  const tree = () => readTree(local.view)
  const html_ = () => printInnerHtml(tree(), root)
  const withUids = () => printInnerHtml(tree(), root, { uid: true })
  const idOf = (tag: string) => [...tree().walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
  /** The replacement of the body's content; returns the patches that this took. */
  function replace(source: string) {
    const change = createOverlay(local.view)
    const body = tree().node(root) ?? expect.fail()
    const parsed = parseHtml(source, { isNode: (uid) => tree().anyNode(uid) !== undefined })
    const replaced = replaceChildren(change, tree(), body, parsed.nodes, newId)
    const patches = change.patches()
    local.apply(patches)
    return { ...replaced, patches }
  }
  return { local, root, html: html_, withUids, idOf, replace }
}

describe('new content of a node', () => {
  it('writes nothing if it is what was there', () => {
    const { withUids, replace } = pageWith(
      '<section class="a b">\n <h2 id="x">Hi</h2> and <!-- c --> <p>1 &amp; 2</p></section>',
    )
    expect(replace(withUids())).toMatchObject({ patches: [], keptCount: 3, deletedCount: 0 })
  })

  it('changes only what is different', () => {
    const { withUids, replace, html, idOf } = pageWith('<section><h2>Hi</h2><p>One</p></section>')
    const [heading, paragraph] = [idOf('h2'), idOf('p')]
    const { patches } = replace(withUids().replace('>Hi<', ' class="big">Hello<'))
    expect(html()).toBe('<section><h2 class="big">Hello</h2><p>One</p></section>')
    expect(patches).toHaveLength(2)
    expect([idOf('h2'), idOf('p')]).toEqual([heading, paragraph])
  })

  it('keeps nodes that change their order, their parent or their tag', () => {
    const { replace, html, idOf } = pageWith('<ul><li>1</li><li><b>2</b></li></ul><i>3</i><u>4</u>')
    const [list, bold, italic, under] = [idOf('ul'), idOf('b'), idOf('i'), idOf('u')]
    const source = `<u uid="${under}">4</u><b uid="${bold}"><ol uid="${list}"></ol></b><div><i uid="${italic}">3</i></div>`
    expect(replace(source)).toMatchObject({ keptCount: 4, deletedCount: 2 })
    expect(html()).toBe('<u>4</u><b><ol></ol></b><div><i>3</i></div>')
    expect([idOf('ol'), idOf('b'), idOf('i'), idOf('u')]).toEqual([list, bold, italic, under])
  })

  it('keeps attributes in the order in which they are written, in one patch, until they come back to their own', () => {
    const { replace, html, idOf } = pageWith('<a class="x y" href="/" id="go">Go</a>')
    const uid = `uid="${idOf('a')}"`
    const write = (attributes: string) => replace(`<a ${uid} ${attributes}>Go</a>`).patches.length
    expect(write('id="go" class="x y" href="/"')).toBe(1)
    expect(html()).toBe('<a id="go" class="x y" href="/">Go</a>')
    expect(write('id="go" class="x y" href="/"')).toBe(0)
    // An attribute that is only added goes behind those that are there.
    expect(write('title="t" id="go" class="x y" href="/"')).toBe(1)
    expect(html()).toBe('<a id="go" class="x y" href="/" title="t">Go</a>')
    expect(write('title="t" href="/a" id="go"')).toBe(4)
    expect(html()).toBe('<a title="t" href="/a" id="go">Go</a>')
    expect(write('href="/a" id="go" title="t"')).toBe(1)
    expect(html()).toBe('<a href="/a" id="go" title="t">Go</a>')
  })

  it('stores no order where it is that in which the attributes came', () => {
    const { local, replace, idOf } = pageWith('<a href="/" id="go">Go</a>')
    const id = idOf('a')
    replace(`<a uid="${id}" id="go" href="/">Go</a>`)
    expect(local.view.get(`${id}/attributes`)).toEqual(['id', 'href'])
    replace(`<a uid="${id}" href="/" id="go">Go</a>`)
    expect(local.view.has(`${id}/attributes`)).toBe(false)
  })

  it('lets one user order attributes while another one adds and removes some', () => {
    const { local, replace, html, idOf } = pageWith('<a href="/" id="go" title="t">Go</a>')
    const id = idOf('a')
    const other = openLocal(new Y.Doc())
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(local.doc))
    const edit = createOverlay(other.view)
    const node = readTree(edit).node(id) ?? expect.fail()
    setAttribute(edit, node, 'rel', 'next')
    setAttribute(edit, node, 'id', null)
    other.apply(edit.patches())
    replace(`<a uid="${id}" title="t" id="go" href="/">Go</a>`)
    Y.applyUpdate(local.doc, Y.encodeStateAsUpdate(other.doc))
    expect(html()).toBe('<a title="t" href="/" rel="next">Go</a>')
  })

  it('makes new nodes if a uid stands twice, or on another kind of markup', () => {
    const { replace, html, idOf } = pageWith('<p>1</p><svg><a>2</a></svg>')
    const [paragraph, link] = [idOf('p'), idOf('a')]
    const source = `<p uid="${paragraph}">1</p><p uid="${paragraph}">1</p><a uid="${link}">2</a>`
    expect(replace(source)).toMatchObject({ keptCount: 0 })
    expect(html()).toBe('<p>1</p><p>1</p><a>2</a>')
    expect(idOf('p')).not.toBe(paragraph)
  })

  it('lets an edit that another user makes meanwhile stand', () => {
    const { local, replace, html, withUids, idOf } = pageWith('<section><h2>Hi</h2><p>One</p></section>')
    const other = openLocal(new Y.Doc())
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(local.doc))
    const edit = createOverlay(other.view)
    const tree = readTree(edit)
    setText(edit, tree, tree.node(idOf('p')) ?? expect.fail(), 'Mine', newId)
    other.apply(edit.patches())
    replace(withUids().replace('<h2', '<hr><h2').replace('>Hi<', '>Hello<'))
    Y.applyUpdate(local.doc, Y.encodeStateAsUpdate(other.doc))
    expect(html()).toBe('<section><hr><h2>Hello</h2><p>Mine</p></section>')
  })

  it('is read as it was written, whatever is moved, made and left out, with every named node kept', () => {
    interface Shape {
      pick: number
      text: string
      children: Shape[]
    }
    const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
      shape: fc.record({
        // The index of the old element that it names; an index past the last one makes a new element.
        pick: fc.nat(12),
        text: fc.constantFrom('', 'x', 'y', '\n'),
        children: fc.oneof({ maxDepth: 3 }, fc.constant<Shape[]>([]), fc.array(tie('shape'), { maxLength: 3 })),
      }),
    }))
    fc.assert(
      fc.property(fc.array(fc.array(shape, { maxLength: 4 }), { maxLength: 4 }), (rounds) => {
        const page = pageWith('<div>x<div><div></div>y</div></div><div></div>\n<div><div>x</div><div>y</div></div>')
        for (const round of rounds) {
          const before = [...readTree(page.local.view).walk(page.root)].filter(({ tag }) => tag === 'div')
          const used = new Map<string, number>()
          const write = ({ pick, text, children }: Shape): string => {
            const uid = before[pick]?.id
            if (uid !== undefined) used.set(uid, (used.get(uid) ?? 0) + 1)
            return `${text}<div${uid === undefined ? '' : ` uid="${uid}"`}>${children.map(write).join('')}${text}</div>`
          }
          const source = round.map(write).join('')
          page.replace(source)
          expect(page.html()).toBe(source.replace(/ uid="[^"]*"/g, ''))
          const shown = new Set([...readTree(page.local.view).walk()].map(({ id }) => id))
          for (const [uid, times] of used) expect(shown.has(uid)).toBe(times === 1)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('stands if some of what was there is deleted and others share an order key', () => {
    const { local, replace, html, idOf, root } = pageWith('<a></a><b></b><i></i>')
    const ids = [idOf('a'), idOf('b'), idOf('i')]
    local.apply(ids.map((id) => ({ key: `${id}/at`, after: [root, 'odd key'] })))
    const change = createOverlay(local.view)
    deleteNode(change, idOf('b'))
    local.apply(change.patches())
    replace(`<i uid="${ids[2]}"></i><u></u><a uid="${ids[0]}"></a><s></s>`)
    expect(html()).toBe('<i></i><u></u><a></a><s></s>')
  })
})
