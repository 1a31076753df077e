import type { Draft } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { matchNodes } from '../document/match.ts'
import { type Attribute, field } from '../document/node.ts'
import { type ChildRange, type KnownNode, type Replaced, replaceChildren } from '../document/replace.ts'
import { COMPONENT_TAG } from '../document/special.ts'
import { nodeAttribute, nodeAttributes, type PageNode, type PageTree, readTree } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import { incomingCss } from '../lint/incoming.ts'
import { sheetEntry } from '../sheet/records.ts'
import { rewriteSheet } from '../sheet/rewrite.ts'
import { sheetText } from '../sheet/text.ts'
import { BLOCK_ATTRIBUTE, blockNames, isBlockName } from './blocks.ts'
import type { FileLinks } from './links.ts'
import { componentNames } from './list.ts'
import { comparable, deletedByOthers, type Unseen, writtenNodes } from './seen.ts'
import { linksOf, type OpenDocument } from './text.ts'
import { keepWhiteSpace } from './whiteSpace.ts'

/** The result of writing nodes. */
export interface WrittenNodes extends Replaced {
  /** The CSS of new `<style>` elements, which are taken out. */
  css: string[]
  /** The shared parts that comments in the text stood for. */
  parts: Set<string>
  warnings: string[]
  /** Why the new text of a stylesheet in the page is refused. */
  problem?: Envelope<never>
}

export interface NodesToWrite {
  open: OpenDocument
  parent: PageNode
  place: ChildRange
  nodes: readonly ParsedNode[]
  /** The names of the shared parts around the page. */
  parts: readonly string[]
  /** Whether white space counts as written. Otherwise the page's own stays where nothing else differs. */
  exact: boolean
  /** Others' edits since the text was read. */
  others: Unseen
}

/** How many names a warning lists. */
const LISTED = 10

const COMMENT = /^\s{0,9}@component:\s{0,9}([\w./-]{1,100})\s{0,9}$/

/**
 * Puts parsed nodes in place of children of an element: those that are new versions of nodes there stay these nodes, so
 * that ids, instances and what others write in them at the same time stay too. A block that the text names gets that name as its label.
 */
export function writeNodes(
  { site, newId }: SiteContext,
  { open, parent, place, nodes: given, parts: around, exact, others }: NodesToWrite,
): WrittenNodes {
  const { page, tree } = open
  const warnings: string[] = []
  const parts = new Set<string>()
  const unknown = new Set<string>()
  const components = componentNames(site)
  const names = blockNames(tree)
  /** The names that blocks are written with. */
  const blocks = new Map<KnownNode, string>()
  let hasStyles = false
  const links = linksOf(site, open.entry)
  let written: ReadonlySet<string> | undefined
  /** Attributes with the addresses of pages for the names of their files, except those that the page has as they are. */
  const stored = (tag: string, attributes: readonly Attribute[]) =>
    links.stored(tag, attributes).map((to, i): Attribute => {
      const given = attributes[i]
      if (!given || to[1] === given[1]) return to
      written ??= writtenUrls(tree, links)
      return written.has(given.join('\0')) ? given : to
    })

  const read = (list: readonly ParsedNode[]): KnownNode[] =>
    list.flatMap((node): KnownNode[] => {
      if (node.kind === 'comment') {
        const name = COMMENT.exec(node.text ?? '')?.[1]
          ?.replace(/^_components\/|\.html$/g, '')
          .toLowerCase()
        if (name === undefined) return [node]
        const component = components.get(name)
        if (component) return [{ kind: 'element', tag: COMPONENT_TAG, attrs: [['ref', component.id]] }]
        if (around.includes(name)) {
          parts.add(name)
          return []
        }
        unknown.add(name)
        return [node]
      }
      if (node.kind !== 'element') return [node]
      const known: KnownNode = { ...node }
      if (node.attrs && node.tag !== undefined) known.attrs = stored(node.tag, node.attrs)
      hasStyles ||= node.tag === 'style'
      const block = node.attrs?.find(([name]) => name === BLOCK_ATTRIBUTE)?.[1]
      if (block !== undefined) {
        known.attrs = known.attrs?.filter(([name]) => name !== BLOCK_ATTRIBUTE) ?? []
        blocks.set(known, block)
        const named = names.find(block)
        if (named) known.uid = named.id
      }
      if (node.children) known.children = joinTextNodes(read(node.children))
      return [known]
    })
  let nodes: readonly KnownNode[] = joinTextNodes(read(given))
  if (unknown.size > 0) {
    const named = [...unknown].slice(0, LISTED).join(', ')
    warnings.push(
      `There is no shared part or component ${named}: the comment stays a comment, and is to be written again when there is one.`,
    )
  }

  const old = tree.children(parent.id).slice(place.index, place.index + place.count)
  const versions = matchNodes(tree, parent, nodes, old)
  const css: string[] = []
  const gone = deletedByOthers(tree, others)
  if (gone.size > 0) nodes = withoutNew(nodes, versions, gone)
  const problems: Envelope<never>[] = []
  if (hasStyles) nodes = takeStyles({ site, newId, versions, css, problems }, nodes)
  const name = (list: readonly KnownNode[]) => {
    for (const node of list) {
      const version = versions.get(node)
      if (version) {
        node.uid = version.id
        // The page's own attribute of that name is not in the text.
        const own = nodeAttribute(version, BLOCK_ATTRIBUTE)
        if (own !== undefined) node.attrs = withAttribute(node.attrs ?? [], version, own)
      } else if (node.uid !== undefined) delete node.uid
      if (node.children) name(node.children)
    }
  }
  name(nodes)
  if (!exact) nodes = keepWhiteSpace(tree, old, nodes, versions)
  const replaced = replaceChildren(page, tree, parent, nodes, newId, place, writtenNodes(tree, others))
  writeLabels(page, replaced, blocks)
  const [problem] = problems
  return { ...replaced, css, parts, warnings, ...(problem ? { problem } : {}) }
}

