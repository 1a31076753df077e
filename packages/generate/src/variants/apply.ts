import type { Draft, DraftSet } from '@atelier/documents'
import { type Envelope, fail, type OperationContext } from '@atelier/operation'
import {
  type CompileUtilities,
  collectUses,
  documents,
  frameHtml,
  type PageTree,
  page as pageEntry,
  printHtml,
  readTree,
  type SiteContext,
  siteOperations,
  utilityCss,
} from '@atelier/site'
import type { SectionVariant, VariedSection } from './variants.ts'

/** A site and its pages, as one call has them open. */
export interface OpenSite {
  id: string
  site: Draft
  drafts: DraftSet
  call: Pick<OperationContext, 'actor' | 'now' | 'newId' | 'capabilities'>
}

/** The section as it is now, with `uid` on its elements; undefined if it is gone. */
export async function sectionNow({ drafts }: Pick<OpenSite, 'drafts'>, { pageId, nodeId }: VariedSection) {
  const page = await drafts.open(pageId)
  const tree = page && readTree(page)
  return tree?.node(nodeId) ? printHtml(tree, nodeId, { uid: true }) : undefined
}

/** Writes a variant over its section. */
export async function applyVariant(
  { site, drafts, call }: OpenSite,
  { pageId, nodeId }: VariedSection,
  { html, css }: SectionVariant,
): Promise<Envelope> {
  const operation = siteOperations.find(({ name }) => name === 'replaceNodeHtml')
  if (!operation) throw new Error('There is no operation that replaces the HTML of a node')
  const context: SiteContext = { ...call, site, drafts, editor: { documentId: pageId } }
  const styles = css.trim() === '' ? '' : `\n<style>\n${css}\n</style>`
  return await operation.run(context, { nodeId, html: `${html}${styles}` }, undefined)
}

/** The page with nothing but a section on it, in the styles of the site: a document to look at. */
export async function sectionAlone(
  { id, site, drafts }: OpenSite,
  { pageId, nodeId }: VariedSection,
  compile?: CompileUtilities,
): Promise<Envelope<{ html: string }>> {
  const entry = pageEntry(site, pageId)
  if (!entry) return fail('unknown_page', 'The page of this section is gone.')
  const trees = new Map<string, PageTree>()
  for (const { id: documentId, kind } of documents(site)) {
    const draft = documentId === pageId || kind !== 'page' ? await drafts.open(documentId) : undefined
    if (draft) trees.set(documentId, readTree(draft))
  }
  const used = [...trees.values()].flatMap((tree) => [...collectUses(tree).classes])
  const utilities = await utilityCss(site, used, compile)
  const html = frameHtml(site, entry, (documentId) => trees.get(documentId), `/api/projects/${id}/files`, utilities)
  return { ok: true, data: { html: html.replace('</head>', `<style>${aloneRule(nodeId)}</style></head>`) } }
}

/** Everything is hidden that is neither around the section nor in it. */
const aloneRule = (nodeId: string) =>
  `body :not(:has([uid="${nodeId}"]), [uid="${nodeId}"], [uid="${nodeId}"] *) { display: none !important }`
