import { equalJson } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import { appliedCode } from '../code/applies.ts'
import { codeByPath } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { DIRECTIONS, directionOf } from '../document/direction.ts'
import { rewriteElement } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import { nodeAttributes, type PageNode } from '../document/tree.ts'
import { type ParsedDocument, parseDocument } from '../html/document.ts'
import { contextOf, isDocument, type ParseContext, type ParsedHtml, type ParsedNode, parseHtml } from '../html/parse.ts'
import type { Refusal } from '../html/refuse.ts'
import { type Incoming, incomingHtml } from '../lint/incoming.ts'
import { type DataBlock, takeDataBlocks } from '../publish/dataBlocks.ts'
import { pageSettings, siteSettings } from '../publish/settings.ts'
import { sheetByPath } from '../sheet/records.ts'
import { sharedFrames } from './frames.ts'
import { keepHeadSetting } from './headSettings.ts'
import { codeMistakes, htmlMistakes } from './mistakes.ts'
import { PARTS_FOLDER } from './names.ts'
import { type PackageFile, packageFile, usePackageSheet } from './packageStyles.ts'
import { writeScripts } from './scripts.ts'
import { NOTHING_UNSEEN, type Unseen } from './seen.ts'
import { takeOut } from './takenOut.ts'
import { componentComment, linksOf, type MarkupFile, stylesFile } from './text.ts'
import { bringUtilities, isUtilitySheet } from './utilities.ts'
import { type WrittenNodes, writeNodes } from './write.ts'

/** The result of writing a file as a whole. */
export interface WrittenFile {
  written: WrittenNodes
  refused: Refusal[]
  warnings: string[]
  /** Whether the text is all that the page has of styles, so that these become the page's own. */
  hasOwnStyles?: boolean
}

/**
 * Makes a text the content of a page, component or shared part. The head of a whole document is read too: its title,
 * description and language become settings of the page, its styles rules, its scripts files.
 * @param exact whether white space counts as written
 */
export async function writeWhole(
  context: SiteContext,
  current: MarkupFile,
  text: string,
  parts: readonly string[],
  exact: boolean,
  others: Unseen,
): Promise<WrittenFile | { problem: Envelope<never> }> {
  const { tree, parent, place, file } = current
  const incoming = incomingHtml(text, {
    tree,
    hint: 'Write the whole file, or change a part of it with editFiles or editBlock.',
    parse: (source) => parsedFile(source, contextOf(tree, parent.id)),
  })
  if (incoming.refused) return { problem: incoming.refused }
  const { document, fragment, source } = incoming.found
  let { nodes } = incoming.found
  if (file.kind === 'part') {
    const elements = nodes.filter(({ kind }) => kind === 'element')
    const [only] = elements
    const name = file.part.name
    if (
      !only ||
      elements.length > 1 ||
      nodes.some(({ kind, text: words }) => kind === 'text' && words?.trim() !== '')
    ) {
      const message = `${file.name} is the <${name}> of every page, and the text holds ${elements.length === 1 ? 'text beside it' : `${elements.length} elements`}.`
      return { problem: fail('invalid_html', message, { hint: `Write one <${name}> around all of it.` }) }
    }
    nodes = [only]
  }
  const refused = [...(document?.refused ?? fragment?.refused ?? [])]
  const warnings = [...(document?.warnings ?? fragment?.warnings ?? [])]
  warnings.push(...(await htmlMistakes(context, { source, nodes, context: contextOf(tree, parent.id) })))
  const frames = file.kind === 'page' && parts.length > 0 ? await pageFrames(context, current, nodes) : undefined
  if (frames) {
    nodes = frames.nodes
    warnings.push(...frames.warnings)
  }
  const written = writeNodes(context, { open: current, parent, place, nodes, parts, exact, others })
  warnings.push(...written.warnings)
  const missing =
    file.kind === 'page' ? parts.filter((name) => !written.parts.has(name) && !frames?.taken.includes(name)) : []
  if (missing.length > 0) {
    warnings.push(
      `${missing.map(componentComment).join(' ')} was not in the text and stays: it belongs to the template of all pages.`,
    )
  }
  if (document && file.kind === 'page') {
    const root = tree.node(tree.root)
    if (root) rewriteElement(current.page, root, { kind: 'element', attrs: document.body.attrs })
    const notes = writeHead(context, current, document, written)
    warnings.push(...notes)
    const utilities = await bringUtilities(context.site, document)
    warnings.push(...utilities.warnings)
    const data = takeDataBlocks(utilities.scripts)
    warnings.push(...data.problems, ...writeData(context, current.entry.id, data.blocks))
    // A text that is written anew may have been made without having seen them.
    if (exact) warnings.push(...takeOut(context, current, document, data.rest))
    const scripts = writeScripts(context, current, data.rest, localPath)
    if (scripts.problem) return { problem: scripts.problem }
    warnings.push(...scripts.warnings)
    const inline = scripts.path === undefined ? undefined : codeByPath(context.site, scripts.path)
    if (inline) warnings.push(...(await codeMistakes(context, inline)))
    return {
      written,
      warnings,
      hasOwnStyles: tree.head === '',
      refused: [...refused.filter(({ what }) => !what.startsWith('<script')), ...scripts.refused],
    }
  }
  return { written, refused, warnings }
}

