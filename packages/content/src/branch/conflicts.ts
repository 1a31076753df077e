import { createMemoryView, equalJson, type Json, type View } from '@atelier/documents'
import type { Conflict } from '../context/comparison.ts'
import { publicationOf, translationOf } from '../entry/entryDocument.ts'
import { FIRST_BLOCK, joinBlocks } from '../entry/paragraphs.ts'
import type { ContentSchema } from '../model/definition.ts'
import type { Branch, BranchDocument, BranchValue } from './branchDocument.ts'
import { digestJson } from './digest.ts'
import { digestOfMarked, ENTRY_MARK, isMark, marksOf } from './marks.ts'
import { valueName } from './names.ts'

export type { Conflict }

/** The beginning of the keys of a text's blocks, where a key is that of its first one. */
const firstOfText = (key: string): string | undefined =>
  key.endsWith(`#${FIRST_BLOCK}`) ? key.slice(0, -FIRST_BLOCK.length) : undefined

/** A text by the beginning of the keys of its blocks. */
function textAt(view: View, prefix: string): string | undefined {
  const blocks = [...view.keys(prefix)].flatMap((key) => {
    const block = view.get(key)
    return typeof block === 'string' ? [block] : []
  })
  return blocks.length === 0 ? undefined : joinBlocks(blocks)
}

/** The result of a merge in one document: values that can be set as they are, and conflicts by key. */
export interface DocumentMerge {
  document: BranchDocument
  /** The changes that merge without a question; those that the content has already are left out. */
  clean: ReadonlyMap<string, BranchValue>
  conflicts: readonly Conflict[]
  /** The keys of digests of translations that both sides have changed: they raise no question. */
  digests: readonly string[]
}

/**
 * Compares one document's part of a branch with the document as it is.
 * @param current undefined if there is no such document; it is a conflict unless the branch makes it
 */
export function compareDocument(
  document: BranchDocument,
  current: View | undefined,
  schema: ContentSchema | undefined,
): DocumentMerge {
  const { documentId, values } = document
  const view = current ?? createMemoryView()
  const clean = new Map<string, BranchValue>()
  const conflicts: Conflict[] = []
  const digests: string[] = []
  const isGone = current === undefined && document.created === undefined
  const deletedTheirs = new Set<string>(isGone ? [ENTRY_MARK] : [])

  function add(kind: Conflict['kind'], key: string, sides: Pick<Conflict, 'base' | 'ours' | 'theirs'>, also?: Json) {
    const { base, ours, theirs } = sides
    const name = valueName(key, view, schema)
    const id = digestJson([
      documentId,
      key,
      kind,
      ...[base, ours, theirs, also].map((side) => (side === undefined ? [] : [side])),
    ])
    conflicts.push({
      id,
      ...name,
      documentId,
      key,
      kind,
      ...(isGone ? { isGone } : {}),
      ...(base === undefined ? {} : { base }),
      ...(ours === undefined ? {} : { ours }),
      ...(theirs === undefined ? {} : { theirs }),
    })
  }

  // Where a text was empty and both sides have filled it, two whole texts are in conflict, not their paragraphs.
  const texts = new Set<string>()
  for (const [key, { base = '', value }] of isGone ? [] : values) {
    const prefix = firstOfText(key)
    const theirs = view.get(key)
    if (prefix === undefined || base !== '' || equalJson(theirs, value) || (theirs ?? '') === '') continue
    if (typeof value !== 'string' || value === '') continue
    texts.add(prefix)
    const ours = createMemoryView(
      [...values].flatMap(([each, own]) => (own.value === undefined ? [] : [[each, own.value]])),
    )
    add('value', prefix, { base, ours: textAt(ours, prefix), theirs: textAt(view, prefix) })
  }
  for (const [key, own] of isGone ? [] : values) {
    const { base, value } = own
    const theirs = view.get(key)
    if (equalJson(theirs, value)) continue
    for (const mark of marksOf(key)) {
      if (view.get(mark) === true && !values.has(mark)) deletedTheirs.add(mark)
    }
    if ([...texts].some((prefix) => key.startsWith(prefix))) continue
    if (!equalJson(theirs, base)) {
      if (translationOf(key) !== undefined) digests.push(key)
      // The merge names the values that it publishes anew.
      else if (publicationOf(key) !== undefined) clean.set(key, own)
      else add('value', key, { base, ours: value, theirs })
    } else if (isMark(key) && value === true && own.seen !== digestOfMarked(view, key)) {
      add('deleted_ours', key, { ours: true }, digestOfMarked(view, key))
    } else clean.set(key, own)
  }
  for (const mark of deletedTheirs) {
    const written = [...values].filter(([key]) => marksOf(key).includes(mark))
    const ours = written.map(([key, { value }]) => (value === undefined ? [key] : [key, value]))
    add('deleted_theirs', mark, { theirs: true }, [digestOfMarked(view, mark), ours])
  }
  return { document, clean, conflicts, digests }
}

/**
 * Every value of a branch that cannot be merged without a user's decision.
 * @param viewOf the document as it is now; undefined if there is none (any more)
 */
export function conflictsOf(
  branch: Branch,
  viewOf: (documentId: string) => View | undefined,
  schema: ContentSchema | undefined,
): Conflict[] {
  return [...branch.documents.values()].flatMap((document) => {
    return [...compareDocument(document, viewOf(document.documentId), schema).conflicts]
  })
}
