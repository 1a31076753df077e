import type { Envelope, Operation } from '@atelier/operation'
import { isRecord } from '@atelier/operation'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SiteContext } from '../context/context.ts'
import { homePage, type PageEntry, page as pageEntry } from '../document/pages.ts'
import { PlacedRef, pageReference } from './shared/documentRef.ts'

const Placed = Type.Object({ document: PlacedRef })
/** Returned only to a run, so that the result of a user's own call depends on the content only. */
const MOVED = 'This is the current document now: calls that name no document mean it.'
const NOT_KEPT =
  'Only within a run does a document stay open. Each call from outside names its own, or means the home page.'
const OnPage = Type.Object({ pageId: Type.String() })

/**
 * The operation as it is offered: a write says in `data.document` on which page, template or component it was made. In a
 * run that document is the current one from then on, which later calls mean if they name none, and a write that makes
 * another document the current one says so in `data.note`. The page is the one that the result names as `pageId`; a
 * write to the whole site leaves the current document where it was.
 */
export function sayingWhere(operation: Operation<SiteContext>): Operation<SiteContext> {
  if (operation.name === 'open_document')
    return { ...operation, output: withDocument(operation.output), run: runAlone(operation) }
  if (operation.effect === 'read') return operation
  return {
    ...operation,
    output: withDocument(operation.output),
    async run(context, input, answer) {
      const before = currentDocument(context)
      const result = await operation.run(context, input, answer)
      if (!result.ok) return result
      const data = isRecord(result.data) ? result.data : {}
      const pageId = pageOf(result)
      const entry = (pageId === undefined ? undefined : pageEntry(context.site, pageId)) ?? currentDocument(context)
      if (!entry) return result
      const moved = entry.id !== before?.id && context.actor.kind === 'agent'
      return { ...result, data: { ...data, document: pageReference(entry), ...(moved ? { note: MOVED } : {}) } }
    },
  }
}

/** The page that a call names as the one it was on; a call to the whole site names none. */
export function pageOf(result: Envelope): string | undefined {
  return result.ok && Value.Check(OnPage, result.data) ? result.data.pageId : undefined
}

/** Only a run has a current document; a user's own call names its document. */
function runAlone(operation: Operation<SiteContext>): Operation<SiteContext>['run'] {
  return async (context, input, answer) => {
    const result = await operation.run(context, input, answer)
    if (!result.ok || context.actor.kind === 'agent' || !isRecord(result.data)) return result
    return { ...result, data: { ...result.data, note: NOT_KEPT } }
  }
}

/** The document that a call which names none is about; undefined if the site has no page. */
function currentDocument({ site, editor }: SiteContext): PageEntry | undefined {
  const open = editor.documentId === undefined ? undefined : pageEntry(site, editor.documentId)
  return open ?? homePage(site)
}

/** The current document of a run after a call; undefined if the call does not change it. */
export function documentAfter(
  { name, effect }: Pick<Operation, 'name' | 'effect'>,
  result: Envelope,
): string | undefined {
  const moves = effect !== 'read' || name === 'open_document'
  return moves && result.ok && Value.Check(Placed, result.data) ? result.data.document.id : undefined
}

function withDocument(output: TSchema): TSchema {
  const properties = 'properties' in output && isRecord(output.properties) ? output.properties : {}
  return { ...output, properties: { ...properties, document: PlacedRef, note: Type.Optional(Type.String()) } }
}