/** The nodes of a page without the header or footer that all pages share, and what there is to say about others. */
async function pageFrames(context: SiteContext, current: MarkupFile, given: readonly ParsedNode[]) {
  const { nodes, taken, differing } = await sharedFrames(
    context,
    current.entry,
    linksOf(context.site, current.entry),
    given,
  )
  const warnings = [
    ...taken.map((name) => `The <${name}> is that of all pages: ${PARTS_FOLDER}${name}.html.`),
    ...differing.map(
      (name) =>
        `The page has a <${name}> of its own beside that of all pages, so it shows two: change ${PARTS_FOLDER}${name}.html, and write ${componentComment(name)} in its place.`,
    ),
  ]
  return { nodes, taken, warnings }
}

/** A file as it was sent: a whole document, or a fragment. */
interface ParsedFile {
  source: string
  nodes: readonly ParsedNode[]
  document?: ParsedDocument
  fragment?: ParsedHtml
}

function parsedFile(source: string, context: ParseContext): Incoming<ParsedFile> {
  if (isDocument(source)) {
    const document = parseDocument(source)
    return { found: { source, nodes: document.body.nodes, document } }
  }
  const fragment = parseHtml(source, { context, keepStyles: true })
  if (fragment.misplaced !== undefined) {
    return { refused: fail('misplaced', fragment.misplaced, { hint: 'Write the element that the file holds.' }) }
  }
  return { found: { source, nodes: fragment.nodes, fragment } }
}

/** Keeps the data of a page. A text without any leaves those of the same page as they are, since its file shows none. */
function writeData({ site }: SiteContext, pageId: string, blocks: readonly DataBlock[]): string[] {
  if (blocks.length === 0) return []
  const types = new Set(blocks.map(({ type }) => type))
  const others = (pageSettings(site, pageId).data ?? []).filter(({ type }) => !types.has(type))
  const next = [...others, ...blocks]
  if (equalJson(pageSettings(site, pageId).data ?? [], next)) return []
  site.set(`page:${pageId}/data`, next)
  return [`${[...types].join(' and ')} is data of the page now: setPageSettings shows and changes it.`]
}

/** Sets what the head of a document says of its page. Returns what was left out, as sentences. */
function writeHead(
  context: SiteContext,
  current: MarkupFile,
  { html, head }: ParsedDocument,
  written: WrittenNodes,
): string[] {
  const { site } = context
  const { entry, page, tree } = current
  const shown = pageSettings(site, entry.id)
  const key = `page:${entry.id}`
  const warnings: string[] = []
  const own = tree.node(tree.head)
  const language = html.find(([name]) => name === 'lang')?.[1].trim()
  if (language && language !== (shown.language ?? siteSettings(site).language)) site.set(`${key}/language`, language)
  const nodes: ParsedNode[] = []
  const authored = own ? tree.children(own.id) : []
  for (const node of head.nodes) {
    if (node.kind !== 'element') {
      nodes.push(node)
      continue
    }
    const attribute = (name: string) => node.attrs?.find(([each]) => each === name)?.[1] ?? ''
    const kept = authored.find((each) => sameHeadItem(each, node))
    const brought = packageStyles(node)
    if (node.tag === 'title') {
      const title = parsedNodeText(node)
      const now = shown.metaTitle ?? entry.title
      const printed = own && site.get(`${key}/title`) === undefined && shown.metaTitle === undefined && kept
      const before = printed ? nodeText(current, kept) : now
      if (title !== '' && title !== before.trim())
        site.set(shown.metaTitle === undefined ? `${key}/title` : `${key}/metaTitle`, title.slice(0, 200))
      if (kept) nodes.push(original(current, kept))
    } else if (node.tag === 'meta' && attribute('name').toLowerCase() === 'description') {
      const description = attribute('content').trim()
      const before =
        shown.description ?? (kept ? (nodeAttributes(kept).find(([name]) => name === 'content')?.[1] ?? '') : '')
      if (description !== before) site.set(`${key}/description`, description.slice(0, 2_000))
      if (kept) nodes.push(original(current, kept))
    } else if (node.tag === 'style' && node.css !== undefined && !own) {
      written.css.push(mediaCss(node.css, attribute('media')))
    } else if (node.tag === 'style' && attribute('type').toLowerCase() === 'text/tailwindcss') {
      written.css.push(parsedNodeText(node))
    } else if (isUtilitySheet(node)) {
      // Its classes are styled by the site itself.
    } else if (isLink(context, current, node)) {
      if (kept) nodes.push(node)
    } else if (!own && brought) {
      const missing = usePackageSheet(context, entry.id, brought)
      if (missing !== undefined) warnings.push(missing)
    } else if (own) nodes.push(node)
    else if (keepHeadSetting(site, entry, node)) {
      // It is a setting now.
    } else if (!isUsual(node)) warnings.push(`<${node.tag}${describing(node)}> of the head was left out.`)
  }
  if (own) {
    const done = writeNodes(context, {
      open: current,
      parent: own,
      place: { index: 0, count: authored.length },
      nodes,
      parts: [],
      exact: false,
      others: NOTHING_UNSEEN,
    })
    written.css.push(...done.css)
    if (done.problem) written.problem = done.problem
    const around = tree.node(tree.html)
    if (around) {
      const lang = nodeAttributes(around).filter(([name]) => name === 'lang')
      const others = html.filter(([name]) => name !== 'lang')
      const at = nodeAttributes(around).findIndex(([name]) => name === 'lang')
      rewriteElement(page, around, { kind: 'element', attrs: others.toSpliced(Math.max(0, at), 0, ...lang) })
    }
  } else {
    const direction = html
      .find(([name]) => name === 'dir')?.[1]
      .trim()
      .toLowerCase()
    const isKnown = DIRECTIONS.some((each) => each === direction)
    if (direction && isKnown && direction !== (directionOf(pageSettings(site, entry.id), siteSettings(site)) ?? 'ltr'))
      site.set(`${key}/direction`, direction)
    const others = html.filter(([name]) => name !== 'lang' && !(name === 'dir' && isKnown))
    for (const [name, value] of others)
      warnings.push(`The attribute ${name}="${value.slice(0, 60)}" of <html> was left out.`)
  }
  return warnings
}

