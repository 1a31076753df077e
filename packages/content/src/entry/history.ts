import {
  applyPatches,
  createMemoryView,
  type Draft,
  equalJson,
  type Json,
  type Patch,
  type View,
} from '@atelier/documents'
import type { Model } from '../model/definition.ts'
import { changedSince } from './digest.ts'
import type { ChangeSource } from './entry.ts'
import { keyPlace, readEntry, readValue } from './entryDocument.ts'
import { sourceChanges } from './sharedFields.ts'

/** One commit on the document of an entry, as the log of changes has it. */
export interface LoggedEdit {
  seq: number
  /** Epoch milliseconds. */
  at: number
  by: { kind: 'hand' | 'agent'; userId: string; runId?: string }
  /** The source of the commit, such as `edit`, `tab` or `undo`. */
  source: string
  label?: string
  changeSetId?: string
  patches: readonly Patch[]
}

/** The change of one field by one edit. */
export interface FieldEdit {
  /** `*` for what is of no locale. */
  locale: string
  /** The name of the field as it is now; with a colon in front for what is beside the values, such as `:status`. */
  field: string
  before?: Json
  after?: Json
}

export interface HistoryStep extends Omit<LoggedEdit, 'patches' | 'source'> {
  source: ChangeSource
  fields: FieldEdit[]
}

/** Who changed a field last. */
export type Blame = Pick<FieldEdit, 'locale' | 'field'> & Pick<HistoryStep, 'seq' | 'at' | 'by' | 'source'>

/**
 * The changes of an entry's edits, field by field, the newest first.
 * @param view the entry as it is now
 * @param edits its newest ones without a gap, the oldest first
 */
export function historyOf(view: View, model: Model, edits: readonly LoggedEdit[]): HistoryStep[] {
  const state = rewind(view, edits)
  return edits
    .flatMap(({ patches, source, ...edit }): HistoryStep[] => {
      const places = new Map(
        patches.flatMap(({ key }) => {
          const place = keyPlace(key, model)
          return place ? [[`${place.locale}/${place.field}`, place] as const] : []
        }),
      )
      const before = [...places.values()].map(({ locale, field }) => readValue(state, model, locale, field))
      applyPatches(state, patches)
      const fields = [...places.values()].flatMap(({ locale, field }, i): FieldEdit[] => {
        const [from, to] = [before[i], readValue(state, model, locale, field)]
        if (equalJson(from, to)) return []
        return [
          {
            locale,
            field,
            ...(from === undefined ? {} : { before: from }),
            ...(to === undefined ? {} : { after: to }),
          },
        ]
      })
      return fields.length === 0 ? [] : [{ ...edit, source: edit.by.kind === 'agent' ? 'agent' : 'human', fields }]
    })
    .reverse()
}

/** Who changed each field last that the edits changed and that still has a value. */
export function blameOf(view: View, model: Model, history: readonly HistoryStep[]): Blame[] {
  const found = new Map<string, Blame>()
  for (const { fields, seq, at, by, source } of history) {
    for (const { locale, field } of fields) {
      const name = `${locale}/${field}`
      if (found.has(name) || readValue(view, model, locale, field) === undefined) continue
      found.set(name, { locale, field, seq, at, by, source })
    }
  }
  return [...found.values()]
}

/**
 * Changes since to the values that a translation was made from: the names of the fields, each with the value that was
 * translated, where the edits tell that. Empty where the digest does not tell which ones have.
 * @param source the locale that it was translated from
 * @param digest of its values then, as `digestOf` made it
 */
export function changedSource(
  view: View,
  model: Model,
  edits: readonly LoggedEdit[],
  { source, digest }: { source: string; digest: string },
): { field: string; before?: Json }[] {
  const names = sourceChanges(readEntry(view, model).locales[source]?.values ?? {}, digest, model) ?? []
  if (names.length === 0) return []
  const history = historyOf(view, model, edits)
  return names.map((field) => {
    for (const { fields } of history) {
      const edit = fields.find((each) => each.locale === source && each.field === field)
      if (edit?.before === undefined || changedSince({ value: edit.before }, digest)?.length !== 0) continue
      return { field, before: edit.before }
    }
    return { field }
  })
}

/** The entry as it was before the first of the edits. */
export function rewind(view: View, edits: readonly LoggedEdit[]): Draft {
  const state = createMemoryView()
  for (const key of view.keys()) {
    const value = view.get(key)
    if (value !== undefined) state.set(key, value)
  }
  const seen = new Set<string>()
  for (const { patches } of edits) {
    for (const { key, before } of patches) {
      if (seen.has(key)) continue
      seen.add(key)
      if (before === undefined) state.delete(key)
      else state.set(key, before)
    }
  }
  return state
}
