// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import type { CanvasNode, CanvasTree } from '../model/plan.ts'
import { createRenderer, type Renderer } from './renderer.ts'

/** A tree that a test writes down: text by id, or an element with its children. */
interface Written {
  id: string
  tag?: string
  text?: string
  attributes?: [string, string][]
  html?: string
  ns?: string
  children?: Written[]
}

function treeOf(...children: Written[]): CanvasTree {
  const all = new Map<string, Written>()
  const add = (each: Written) => {
    all.set(each.id, each)
    for (const child of each.children ?? []) add(child)
  }
  add({ id: 'root', tag: 'body', children })
  return {
    rootId: 'root',
    node(id): CanvasNode | undefined {
      const found = all.get(id)
      if (!found) return undefined
      const { tag, text, attributes = [], html, ns } = found
      return tag === undefined
        ? { kind: 'text', attributes: [], text }
        : {
            kind: 'element',
            tag,
            attributes,
            ...(html === undefined ? {} : { html }),
            ...(ns === undefined ? {} : { ns }),
          }
    },
    children: (id) => all.get(id)?.children?.map((child) => child.id) ?? [],
  }
}

const touched = (fields: string[] = [], placed: string[] = []) => ({ fields: new Set(fields), placed: new Set(placed) })
const p = (id: string, text: string, extra: Partial<Written> = {}): Written => ({
  id,
  tag: 'p',
  children: [{ id: `${id}-text`, text }],
  ...extra,
})

let page: Document
let renderer: Renderer
const html = () => page.body.innerHTML
beforeEach(() => {
  page = document.implementation.createHTMLDocument('')
  renderer = createRenderer(page)
})

describe('what is shown', () => {
  test('elements of nodes in unchanged HTML are found by their ids, and show none', () => {
    const part = (text: string) => treeOf({ id: 'part', tag: 'div', html: `<i><b uid="filling">${text}</b></i>` })
    renderer.show(part('One'))
    expect(html()).toBe('<div><i><b>One</b></i></div>')
    const first = renderer.domOf('filling') ?? expect.fail()
    expect([renderer.idOf(first.firstChild), renderer.idOf(first.parentNode)]).toEqual(['filling', 'part'])
    renderer.update(part('Two'), touched(['part']))
    expect(renderer.domOf('filling')?.textContent).toBe('Two')
    renderer.update(treeOf({ id: 'part', tag: 'div', html: '<i></i>' }), touched(['part']))
    expect(renderer.domOf('filling')).toBeUndefined()
  })

  test('is the tree, and each of its nodes is found by its id and the other way round', () => {
    renderer.show(treeOf(p('a', 'One'), p('b', 'Two', { attributes: [['class', 'big']] })))
    expect(html()).toBe('<p>One</p><p class="big">Two</p>')
    const second = renderer.domOf('b')
    expect(second?.textContent).toBe('Two')
    expect(renderer.idOf(second?.firstChild ?? null)).toBe('b-text')
    expect(second && renderer.ownId(second)).toBe('b')
    expect(renderer.idOf(page.body)).toBe('root')
    expect(renderer.idOf(page.documentElement)).toBeUndefined()
  })

  test('holds nothing that acts on the studio', () => {
    renderer.show(
      treeOf(
        { id: 'script', tag: 'script', children: [{ id: 'code', text: 'alert(1)' }] },
        { id: 'base', tag: 'BASE', attributes: [['href', 'https://elsewhere.example/']] },
        {
          id: 'a',
          tag: 'a',
          attributes: [
            ['href', '/x'],
            ['onclick', 'alert(1)'],
            ['ping', '/spy'],
            ['autofocus', ''],
          ],
        },
        { id: 'part', tag: 'div', html: '<b onclick="alert(1)">x</b><script>alert(1)</script><object></object>' },
      ),
    )
    expect(html()).toBe(
      '<!-- script is not shown here --><!-- BASE is not shown here --><a href="/x"></a><div><b>x</b></div>',
    )
  })

  test('has what a picture or a link is to load as the studio serves it', () => {
    renderer = createRenderer(page, (attributes, tag) => attributes.map(([name, value]) => [name, `${tag}:${value}`]))
    renderer.show(treeOf({ id: 'a', tag: 'img', attributes: [['src', 'x.png']] }))
    expect(html()).toBe('<img src="img:x.png">')
  })

  test('has its drawings in their own namespace', () => {
    renderer.show(treeOf({ id: 's', tag: 'svg', ns: 'svg', children: [{ id: 'c', tag: 'circle', ns: 'svg' }] }))
    const circle = renderer.domOf('c')
    expect(circle && 'namespaceURI' in circle && circle.namespaceURI).toBe('http://www.w3.org/2000/svg')
  })

  test('is all forgotten when another tree is shown', () => {
    renderer.show(treeOf(p('a', 'One')))
    renderer.show(treeOf(p('b', 'Two')))
    expect(html()).toBe('<p>Two</p>')
    expect(renderer.domOf('a')).toBeUndefined()
  })
})

