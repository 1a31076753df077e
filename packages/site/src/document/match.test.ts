import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { countIds, localPage } from '../../testing/localPage.ts'
import { parseHtml } from '../html/parse.ts'
import { printInnerHtml } from '../html/print.ts'
import { matchNodes } from './match.ts'
import type { KnownNode } from './replace.ts'
import { readTree } from './tree.ts'

const newId = countIds()

function openPage(html: string) {
  const { local, root } = localPage(html, newId)
  const tree = readTree(local.view)
  const body = tree.node(root) ?? expect.fail()
  return { tree, body, html: () => printInnerHtml(tree, root, { uid: true }) }
}

/** Real pages, from a package that the tests have. */
const folder = fileURLToPath(new URL('../../../../node_modules/startbootstrap-clean-blog/dist/', import.meta.url))
const realPages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')] as const)

type Children = KnownNode[]
interface Spot {
  node: KnownNode
  siblings: Children
}

/** Elements with their list. */
function spots(nodes: Children): Spot[] {
  return nodes.flatMap((node) =>
    node.kind === 'element' ? [{ node, siblings: nodes }, ...spots((node.children ?? []) as Children)] : [],
  )
}

/** Each takes an element, changes it or what is around it, and returns the elements that are new. */
const edits: Readonly<Record<string, (spot: Spot) => KnownNode[]>> = {
  text: ({ node }) => {
    const text = node.children?.find(({ kind, text }) => kind === 'text' && text?.trim() !== '')
    if (text) text.text = `${text.text} today`
    return []
  },
  class: ({ node }) => {
    const attrs = (node.attrs ?? []).filter(([name]) => name !== 'class')
    node.attrs = [...attrs, ['class', 'new another']]
    return []
  },
  insert: ({ node, siblings }) => {
    const made: KnownNode = { kind: 'element', tag: 'aside', children: [{ kind: 'text', text: 'Opening hours' }] }
    siblings.splice(siblings.indexOf(node), 0, made)
    return [made]
  },
  delete: ({ node, siblings }) => {
    siblings.splice(siblings.indexOf(node), 1)
    return []
  },
  move: ({ node, siblings }) => {
    siblings.splice(siblings.indexOf(node), 1)
    siblings.push(node)
    return []
  },
  wrap: ({ node, siblings }) => {
    const made: KnownNode = { kind: 'element', tag: 'div', attrs: [['class', 'wrapper']], children: [node] }
    siblings.splice(siblings.indexOf(node), 1, made)
    return [made]
  },
}

describe.each(Object.keys(edits))('after an edit of the kind %s', (kind) => {
  test('nearly all elements of real pages stay the same nodes, and none becomes one of another tag', () => {
    let [stayed, all] = [0, 0]
    for (const [, html] of realPages) {
      const { tree, body, html: printed } = openPage(html)
      const count = spots(parse(printed(), tree).nodes as Children).length
      for (let at = 1; at < count; at += Math.ceil(count / 12)) {
        const nodes = parse(printed(), tree).nodes as Children
        const spot = spots(nodes)[at]
        if (!spot) continue
        const made = new Set(edits[kind]?.(spot))
        const truth = new Map<KnownNode, string | undefined>()
        for (const { node } of spots(nodes)) {
          truth.set(node, node.uid)
          delete node.uid
        }
        const found = matchNodes(tree, body, nodes)
        for (const [node, uid] of truth) {
          expect(found.get(node)?.tag ?? node.tag).toBe(node.tag)
          if (made.has(node)) continue
          all += 1
          if (found.get(node)?.id === uid) stayed += 1
        }
      }
    }
    expect(all).toBeGreaterThan(1000)
    expect(stayed / all).toBeGreaterThan(0.997)
  })
})

function parse(html: string, tree: ReturnType<typeof readTree>) {
  return parseHtml(html, { isNode: (uid) => tree.anyNode(uid) !== undefined })
}

const matched = (before: string, after: string) => {
  const { tree, body } = openPage(before)
  const { nodes } = parseHtml(after)
  const found = matchNodes(tree, body, nodes)
  return spots(nodes as Children).map(({ node }) => {
    const old = found.get(node)
    return old
      ? `${node.tag}=${old.tag}${old.birth.attrs?.map(([name, value]) => `[${name}=${value}]`).join('') ?? ''}`
      : `${node.tag}=`
  })
}

test('what has the same id attribute is the same element though all of it is different', () => {
  expect(matched('<p id="a">One</p><p id="b">Two</p>', '<p id="b">Three</p><p id="a">Four</p>')).toEqual([
    'p=p[id=b]',
    'p=p[id=a]',
  ])
})

test('what has nothing in common is another element', () => {
  const before =
    '<section title="x"><h2>Bread</h2><p>Baked daily</p></section><section title="y"><h2>Cake</h2></section>'
  const after = '<section title="z"><ul><li>1</li></ul></section><section title="y"><h2>Cake</h2></section>'
  expect(matched(before, after)).toEqual([
    'section=section[title=x]',
    'ul=',
    'li=',
    'section=section[title=y]',
    'h2=h2',
  ])
})

test('children of a long list stay what they are though all of them change', () => {
  const list = (word: string) => Array.from({ length: 10_000 }, (_, i) => `<p>${word} ${i}</p>`).join('')
  expect(new Set(matched(list('a'), list('b')))).toEqual(new Set(['p=p']))
  const bands = (word: string, from: number) =>
    Array.from({ length: 250 }, (_, i) => `<div title="${from + i}"><p>${word}</p><p>${word}</p></div>`).join('')
  const [first, ...others] = matched(bands('a', 0), bands('b', 3)).filter((each) => each.startsWith('div'))
  expect(first).toBe('div=div[title=3]')
  expect(others.at(-4)).toBe('div=div[title=249]')
})
