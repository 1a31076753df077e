import { entryIdentity, type Renamed } from '@atelier/content'
import type { CommittedDocument, DocumentCommit } from '@atelier/documents'

/**
 * The documents of entries without an edit of their own: they follow a change of their model, or another name of what they refer
 * to. A merge brings edits of its own.
 */
export function followers({ documents, source }: DocumentCommit): ReadonlySet<string> {
  if (source !== 'edit' && source !== 'undo' && source !== 'redo') return new Set()
  const named = new Set(documents.filter((each) => newName(each) !== undefined).map(({ documentId }) => documentId))
  const isModelChange = documents.some(({ kind }) => kind === 'content')
  if (!isModelChange && named.size === 0) return new Set()
  const changed = documents.filter(({ kind, event }) => kind === 'entry' && event === 'changed')
  return new Set(changed.flatMap(({ documentId }) => (named.has(documentId) ? [] : documentId)))
}

/** The name that an entry has before the commit and not after it. */
export function nameTakenAway(document: CommittedDocument): string | undefined {
  const before = document.event === 'changed' || document.event === 'removed' ? nameBefore(document) : undefined
  const { event, after } = document
  const stays = event !== 'removed' && after.get('deleted') !== true && entryIdentity(after)?.id === before
  return before === undefined || stays ? undefined : `${entryIdentity(document.before)?.model}/${before}`
}

/** The new name of an entry that the commit renames. */
export function newName(document: CommittedDocument): Renamed | undefined {
  const { event, after } = document
  const before = event === 'changed' ? nameBefore(document) : undefined
  const born = entryIdentity(after)
  if (before === undefined || !born || after.get('deleted') === true || born.id === before) return undefined
  return { model: born.model, from: before, to: born.id }
}

/** The id that an entry had before; undefined if it was deleted then. */
export function nameBefore({ before }: CommittedDocument): string | undefined {
  if (before.get('deleted') === true) return undefined
  return entryIdentity(before)?.id
}