describe('an update', () => {
  test('keeps the DOM nodes of what only moved or changed, and says what did', () => {
    renderer.show(treeOf(p('a', 'One'), p('b', 'Two'), p('c', 'Three')))
    const [a, b, c] = ['a', 'b', 'c'].map((id) => renderer.domOf(id))
    const moved = treeOf(p('c', 'Three'), p('a', 'Uno', { attributes: [['class', 'big']] }), p('b', 'Two'))
    const { touched: marks } = renderer.update(moved, touched(['a', 'a-text'], ['c']))
    expect(html()).toBe('<p>Three</p><p class="big">Uno</p><p>Two</p>')
    expect(['a', 'b', 'c'].map((id) => renderer.domOf(id))).toEqual([a, b, c])
    expect(marks.sort()).toEqual(['a', 'c'])
  })

  test('adds what came and forgets what went', () => {
    renderer.show(treeOf(p('a', 'One'), p('b', 'Two')))
    const next = treeOf(p('b', 'Two'), { id: 'box', tag: 'div', children: [p('new', 'Three')] })
    const { touched: marks } = renderer.update(next, touched([], ['a', 'box', 'new', 'new-text']))
    expect(html()).toBe('<p>Two</p><div><p>Three</p></div>')
    expect(renderer.domOf('a')).toBeUndefined()
    expect(renderer.domOf('new')).toBeDefined()
    // If elements are nested, the outermost is marked.
    expect(marks).toEqual(['box'])
  })

  test('makes an element of another name without losing what is in it', () => {
    renderer.show(treeOf(p('a', 'One')))
    const text = renderer.domOf('a-text')
    renderer.update(treeOf({ ...p('a', 'One'), tag: 'h2' }), touched(['a']))
    expect(html()).toBe('<h2>One</h2>')
    expect(renderer.domOf('a-text')).toBe(text)
    expect(renderer.idOf(page.body.firstElementChild)).toBe('a')
  })

  test('shows a tree that was never shown from nothing, and marks nothing', () => {
    expect(renderer.update(treeOf(p('a', 'One')), touched(['a']))).toEqual({ touched: [] })
    expect(html()).toBe('<p>One</p>')
  })

  test('takes away what the node has no more', () => {
    renderer.show(
      treeOf(
        p('a', 'One', {
          attributes: [
            ['class', 'big'],
            ['title', 'x'],
          ],
        }),
      ),
    )
    renderer.update(treeOf(p('a', 'One', { attributes: [['title', 'y']] })), touched(['a']))
    expect(html()).toBe('<p title="y">One</p>')
  })
})

describe('a node in which a user types', () => {
  test('stays untouched until it is released, and is then shown as the tree has it', () => {
    renderer.show(treeOf(p('a', 'One'), p('b', 'Two')))
    renderer.hold('a')
    const typed = renderer.domOf('a-text')
    if (typed) typed.nodeValue = 'Typed'
    const next = treeOf(p('a', 'Remote'), p('b', 'Deux'))
    renderer.update(next, touched(['a', 'a-text', 'b-text']))
    expect(html()).toBe('<p>Typed</p><p>Deux</p>')
    renderer.release(next)
    expect(html()).toBe('<p>Remote</p><p>Deux</p>')
    renderer.update(treeOf(p('a', 'Later'), p('b', 'Deux')), touched(['a-text']))
    expect(html()).toBe('<p>Later</p><p>Deux</p>')
  })

  test('loses what the browser put into it', () => {
    const tree = treeOf(p('a', 'One'))
    renderer.show(tree)
    renderer.hold('a')
    const element = renderer.domOf('a')
    element?.appendChild(page.createElement('br'))
    renderer.release(tree)
    expect(html()).toBe('<p>One</p>')
    expect(renderer.domOf('a')).toBe(element)
  })
})

test('an instance of a component shows its HTML again when typing in it ends without a change', () => {
  const tree = treeOf({ id: 'part', tag: 'div', html: '<h3>Title</h3>' })
  renderer.show(tree)
  renderer.hold('part')
  renderer.release(tree)
  expect(html()).toBe('<div><h3>Title</h3></div>')
})

test('an element that was one piece of HTML is shown node by node again, and the other way round', () => {
  const whole = treeOf({ id: 'a', tag: 'p', html: '<b>Whole</b>' })
  renderer.show(treeOf(p('a', 'Nodes')))
  renderer.update(whole, touched(['a'], ['a']))
  expect(html()).toBe('<p><b>Whole</b></p>')
  renderer.update(treeOf(p('a', 'Nodes')), touched(['a'], ['a']))
  expect(html()).toBe('<p>Nodes</p>')
})

test('the styles are in one element, which is written only when they are others', () => {
  renderer.setStyles('p { color: red }')
  const style = page.head.querySelector('style')
  expect(style?.textContent).toBe('p { color: red }')
  const before = style?.firstChild
  renderer.setStyles('p { color: red }')
  expect(style?.firstChild).toBe(before)
  renderer.setStyles('')
  expect(page.head.innerHTML).toBe('<style></style>')
})
