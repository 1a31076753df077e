import { type Draft, equalJson, type Json, type View } from '@atelier/documents'
import { createRests } from '@atelier/operation'
import { rulePrefix } from '../css/records.ts'
import { storedRule } from '../css/rules.ts'
import { splitKey } from '../document/node.ts'
import { page as pageEntry } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { mergeLists, mergeWords } from '../text/mergeWords.ts'
import { dropDeletedByOthers } from './deleted.ts'
import type { SeenDocument } from './memory.ts'
import { recordField, storedRecord } from './record.ts'

/** A value that a call would change, and that others have changed since the conversation read it. */
export interface Overlap {
  /** Names it for a model. */
  what: string
  theirs: string
  mine: string
}

export interface HeldWrite {
  /** Names of what others changed and the call would have put back: theirs stays. */
  kept: string[]
  /** Names of the texts that hold the words of both now, with what they are. */
  merged: string[]
  overlaps: Overlap[]
}

/** The most text that one merge compares, in characters. */
const MAX_MERGED = 200_000
/** Fields that say nothing that one writes: where a thing is in an order, and when it was changed. */
const BESIDE: ReadonlySet<string> = new Set(['', 'attributes', 'before', 'updatedAt', 'createdAt'])

/**
 * Holds what a call wrote in a document against what its conversation last read of it, field by field: a value that the
 * call leaves as it was read stays as others made it, texts that both changed are merged by words, and what both made another
 * is an overlap. Writes to the draft.
 */
export async function holdWrite(draft: Draft, seen: SeenDocument, isPage: boolean): Promise<HeldWrite> {
  const held: HeldWrite = { kept: [], merged: [], overlaps: [] }
  const base = draft.feed?.base
  if (!base) return held
  const rest = createRests()
  for (const key of [...(draft.feed?.written() ?? [])]) {
    await rest()
    const [owner, field = ''] = splitKey(key)
    if (BESIDE.has(field)) continue
    const known = seen.get(owner)
    if (!known) {
      if (isPage && field === 'deleted' && keepOthersNode(draft, base, seen, owner)) held.kept.push(nameOf(base, owner))
      continue
    }
    const [was, theirs, mine] = [
      recordField(known.stored, field),
      recordField(storedRecord(base, owner), field),
      recordField(storedRecord(draft, owner), field),
    ]
    if (equalJson(mine, theirs)) continue
    if (isPage && field === 'deleted' && mine === true) {
      held.overlaps.push(...overlapInside(base, seen, owner))
      continue
    }
    if (equalJson(was, theirs)) continue
    const merged = mergedText(field, was, mine, theirs)
    if (equalJson(was, mine)) {
      putBack(draft, base, key)
      held.kept.push(nameOf(base, owner, field))
    } else if (merged !== undefined) {
      draft.set(key, merged)
      held.merged.push(`${nameOf(base, owner, field)}, now ${quotedValue(merged)}`)
    } else
      held.overlaps.push({ what: nameOf(base, owner, field), theirs: quotedValue(theirs), mine: quotedValue(mine) })
  }
  if (isPage) held.kept.push(...dropDeletedByOthers(draft, base, seen).map((tag) => `${tag} is deleted`))
  return held
}

/** A text with the words of both; undefined if it is none, or both changed the same words. */
function mergedText(field: string, was: Json | undefined, mine: Json | undefined, theirs: Json | undefined) {
  if (typeof was !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined
  if (was.length + mine.length + theirs.length > MAX_MERGED) return undefined
  if (field === 'text') {
    const { text, conflicts } = mergeWords(was, mine, theirs)
    return conflicts.length > 0 ? undefined : text
  }
  if (field !== 'content') return undefined
  const lines = (text: string) => text.split(/(?<=\n)/)
  const chunks = mergeLists(lines(was), lines(mine), lines(theirs), (line) => line)
  return chunks.some(({ conflict }) => conflict)
    ? undefined
    : chunks.flatMap((chunk) => (chunk.conflict ? [] : chunk.items)).join('')
}

function putBack(draft: Draft, base: View, key: string): void {
  const value = base.get(key)
  if (value === undefined) draft.delete(key)
  else draft.set(key, value)
}

/** Leaves a node that others have put in since: a text that was read before does not have it. Returns whether it stays. */
function keepOthersNode(draft: Draft, base: View, seen: SeenDocument, id: string): boolean {
  const tree = readTree(base)
  const node = tree.node(id)
  const parent = node && seen.get(node.parent)
  if (!node || !parent?.children || parent.children.includes(id) || !readTree(draft).node(node.parent)) return false
  putBack(draft, base, `${id}/deleted`)
  return true
}

/** The first change of others inside a node that is deleted; none if there is no such change. */
function overlapInside(base: View, seen: SeenDocument, top: string): Overlap[] {
  const tree = readTree(base)
  for (const { id } of tree.walk(top)) {
    const known = seen.get(id)
    if (known && equalJson(known.stored, storedRecord(base, id))) continue
    if (!known && !isAdded(tree, seen, id)) continue
    return [{ what: nameOf(base, id), theirs: shortenedText(tree, id), mine: 'nothing: it would be gone' }]
  }
  return []
}

/** Whether a node was put into an element since that was read. */
export function isAdded(tree: PageTree, seen: SeenDocument, id: string): boolean {
  const children = seen.get(tree.node(id)?.parent ?? '')?.children
  return !seen.has(id) && children !== undefined && !children.includes(id)
}

/** A node by its tag and uid, a rule by its selector, a token or script by its key. */
export function nameOf(view: View, owner: string, field?: string): string {
  if (owner.startsWith(rulePrefix)) {
    const rule = storedRule(view, owner.slice(rulePrefix.length))
    const declaration = rule?.declarations.find(({ id }) => field === `d:${id}`)
    return `the rule ${rule?.selector ?? owner}${declaration ? ` ${declaration.name}` : ''}`
  }
  if (owner.startsWith('page:')) {
    const entry = pageEntry(view, owner.slice('page:'.length))
    const page = `the page ${entry ? `“${entry.title}”` : owner}`
    return field === undefined ? page : `${field} of ${page}`
  }
  if (owner.includes(':')) return field === undefined ? owner : `${owner} ${field}`
  const tree = readTree(view)
  const node = tree.anyNode(owner)
  const element = node?.kind === 'element' ? node : node && tree.anyNode(node.parent)
  const name = element ? `<${element.tag} uid="${element.id}">` : owner
  return field === undefined || field === 'text' ? name : `${field.replace(/^attr:/, '')} of ${name}`
}

export function shortenedText(tree: PageTree, id: string): string {
  let text = ''
  for (const node of tree.walk(id)) {
    if (node.kind === 'text') text += node.text
    if (text.length > MAX_SHOWN) break
  }
  return quotedValue(text.trim())
}

const MAX_SHOWN = 300

function quotedValue(value: Json | undefined): string {
  if (value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.slice(0, MAX_SHOWN).toWellFormed()}${text.length > MAX_SHOWN ? ' …' : ''}”`
}
