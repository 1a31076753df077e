import type { DraftSet } from '@atelier/documents'
import { type Envelope, fail, isRecord, type Operation } from '@atelier/operation'
import { codeByPath } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import type { FileMemory } from '../context/services.ts'
import { type HeldWrite, holdWrite } from './hold.ts'
import type { ReadingMemory } from './memory.ts'
import { noteCode, notePageEntry, noteRules, noteShownNodes, noteTokens, noteWholePage, noteWritten } from './note.ts'

/** The reads whose results show the rules that apply. */
const SHOW_RULES: ReadonlySet<string> = new Set(['read_document', 'getNodeStyles', 'getStyle', 'listStyles'])
/** The operations whose results show files. */
const SHOW_FILES: ReadonlySet<string> = new Set(['readFile', 'editFiles', 'editBlock'])
/** How many overlaps a refusal names, and how many changes of others a warning. */
const NAMED = 8

export interface Conversation {
  memory: ReadingMemory
  siteId: string
  operation: Pick<Operation, 'name' | 'effect' | 'fromReading'>
  /** The documents of the files that the call has shown or written. */
  files: ReadonlyMap<string, ReadonlySet<string>>
}

/** Notes the documents of each file that a call reads or writes. */
export function watchFiles(files: FileMemory): { files: FileMemory; shown: Map<string, Set<string>> } {
  const shown = new Map<string, Set<string>>()
  return {
    shown,
    files: {
      ...files,
      async remember(file, heads) {
        shown.set(file, new Set(Object.keys(heads)))
        await files.remember(file, heads)
      },
    },
  }
}

/**
 * Holds a call of a conversation against what that has read, and notes what it has read and written since.
 * @param opened the documents that the call has opened
 * @returns the result of the call; `changed_meanwhile` if it would take back what others have changed
 */
export async function finishCall(
  context: SiteContext,
  conversation: Conversation,
  result: Envelope,
  opened: readonly string[],
): Promise<Envelope> {
  const held = await holdCall(context, conversation, result, opened)
  await conversation.memory.prepare()
  return held
}

async function holdCall(
  context: SiteContext,
  conversation: Conversation,
  result: Envelope,
  opened: readonly string[],
): Promise<Envelope> {
  if (!result.ok) return result
  if (conversation.operation.effect === 'read') {
    await noteRead(context, conversation, result.data)
    return result
  }
  const done = await holdWritten(context, conversation, result, opened)
  if (done.ok) await noteFiles(context, conversation)
  return done
}

/** The parts of a site that a call of another scope has shown. */
export interface Shown {
  /** Elements with all in them. */
  nodes: readonly { documentId: string; nodeId: string }[]
  /** Pages with their settings. */
  pages: readonly string[]
}

/** Does the same for a call of another scope, which says itself what it has shown. */
export async function finishOtherCall(
  context: Pick<SiteContext, 'site' | 'drafts'>,
  conversation: Omit<Conversation, 'files'>,
  result: Envelope,
  call: { opened: readonly string[]; shown: Shown },
): Promise<Envelope> {
  const { memory, siteId, operation } = conversation
  if (!result.ok) return result
  const done = operation.effect === 'read' ? result : await holdWritten(context, conversation, result, call.opened)
  if (done.ok) {
    for (const { documentId, nodeId } of call.shown.nodes) {
      const page = await context.drafts.open(documentId)
      if (page) await noteWholePage(memory, documentId, page, nodeId)
    }
    for (const id of call.shown.pages) notePageEntry(memory, siteId, context.site, id)
  }
  await memory.prepare()
  return done
}

