import type { Draft, View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import type { ScriptRuntime } from '../code/runtime.ts'
import type { SiteContext } from '../context/context.ts'
import { printCss } from '../css/printCss.ts'
import type { PageEntry } from '../document/pages.ts'
import type { ChildRange } from '../document/replace.ts'
import { isComponent } from '../document/special.ts'
import { nodeAttributes, type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { openTag, type PrintedRange, printNodes, rawText } from '../html/print.ts'
import { ownHead } from '../publish/authored.ts'
import { renderPage } from '../publish/page.ts'
import { pageSettings, siteSettings } from '../publish/settings.ts'
import { sheetPrinting } from '../sheet/printing.ts'
import { sheetByPath } from '../sheet/records.ts'
import { sheetText, sheetTexts } from '../sheet/text.ts'
import { BLOCK_ATTRIBUTE, blockNames, isBlock } from './blocks.ts'
import { fileLinks } from './links.ts'
import { componentNames, pageFileName, type SiteFile, sharedParts } from './list.ts'
import { STYLES_FILE } from './names.ts'

/** A page, component or template with its draft, read. */
export interface OpenDocument {
  entry: PageEntry
  page: Draft
  tree: PageTree
}

/** A file that is markup, with the nodes that it shows. */
export interface MarkupFile extends OpenDocument {
  file: SiteFile
  /** The element that holds the outermost nodes of the file, and which of its children these are. */
  parent: PageNode
  place: ChildRange
}

/** The text of a file that is markup, and the position of each node in it. */
export interface MarkupText extends MarkupFile {
  text: string
  /** The characters of those nodes; all of the text, but for a page. */
  inner: { start: number; end: number }
  /** By the id of the node; offsets in the text. */
  ranges: ReadonlyMap<string, PrintedRange>
}

/** The name of the file of the site's own rules; an imported stylesheet may have the usual one. */
export const stylesFile = ({ site }: SiteContext) => (sheetByPath(site, STYLES_FILE) ? 'site.css' : STYLES_FILE)

/** The text of a file that is not markup; undefined for the others. */
export function plainText({ site }: SiteContext, file: SiteFile): string | undefined {
  if (file.kind === 'styles') {
    const css = printCss(site)
    return css === '' ? '' : `${css}\n`
  }
  if (file.kind === 'sheet') return sheetText(site, file.sheet.id)
  return file.kind === 'code' ? file.asset.content : undefined
}

/** The nodes of a page, component or shared part; undefined if its document is gone, and for files that are no markup. */
export async function markupFile(context: SiteContext, file: SiteFile): Promise<MarkupFile | undefined> {
  const entry = file.kind === 'part' ? file.part.template : 'entry' in file ? file.entry : undefined
  const page = entry && (await context.drafts.open(entry.id))
  if (!entry || !page) return undefined
  const tree = readTree(page)
  const open: OpenDocument = { entry, page, tree }
  const inPart = file.kind === 'part' ? tree.node(file.part.node.id) : undefined
  if (file.kind === 'part' && !inPart) return undefined
  const parent = tree.node(inPart ? inPart.parent : tree.root)
  if (!parent) return undefined
  const children = tree.children(parent.id)
  const place = inPart ? { index: children.indexOf(inPart), count: 1 } : { index: 0, count: children.length }
  return { ...open, file, parent, place }
}

/** The text of a page, component or shared part; undefined as for `markupFile`. */
export async function markupText(context: SiteContext, file: SiteFile): Promise<MarkupText | undefined> {
  const opened = await markupFile(context, file)
  if (!opened) return undefined
  const { tree, parent, place } = opened
  const nodes = tree.children(parent.id).slice(place.index, place.index + place.count)
  const { before, behind } =
    file.kind === 'page' ? await splitAroundContent(context, opened) : { before: '', behind: '' }
  const ranges = new Map<string, PrintedRange>()
  const inner = printNodes(nodes, markupSource(context, opened, ranges, before.length))
  const end = before.length + inner.length
  return { ...opened, text: before + inner + behind, inner: { start: before.length, end }, ranges }
}

/** @param offset of what is printed, in the text that `ranges` are about */
function markupSource(
  { site }: SiteContext,
  { tree, entry }: OpenDocument,
  ranges: Map<string, PrintedRange>,
  offset: number,
) {
  const names = blockNames(tree)
  const named = new Map([...componentNames(site)].map(([name, { id }]) => [id, name]))
  const texts = sheetTexts(site)
  const links = linksOf(site, entry)
  return {
    attributes(node: PageNode) {
      const attributes = links.shown(node.tag, nodeAttributes(node))
      if (!isBlock(node)) return attributes
      const own = attributes.filter(([name]) => name !== BLOCK_ATTRIBUTE)
      return [...own, [BLOCK_ATTRIBUTE, names.nameOf(node)] as const]
    },
    children: (node: PageNode) => tree.children(node.id),
    sheet: ({ tag, birth }: PageNode) =>
      tag === 'style' && birth.sheet !== undefined ? texts(birth.sheet) : undefined,
    instead(node: PageNode) {
      if (node.kind !== 'element' || !isComponent(node)) return undefined
      const attributes = nodeAttributes(node)
      const [ref, ...others] = attributes
      const isPlain = ref?.[0] === 'ref' && others.length === 0 && tree.children(node.id).length === 0
      const name = isPlain ? named.get(ref[1]) : undefined
      return name === undefined ? undefined : componentComment(name)
    },
    printed({ id }: PageNode, { start, end, innerStart, innerEnd }: PrintedRange) {
      ranges.set(id, {
        start: start + offset,
        end: end + offset,
        innerStart: innerStart + offset,
        innerEnd: innerEnd + offset,
      })
    },
  }
}

/** The links of a document as its file writes them. */
export const linksOf = (site: View, entry: PageEntry) =>
  fileLinks(site, entry.kind === 'page' ? pageFileName(entry) : undefined)

/** The content of an element as the text of its file has it, as it is in the draft now. */
export function innerText(context: SiteContext, { entry, page }: OpenDocument, id: string): string {
  const tree = readTree(page)
  return printNodes(tree.children(id), markupSource(context, { entry, page, tree }, new Map(), 0))
}

/** The comment that represents a shared part or a component in the text of a page. */
export const componentComment = (name: string) => `<!-- @component:${name} -->`

/** The rules of only this page, as its file shows them. */
function ownStyles(site: View, { id }: PageEntry): string[] {
  const css = printCss(site, { sheet: id }).trim()
  return css === '' ? [] : [`<style>\n${rawText(css, 'style')}\n</style>`]
}

/** The attributes of a script element by which it is loaded as set. */
const loading = ({ format, timing }: ScriptRuntime) =>
  format === 'module' ? ' type="module"' : timing === 'immediate' ? '' : ' defer'

/** The parts before and after the content of a page's body. */
async function splitAroundContent(
  context: SiteContext,
  { entry, tree }: OpenDocument,
): Promise<{ before: string; behind: string }> {
  const { site } = context
  const settings = pageSettings(site, entry.id)
  const { scripts, styles } = appliedCode(site, entry.id)
  const tagOf = ({ path, runtime }: (typeof scripts)[number]) => `<script${loading(runtime)} src="/${path}"></script>`
  const placements = Map.groupBy(scripts, ({ runtime }) => runtime.placement)
  const parts = await sharedParts(context)
  const root = tree.node(tree.root)
  const marker = '\0'
  const comments = (isBefore: boolean) =>
    parts.flatMap((part) => (part.isBefore === isBefore ? [componentComment(part.name)] : [])).join('')
  const bodyEnd = (placements.get('body-end') ?? []).map(tagOf).join('')
  const opening = openTag('body', undefined, root ? nodeAttributes(root) : [])
  const text = renderPage(`${opening}${comments(true)}${marker}${comments(false)}${bodyEnd}</body>`, {
    title: settings.metaTitle ?? entry.title,
    ...(settings.description === undefined ? {} : { description: settings.description }),
    language: settings.language ?? siteSettings(site).language,
    stylesheets: [`/${stylesFile(context)}`, ...styles.map(({ path }) => `/${path}`)],
    end: [...ownStyles(site, entry), ...(placements.get('head') ?? []).map(tagOf)],
    authored: { tree, sheets: sheetPrinting(site, new Map()), own: ownHead(site, entry) },
  })
  const at = text.indexOf(marker)
  return { before: text.slice(0, at), behind: text.slice(at + marker.length) }
}
