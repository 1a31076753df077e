import type { HistoryChange } from '../session/handles.ts'

/** The changes that one person or run made in one go: the edits of a change set, or of a person within a short time. */
export interface ChangeGroup {
  /** The numbers of its edits, the newest first. */
  seqs: readonly number[]
  by: HistoryChange['by']
  /** When its last edit was made, in ISO 8601. */
  at: string
  label: string | undefined
  /** Each changed value, as it was before the first edit and after the last one. */
  fields: readonly HistoryChange['fields'][number][]
}

/** A person's edits are one change while they are less than this apart, in milliseconds. */
const TOGETHER_MS = 60_000
/** Edits of one change: as many as one call takes back. */
const MOST_EDITS = 200

/** Joins the edits of an entry, the newest first, to the changes that a person thinks of. */
export function joinEntryChanges(changes: readonly HistoryChange[]): ChangeGroup[] {
  const groups: HistoryChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const later = group?.at(-1)
    if (group && later && group.length < MOST_EDITS && isSameChange(later, change)) group.push(change)
    else groups.push([change])
  }
  return groups.flatMap((group) => {
    const [newest] = group
    return newest ? [joinChanges(newest, group)] : []
  })
}

function isSameChange(later: HistoryChange, earlier: HistoryChange): boolean {
  if (later.by.kind !== earlier.by.kind || later.by.userId !== earlier.by.userId) return false
  if (later.by.kind === 'agent') return later.by.runId !== undefined && later.by.runId === earlier.by.runId
  if (later.changeSetId !== undefined && later.changeSetId === earlier.changeSetId) return true
  const names = (change: HistoryChange) => change.fields.map(({ locale, field }) => `${locale}/${field}`).join(' ')
  return Date.parse(later.at) - Date.parse(earlier.at) < TOGETHER_MS && names(later) === names(earlier)
}

function joinChanges(newest: HistoryChange, group: readonly HistoryChange[]): ChangeGroup {
  const fields = new Map<string, HistoryChange['fields'][number]>()
  for (const change of group) {
    for (const { before, ...field } of change.fields) {
      const key = `${field.locale}/${field.field}`
      const known = fields.get(key) ?? field
      const { locale, field: name, after } = known
      fields.set(key, {
        locale,
        field: name,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })
    }
  }
  return {
    seqs: group.map(({ seq }) => seq),
    by: newest.by,
    at: newest.at,
    label: newest.label,
    fields: [...fields.values()],
  }
}
