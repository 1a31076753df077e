import { defineOperation, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { changesSince } from '../../read/changes.ts'
import { MAX_READ, MIN_READ, readParts } from '../../read/document.ts'
import { DocumentTarget, PlacedRef, pageReference } from '../shared/documentRef.ts'
import { findPage, weightOfPage } from '../shared/target.ts'

const Range = Type.Tuple([Type.Number(), Type.Number()])
const ReadResult = Type.Object({
  document: PlacedRef,
  title: Type.String(),
  html: Type.String(),
  css: Type.String(),
  pageInfo: Type.Object({
    part: Type.Number(),
    totalParts: Type.Number(),
    nextPart: Type.Union([Type.Number(), Type.Null()]),
    maxChars: Type.Number(),
    /** Characters of the whole HTML and CSS, and of the returned part. */
    totalChars: Type.Number(),
    returnedChars: Type.Number(),
    /** Which characters of the document's whole HTML and CSS this part holds. */
    ranges: Type.Object({ html: Range, css: Range }),
    /** The length of this result as JSON. */
    serializedChars: Type.Number(),
    /** How many values of the document were shortened. */
    cleaned: Type.Object({ dataUrls: Type.Number(), longUrls: Type.Number(), longTexts: Type.Number() }),
    note: Type.Optional(Type.String()),
  }),
  /** With `since`: what is different now. `html` is empty then, and `css` holds the rules that were written. */
  changes: Type.Optional(
    Type.Object({
      since: Type.String(),
      added: Type.Array(Type.Object({ uid: Type.String(), parent: Type.String(), html: Type.String() })),
      changed: Type.Array(Type.Object({ uid: Type.String(), parent: Type.String(), html: Type.String() })),
      removed: Type.Array(Type.String()),
      rulesRemoved: Type.Number(),
      title: Type.Optional(Type.String()),
    }),
  ),
})
export type ReadResult = Static<typeof ReadResult>

export const read_document = defineOperation({
  id: 'site.read_document',
  summary: 'Read a page',
  description:
    'Read a document (default: the open one): HTML with uid="<node id>", CSS that can apply. Next part: pageInfo.nextPart, until null. since = revision of an earlier read: only what changed.',
  icon: 'file-text',
  keywords: ['page source', 'view page', 'whole page', 'page html', 'what is on the page'],
  effect: 'read',
  heavy: true,
  input: Type.Object(
    {
      document: Type.Optional(DocumentTarget),
      part: Type.Optional(Type.Integer({ minimum: 1 })),
      maxChars: Type.Optional(Type.Integer({ minimum: MIN_READ, maximum: MAX_READ })),
      since: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  output: ReadResult,
  weight: (context: SiteContext, { document }, enough) => weightOfPage(context, document?.id, enough),
  async run(context: SiteContext, { document, part = 1, maxChars = MAX_READ, since }) {
    const target = await findPage(context, document?.id)
    if (target.refused) return target.refused
    const { entry, tree } = target.found
    const revision = await revisionOf(context, entry.id)
    const beside = revision === undefined ? {} : { revision: revision.text }
    const warnings: string[] = []
    if (since !== undefined) {
      const changes = await changesSince(context, entry, tree, since, maxChars)
      if (changes.ok) return ok({ document: pageReference(entry), ...changes.read }, beside)
      warnings.push(`${changes.reason} Here is the whole document.`)
    }
    const parts = readParts(context.site, entry, tree, maxChars)
    const found = parts[part - 1]
    if (found) return ok({ document: pageReference(entry), ...found }, { ...beside, warnings })
    const message = `It has ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}; there is no part ${part}.`
    return fail('no_such_part', message, { path: '/part', hint: 'Begin with part 1 and follow pageInfo.nextPart.' })
  },
})

/** The heads of the site and of a document: the same as long as nothing in them changes. Unknown without the server. */
async function revisionOf(
  { services, siteId }: SiteContext,
  documentId: string,
): Promise<{ text: string } | undefined> {
  if (!services?.changes || siteId === undefined) return undefined
  const heads = [await services.changes.head(siteId), await services.changes.head(documentId)]
  return heads.includes(undefined) ? undefined : { text: heads.join('.') }
}
