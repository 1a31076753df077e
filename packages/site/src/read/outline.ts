import { excerpt } from '@atelier/operation'
import { nodeAttribute, nodeClasses, type PageNode, type PageTree } from '../document/tree.ts'

const LISTED = 150
const EXCERPT = 80
const LANDMARKS = new Set(['header', 'nav', 'main', 'section', 'article', 'aside', 'footer', 'form', 'search'])

export interface Outline {
  landmarks: { uid: string; tag: string; label?: string; depth: number }[]
  headings: { uid: string; level: number; text: string }[]
  ids: { id: string; uid: string }[]
  counts: Record<string, number>
  /** The names of the lists that are cut to their beginning. */
  cut?: string[]
}

/** The skeleton of a document: its landmarks and sections, headings, ids, and how much of what it holds. */
export function outlineOf(tree: PageTree): Outline {
  const landmarks: Outline['landmarks'] = []
  const headings: Outline['headings'] = []
  const ids: Outline['ids'] = []
  const counts: Record<string, number> = { elements: 0 }
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const depths = new Map<string, number>()
  for (const node of tree.walk()) {
    if (node.kind !== 'element') continue
    count('elements')
    const { id: uid, tag } = node
    const around = depths.get(node.parent) ?? 0
    const isLandmark = LANDMARKS.has(tag) || nodeAttribute(node, 'role') !== undefined
    depths.set(uid, isLandmark ? around + 1 : around)
    if (isLandmark) {
      const label = landmarkLabel(node)
      landmarks.push({ uid, tag, ...(label === undefined ? {} : { label }), depth: around })
    }
    const level = /^h([1-6])$/.exec(tag)?.[1]
    if (level !== undefined) headings.push({ uid, level: Number(level), text: outlineText(tree, node) })
    const id = nodeAttribute(node, 'id')
    if (id) ids.push({ id: id.slice(0, EXCERPT), uid })
    const kind = countedAs[tag]
    if (kind !== undefined) count(kind)
  }
  const lists = { landmarks, headings, ids }
  const cut = Object.entries(lists).flatMap(([name, list]) => (list.length > LISTED ? [name] : []))
  return {
    landmarks: landmarks.slice(0, LISTED),
    headings: headings.slice(0, LISTED),
    ids: ids.slice(0, LISTED),
    counts,
    ...(cut.length > 0 ? { cut } : {}),
  }
}

const countedAs: Readonly<Record<string, string>> = {
  a: 'links',
  img: 'images',
  picture: 'pictures',
  svg: 'drawings',
  video: 'videos',
  iframe: 'iframes',
  form: 'forms',
  input: 'fields',
  select: 'fields',
  textarea: 'fields',
  button: 'buttons',
  table: 'tables',
  'atelier-loop': 'loops',
  'instatic-loop': 'loops',
  'atelier-outlet': 'outlets',
  'instatic-outlet': 'outlets',
  'atelier-component': 'components',
  'atelier-slot': 'slots',
  'atelier-part': 'parts',
}

/** A label that distinguishes a landmark from others of its kind, as short as a selector. */
function landmarkLabel(node: PageNode): string | undefined {
  const name = nodeAttribute(node, 'aria-label') ?? node.label
  if (name) return name.slice(0, EXCERPT)
  const id = nodeAttribute(node, 'id')
  if (id) return `#${id}`.slice(0, EXCERPT)
  const [first] = nodeClasses(node)
  return first === undefined ? undefined : `.${first}`.slice(0, EXCERPT)
}

/** The text inside a node on one line, at most `length` characters of it. */
export function outlineText(tree: PageTree, node: PageNode, length = EXCERPT): string {
  let text = ''
  for (const each of tree.walk(node.id)) {
    if (each.kind !== 'text') continue
    text += each.text
    if (text.length > length * 4) break
  }
  const line = text.replace(/\s+/g, ' ').trim()
  return excerpt(line, length)
}
