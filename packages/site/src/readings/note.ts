import { equalJson, type Json, type View } from '@atelier/documents'
import { createRests, isList, isRecord } from '@atelier/operation'
import { rulePrefix } from '../css/records.ts'
import { everyRule } from '../css/rules.ts'
import { splitKey } from '../document/node.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import type { ReadingMemory } from './memory.ts'
import { BIRTH, type StoredRecord, storedRecord } from './record.ts'

/** The nodes of a page that a result shows as HTML, with the texts in them. */
export async function noteShownNodes(
  memory: ReadingMemory,
  documentId: string,
  page: View,
  shown: unknown,
): Promise<void> {
  const tree = readTree(page)
  const rest = createRests()
  for (const text of everyText(shown)) {
    for (const [, id = ''] of text.matchAll(/ uid="([\w-]{1,64})"/g)) {
      await rest()
      noteNode(memory, documentId, page, tree, id)
    }
  }
}

/** Every node of a page, or of an element in it: a file shows it whole. */
export async function noteWholePage(
  memory: ReadingMemory,
  documentId: string,
  page: View,
  from?: string,
): Promise<void> {
  const tree = readTree(page)
  const rest = createRests()
  for (const { id, kind } of tree.walk(from)) {
    await rest()
    // The texts are noted with the elements around them.
    if (kind === 'element') noteNode(memory, documentId, page, tree, id)
  }
}

function noteNode(memory: ReadingMemory, documentId: string, page: View, tree: PageTree, id: string): void {
  if (!tree.node(id)) return
  const children = tree.children(id)
  // A deleted child is known to be gone from here on.
  for (const child of memory.seen(documentId)?.get(id)?.children ?? [])
    if (!tree.node(child)) memory.note(documentId, child, undefined)
  noteThing(memory, documentId, page, id, children)
  for (const child of children) if (child.kind !== 'element') noteThing(memory, documentId, page, child.id)
}

function noteThing(
  memory: ReadingMemory,
  documentId: string,
  view: View,
  owner: string,
  children?: readonly { id: string }[],
): void {
  const stored = storedRecord(view, owner)
  memory.note(documentId, owner, stored && { stored, ...(children ? { children: children.map(({ id }) => id) } : {}) })
}

/** So many rules are remembered; of a site with more, a framework's whole sheet, none is. */
const REMEMBERED_RULES = 10_000

/** Every rule of the site. */
export async function noteRules(memory: ReadingMemory, siteId: string, site: View): Promise<void> {
  const rules = [...everyRule(site)]
  if (rules.length > REMEMBERED_RULES) return
  const rest = createRests()
  for (const { id } of rules) {
    await rest()
    noteThing(memory, siteId, site, `${rulePrefix}${id}`)
  }
}

/** Every token of the design system. */
export function noteTokens(memory: ReadingMemory, siteId: string, site: View): void {
  for (const prefix of ['color:', 'fontToken:', 'fontFamily:', 'scale:']) {
    for (const key of site.keys(prefix)) if (!key.includes('/')) noteThing(memory, siteId, site, key)
  }
}

/** A page in the site's list, with its settings. */
export function notePageEntry(memory: ReadingMemory, siteId: string, site: View, pageId: string): void {
  noteThing(memory, siteId, site, `page:${pageId}`)
}

/** One script or stylesheet. */
export function noteCode(memory: ReadingMemory, siteId: string, site: View, id: string): void {
  noteThing(memory, siteId, site, `code:${id}`)
}

/**
 * Notes what a call has written, so that its conversation's own edits do not count as those of others. Other fields of a thing
 * that was read stay noted as they were read; a thing that was not read counts as seen in its present form.
 */
export async function noteWritten(
  memory: ReadingMemory,
  { documentId, draft, isPage }: { documentId: string; draft: View; isPage: boolean },
): Promise<void> {
  const { feed } = draft
  const base = feed?.base
  if (!feed || !base) return
  const seen = memory.seen(documentId)
  const changed = new Map<string, string[]>()
  for (const key of feed.written()) {
    if (equalJson(draft.get(key), base.get(key))) continue
    const [owner, field = BIRTH] = splitKey(key)
    const fields = changed.get(owner)
    if (fields) fields.push(field)
    else changed.set(owner, [field])
  }
  const rest = createRests()
  for (const [owner, fields] of changed) {
    await rest()
    const now = storedRecord(draft, owner)
    const known = seen?.get(owner)
    if (isPage && now && !known && !base.has(owner)) {
      // Others may put something into the new element later.
      noteThing(memory, documentId, draft, owner, readTree(draft).children(owner))
      continue
    }
    memory.note(documentId, owner, now && { ...known, stored: known ? withFields(known.stored, now, fields) : now })
  }
}

function withFields(known: StoredRecord, now: StoredRecord, fields: readonly string[]): StoredRecord {
  const record: Record<string, Json> = { ...known }
  for (const field of fields) {
    const value = now[field]
    if (value === undefined) delete record[field]
    else record[field] = value
  }
  return record
}

/** Every text in a value of JSON. */
function* everyText(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (isList(value)) for (const each of value) yield* everyText(each)
  else if (isRecord(value)) for (const each of Object.values(value)) yield* everyText(each)
}
