import type { ChangeLine, View } from '@atelier/documents'
import { splitKey } from '../document/node.ts'
import { nodeAttribute, nodeAttributes, nodeClasses, type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { valueExcerpt } from './excerpt.ts'

const SECTIONS = /^(section|header|footer|main|nav|article|aside|form)$/

/** The lines of one page's changes, in the order of the page. */
export function pageLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  const was = readTree(before)
  const is = readTree(after)
  const touched = new Map<string, string[]>()
  for (const key of keys) {
    const [id, name] = splitKey(key)
    const fields = touched.get(id) ?? []
    if (name !== undefined) fields.push(name)
    touched.set(id, fields)
  }
  const lines = new Map<string, ChangeLine[]>()
  for (const [id, fields] of touched) {
    const own = nodeLines(id, fields, was, is)
    if (own.length > 0) lines.set(id, own)
  }
  const order = [...[...is.walk()].map(({ id }) => id), ...lines.keys()]
  return [...new Set(order)].flatMap((id) => lines.get(id) ?? [])
}

function nodeLines(id: string, fields: readonly string[], was: PageTree, is: PageTree): ChangeLine[] {
  const old = was.node(id)
  const now = is.node(id)
  if (!old && !now) return []
  if (now && !old) {
    // Only the outermost nodes: a node added along with its parent is part of the parent's line.
    if (now.id === is.root || (!was.node(now.parent) && now.parent !== is.root)) return []
    return blank(now)
      ? []
      : [
          {
            kind: 'added',
            what: whatIs(now),
            target: changedNode(now),
            label: name(is, now),
            after: content(is, now),
            part: id,
          },
        ]
  }
  if (old && !now) {
    if (!is.node(old.parent) || blank(old)) return []
    return [{ kind: 'removed', what: whatIs(old), label: name(was, old), before: content(was, old), part: id }]
  }
  return old && now ? [...new Set(fields)].sort().flatMap((field) => fieldLines(field, old, now, was, is)) : []
}

function fieldLines(field: string, old: PageNode, now: PageNode, was: PageTree, is: PageTree): ChangeLine[] {
  const target = changedNode(now)
  const label = name(is, now)
  const change = (what: string, before: string | undefined, after: string | undefined, of = label): ChangeLine[] =>
    before === after
      ? []
      : [
          {
            kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
            what,
            target,
            label: of,
            part: `${now.id}/${field}`,
            ...(before === undefined ? {} : { before: valueExcerpt(before) }),
            ...(after === undefined ? {} : { after: valueExcerpt(after) }),
          },
        ]
  if (field === 'text') return change('text', old.text, now.text)
  if (field === 'tag') return change('element', old.tag, now.tag)
  if (field === 'label') return change('label', old.label, now.label)
  if (field === 'hidden') return change('hidden', String(old.hidden), String(now.hidden))
  if (field === 'at') {
    if (old.parent === now.parent && position(was, old) === position(is, now)) return []
    return change(
      'move',
      `${placeName(was, old)}, ${position(was, old)}`,
      `${placeName(is, now)}, ${position(is, now)}`,
    )
  }
  if (field === 'attributes') return change('attribute order', namesOf(old), namesOf(now))
  if (field.startsWith('attr:')) {
    const attribute = field.slice(5)
    return change('attribute', nodeAttribute(old, attribute), nodeAttribute(now, attribute), `${label} ${attribute}`)
  }
  if (field.startsWith('class:')) {
    const token = field.slice(6)
    const had = nodeClasses(old).includes(token) ? token : undefined
    const has = nodeClasses(now).includes(token) ? token : undefined
    if (had === undefined || has === undefined) return change('class', had, has)
    return change('class', nodeClasses(old).join(' '), nodeClasses(now).join(' '))
  }
  return []
}

const namesOf = (node: PageNode) =>
  nodeAttributes(node)
    .map(([attribute]) => attribute)
    .join(' ')

/** A text is shown by its element. */
function changedNode(node: PageNode): string {
  return node.kind === 'element' ? node.id : node.parent
}

function whatIs(node: PageNode): string {
  if (node.kind !== 'element') return node.kind
  return SECTIONS.test(node.tag) ? 'section' : 'element'
}

function name(tree: PageTree, node: PageNode): string {
  const element = node.kind === 'element' ? node : tree.node(node.parent)
  if (!element) return node.kind
  if (element.label) return element.label
  const id = nodeAttribute(element, 'id')
  const [first] = nodeClasses(element)
  return `${element.tag}${id ? `#${id}` : first ? `.${first}` : ''}`
}

function placeName(tree: PageTree, node: PageNode): string {
  const parent = tree.node(node.parent)
  return parent ? name(tree, parent) : 'page'
}

/** 1-based, among the elements and texts that a user sees. */
function position(tree: PageTree, node: PageNode): number {
  return (
    tree
      .children(node.parent)
      .filter((each) => !blank(each))
      .findIndex(({ id }) => id === node.id) + 1
  )
}

function blank(node: PageNode): boolean {
  return node.kind === 'text' && node.text.trim() === ''
}

function content(tree: PageTree, node: PageNode): string {
  const texts: string[] = []
  let length = 0
  for (const each of tree.walk(node.id)) {
    if (each.kind === 'text') texts.push(each.text)
    else if (each.tag === 'img') texts.push(nodeAttribute(each, 'alt') ?? '')
    length += each.text.length
    if (length > 400) break
  }
  return valueExcerpt(texts.join(' '))
}