/** Holds what a call wrote against what its conversation has read, and notes what it wrote. */
async function holdWritten(
  { drafts }: Pick<SiteContext, 'drafts'>,
  conversation: Omit<Conversation, 'files'>,
  result: Envelope,
  opened: readonly string[],
): Promise<Envelope> {
  const { memory, siteId, operation } = conversation
  const held = operation.fromReading ? await holdAll(drafts, conversation, opened) : undefined
  const refused = held && overlapRefused(held)
  if (refused) return refused
  for (const id of opened) {
    const draft = await drafts.open(id)
    if (draft) await noteWritten(memory, { documentId: id, draft, isPage: id !== siteId })
  }
  const warnings = held ? heldWarnings(held) : []
  if (warnings.length === 0 || !result.ok) return result
  return { ...result, warnings: [...(result.warnings ?? []), ...warnings] }
}

async function holdAll(
  drafts: DraftSet,
  { memory, siteId }: Pick<Conversation, 'memory' | 'siteId'>,
  opened: readonly string[],
) {
  const all: HeldWrite = { kept: [], merged: [], overlaps: [] }
  for (const id of opened) {
    const seen = memory.seen(id)
    const draft = seen && (await drafts.open(id))
    if (!seen || !draft) continue
    const held = await holdWrite(draft, seen, id !== siteId)
    all.kept.push(...held.kept)
    all.merged.push(...held.merged)
    all.overlaps.push(...held.overlaps)
  }
  return all
}

function overlapRefused({ overlaps }: HeldWrite): Envelope<never> | undefined {
  if (overlaps.length === 0) return undefined
  const lines = overlaps
    .slice(0, NAMED)
    .map(({ what, theirs, mine }) => `${what}: it is now ${theirs}, and you would write ${mine}.`)
  const more = overlaps.length > NAMED ? ` And ${overlaps.length - NAMED} more.` : ''
  return fail(
    'changed_meanwhile',
    `Nothing was written. Others have changed what you have read since. ${lines.join('\n')}${more}`,
    { hint: 'Read it again, and write what should stay of both.' },
  )
}

function heldWarnings({ kept, merged }: HeldWrite): string[] {
  const named = (all: readonly string[]) => [...new Set(all)].slice(0, NAMED).join(', ')
  return [
    ...(kept.length > 0 ? [`Others have changed this since you read it, and that stays: ${named(kept)}.`] : []),
    ...(merged.length > 0
      ? [`Others have written here since you read it; the words of both are there: ${named(merged)}.`]
      : []),
  ]
}

async function noteRead(context: SiteContext, conversation: Conversation, data: unknown): Promise<void> {
  const { memory, siteId, operation } = conversation
  const { site, drafts } = context
  for (const id of shownDocuments(context, data)) {
    const page = await drafts.open(id)
    if (page) await noteShownNodes(memory, id, page, data)
  }
  if (SHOW_RULES.has(operation.name)) await noteRules(memory, siteId, site)
  if (operation.name === 'list_tokens') {
    noteTokens(memory, siteId, site)
    await noteRules(memory, siteId, site)
  }
  const path = operation.name === 'read_code_asset' && isRecord(data) ? data.path : undefined
  const code = typeof path === 'string' ? codeByPath(site, path) : undefined
  if (code) noteCode(memory, siteId, site, code.id)
  await noteFiles(context, conversation)
}

function shownDocuments({ editor }: SiteContext, data: unknown): Set<string> {
  const named = isRecord(data) ? [data.pageId, isRecord(data.document) ? data.document.id : undefined] : []
  return new Set([...named, editor.documentId].filter((id) => typeof id === 'string'))
}

/** Notes everything that a file shows: the nodes of a page, the rules of a stylesheet, a script. */
async function noteFiles(
  { site, drafts }: SiteContext,
  { memory, siteId, files, operation }: Conversation,
): Promise<void> {
  if (!SHOW_FILES.has(operation.name)) return
  for (const [file, documentIds] of files) {
    for (const id of documentIds) {
      const page = id === siteId ? undefined : await drafts.open(id)
      if (page) await noteWholePage(memory, id, page)
    }
    const code = codeByPath(site, file)
    if (code) noteCode(memory, siteId, site, code.id)
    else if (file.endsWith('.css')) await noteRules(memory, siteId, site)
  }
}