/** The attributes of a page with URLs that are stored in another way now. */
function writtenUrls(tree: PageTree, links: FileLinks): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of tree.walk()) {
    if (node.kind !== 'element') continue
    const attributes = nodeAttributes(node)
    const stored = links.stored(node.tag, attributes)
    for (const [i, given] of attributes.entries()) if (stored[i]?.[1] !== given[1]) found.add(given.join('\0'))
  }
  return found
}

/** The nodes without new elements whose HTML is one of `left`. */
function withoutNew(
  nodes: readonly KnownNode[],
  versions: ReadonlyMap<KnownNode, PageNode>,
  left: ReadonlySet<string>,
): KnownNode[] {
  return nodes.flatMap((node): KnownNode[] => {
    if (node.kind === 'element' && !versions.has(node) && left.has(comparable(node))) return []
    if (node.children) node.children = withoutNew(node.children, versions, left)
    return [node]
  })
}

/** Texts that became neighbours as one, as a parser reads them. */
function joinTextNodes(nodes: readonly KnownNode[]): KnownNode[] {
  const list: KnownNode[] = []
  for (const node of nodes) {
    const last = list.at(-1)
    if (node.kind === 'text' && last?.kind === 'text')
      list[list.length - 1] = { ...last, text: (last.text ?? '') + (node.text ?? '') }
    else list.push(node)
  }
  return list
}

/** The page's own `data-block` among new attributes, where it stood. */
function withAttribute(attrs: readonly Attribute[], version: PageNode, value: string): Attribute[] {
  const place = nodeAttributes(version).findIndex(([name]) => name === BLOCK_ATTRIBUTE)
  return attrs.toSpliced(place < 0 ? attrs.length : place, 0, [BLOCK_ATTRIBUTE, value])
}

interface StylesToTake {
  site: Draft
  newId: () => string
  versions: ReadonlyMap<KnownNode, PageNode>
  /** Gets the text of each new one. */
  css: string[]
  problems: Envelope<never>[]
}

/** The nodes without new `<style>` elements; the stylesheet of one that stays gets its new text. */
function takeStyles(taking: StylesToTake, nodes: readonly KnownNode[]): KnownNode[] {
  const { site, newId, versions, css, problems } = taking
  return nodes.flatMap((node): KnownNode[] => {
    if (node.children) node.children = takeStyles(taking, node.children)
    if (node.tag !== 'style' || node.css === undefined) return [node]
    const sheet = versions.get(node)?.birth.sheet
    if (sheet !== undefined && sheetEntry(site, sheet)) {
      const before = sheetText(site, sheet)
      if (before === node.css) return [node]
      const { found, refused } = incomingCss(node.css, { before })
      if (refused) problems.push(refused)
      else rewriteSheet(site, sheet, found.text, newId)
      return [node]
    }
    const media = node.attrs?.find(([name]) => name === 'media')?.[1].trim() ?? ''
    if (node.css.trim() !== '')
      css.push(media === '' || media === 'all' ? node.css : `@media ${media} {\n${node.css}\n}`)
    return []
  })
}

/** Gives blocks the names that they were written with, unless another node has the name. */
function writeLabels(page: Draft, { planted }: Replaced, blocks: ReadonlyMap<KnownNode, string>): void {
  if (blocks.size === 0) return
  const tree = readTree(page)
  const made = new Map<unknown, string>(planted.elements.map((node, i) => [node, planted.elementIds[i] ?? '']))
  const taken = new Map<string, string>()
  for (const { id, label } of tree.walk()) if (label !== undefined) taken.set(label, id)
  for (const [node, block] of blocks) {
    const id = node.uid ?? made.get(node)
    const now = id === undefined ? undefined : tree.node(id)
    if (!now || !isBlockName(block) || tree.node(block) || taken.has(block)) continue
    page.set(field.label(now.id), block)
    taken.set(block, now.id)
  }
}