const mediaCss = (css: string, media: string) =>
  media.trim() === '' || media.trim() === 'all' ? css : `@media ${media.trim()} {\n${css}\n}`

const parsedNodeText = ({ children = [] }: ParsedNode) =>
  children
    .map(({ text = '' }) => text)
    .join('')
    .trim()

const nodeText = ({ tree }: MarkupFile, { id }: PageNode) =>
  tree
    .children(id)
    .map(({ text }) => text)
    .join('')

/** A node of the head as it stands, so that it stays. */
function original({ tree }: MarkupFile, node: PageNode): ParsedNode {
  return {
    kind: node.kind,
    ...(node.kind === 'element' ? { tag: node.tag, uid: node.id } : { text: node.text }),
    attrs: nodeAttributes(node),
    children: tree.children(node.id).map(({ kind, text }) => ({ kind, text })),
  }
}

function sameHeadItem(node: PageNode, { tag, attrs = [] }: ParsedNode): boolean {
  if (node.tag !== tag) return false
  if (tag === 'title') return true
  const own = new Map(nodeAttributes(node))
  if (tag === 'meta') {
    const name = attrs.find(([each]) => each === 'name')?.[1].toLowerCase()
    return name !== undefined && own.get('name')?.toLowerCase() === name
  }
  return own.get('href') === attrs.find(([name]) => name === 'href')?.[1]
}

/** The stylesheet of a package that an element loads from another server. */
function packageStyles({ tag, attrs = [] }: ParsedNode): PackageFile | undefined {
  const of = (name: string) => attrs.find(([each]) => each === name)?.[1] ?? ''
  return tag === 'link' && /\bstylesheet\b/i.test(of('rel')) ? packageFile(of('href')) : undefined
}

/** Whether a `<link>` is to a stylesheet that the page has anyhow. */
function isLink(context: SiteContext, { entry }: MarkupFile, { tag, attrs = [] }: ParsedNode): boolean {
  if (tag !== 'link') return false
  const of = (name: string) => attrs.find(([each]) => each === name)?.[1] ?? ''
  if (!/\bstylesheet\b/i.test(of('rel'))) return false
  const path = localPath(of('href'))
  if (path === undefined) return false
  if (path === stylesFile(context)) return true
  const { site } = context
  return sheetByPath(site, path) !== undefined || appliedCode(site, entry.id).styles.some((each) => each.path === path)
}

/** The path of an address of this site, whatever folder it is written from; undefined for another site's. */
function localPath(url: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url)) return undefined
  return url.replace(/[?#].*$/s, '').replace(/^(?:\.{0,2}\/)+/, '')
}

/** Whether every page has such an element in its head. */
function isUsual({ tag, attrs = [] }: ParsedNode): boolean {
  if (tag !== 'meta') return false
  return attrs.some(([name, value]) => name === 'charset' || (name === 'name' && value.toLowerCase() === 'viewport'))
}

const describing = ({ attrs = [] }: ParsedNode) =>
  attrs
    .slice(0, 3)
    .map(([name, value]: Attribute) => ` ${name}="${value.slice(0, 60)}"`)
    .join('')
