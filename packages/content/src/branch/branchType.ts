import type { ChangedDocument, ChangeLine, DocumentType, Json, Patch, UndoGuard, View } from '@atelier/documents'
import { excerpt } from '@atelier/operation'
import { entryIdentity } from '../entry/entryDocument.ts'
import { isRecord } from '../model/json.ts'
import {
  isEntryKey,
  isOwnKey,
  readState,
  readValueKey,
  toBranchEntry,
  toBranchValue,
  valueKey,
} from './branchDocument.ts'
import { valueName } from './names.ts'

/** Characters of a value that a line shows. */
const SHOWN = 80
const MAX_TITLE = 200
const MAX_ABOUT = 4_000

/** Changes that are not applied yet. */
export const branchType: DocumentType = {
  kind: 'branch',
  version: 1,
  accepts: checkBranchValue,
  undoGuard: branchUndoGuard,
  staysWith: isOwnKey,
  hidden: { key: 'state', value: 'rejected' },
  describe: (document, all) => ({
    title: `Branch “${changedTitle(document)}”`,
    lines: document.patches.map((patch) => patchLine(patch, document, all)),
  }),
}

function changedTitle({ before, after }: ChangedDocument): string {
  const title = after.get('title') ?? before.get('title')
  return typeof title === 'string' ? title : ''
}

function patchLine(
  { key, before, after }: Patch,
  { after: view }: ChangedDocument,
  all: readonly ChangedDocument[],
): ChangeLine {
  const place = readValueKey(key)
  if (place) {
    const label = changeLabel(place, view, all)
    return { what: 'value', label, part: key, ...sidesOf(shownBy(before, after), shownBy(after, before)) }
  }
  const created = isEntryKey(key) ? toBranchEntry(after ?? before) : undefined
  if (!created) return { what: key, label: key, part: key, ...sidesOf(before, after) }
  const { kind } = sidesOf(before, after)
  return { kind, what: 'entry', label: `${created.model}/${created.id}`, part: key }
}

/**
 * The part that the branch shows with one side of a change: the value that it had when the branch was written, if it has
 * none.
 */
function shownBy(side: Json | undefined, other: Json | undefined): Json | undefined {
  const own = toBranchValue(side)
  return own ? own.value : toBranchValue(other)?.base
}

function changeLabel(
  place: { documentId: string; key: string },
  branch: View,
  all: readonly ChangedDocument[],
): string {
  const own = toBranchEntry(branch.get(place.documentId))
  const changed = all.find(({ documentId }) => documentId === place.documentId)?.after
  const known = own ?? (changed && entryIdentity(changed))
  const { model, locale, field } = valueName(place.key, changed ?? branch, undefined)
  const entry = known ? `${known.model}/${known.id}` : model
  return [entry, locale === '*' ? '' : locale, field].filter((part) => part !== '').join(' · ')
}

function sidesOf(before: Json | undefined, after: Json | undefined): Pick<ChangeLine, 'kind' | 'before' | 'after'> {
  return {
    kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...(before === undefined ? {} : { before: valueText(before) }),
    ...(after === undefined ? {} : { after: valueText(after) }),
  }
}

function valueText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return excerpt(text, SHOWN)
}

/** The fault of a value that a tab sets: only operations merge, reject and reopen a branch. */
function checkBranchValue(
  key: string,
  value: Json | undefined,
  read: (key: string) => Json | undefined,
): string | undefined {
  if (['state', 'name', 'session', 'merge_at', 'merge_models', 'merge_set'].includes(key)) {
    return 'A branch is named, merged and rejected by operations.'
  }
  if (readState({ get: read, has: (wanted) => read(wanted) !== undefined, keys: () => [] }) !== 'open') {
    return 'This branch is closed. Nothing is written to it any more.'
  }
  if (key === 'title')
    return isShortText(value, MAX_TITLE) ? undefined : `A title is a text of up to ${MAX_TITLE} characters.`
  if (key === 'about')
    return isShortText(value, MAX_ABOUT) ? undefined : `This is a text of up to ${MAX_ABOUT} characters.`
  if (readValueKey(key)) {
    return hasOnly(value, ['base', 'value', 'by', 'seen', 'under']) &&
      isTextOrNone(value.by) &&
      isTextOrNone(value.seen)
      ? undefined
      : 'A value of a branch has the members base, value, by, seen and under alone.'
  }
  return isEntryKey(key) && hasOnly(value, ['model', 'id', 'by']) && toBranchEntry(value) && isTextOrNone(value.by)
    ? undefined
    : 'An entry of a branch has the members model, id and by alone.'
}

const isShortText = (value: Json | undefined, most: number): boolean =>
  typeof value === 'string' && value.length <= most
const isTextOrNone = (value: Json | undefined): boolean => value === undefined || typeof value === 'string'

function hasOnly(value: Json | undefined, members: readonly string[]): value is Readonly<Record<string, Json>> {
  return isRecord(value) && Object.keys(value).every((member) => members.includes(member))
}

const OTHERS_WRITE = 'Others have written in this entry since.'

/** An entry that a branch makes stays as a whole while the branch holds values of others in it. */
export function branchUndoGuard(view: View, patch: Patch, ownKeys: ReadonlySet<string>): ReturnType<UndoGuard> {
  if (patch.before !== undefined) return undefined
  const place = readValueKey(patch.key)
  if (place) {
    const created = toBranchEntry(view.get(place.documentId))
    const isOfMaker = created?.by !== undefined && created.by === toBranchValue(patch.after)?.by
    return isOfMaker && !ownKeys.has(place.documentId) ? OTHERS_WRITE : undefined
  }
  if (!isEntryKey(patch.key)) return undefined
  return [...view.keys(valueKey(patch.key, ''))].some((key) => !ownKeys.has(key)) ? OTHERS_WRITE : undefined
}
