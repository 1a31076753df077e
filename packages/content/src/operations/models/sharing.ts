import type { Draft } from '@atelier/documents'
import { createRests, fail } from '@atelier/operation'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { copyShared } from '../../entry/entryDocument.ts'
import { valuesDiffer } from '../../entry/sharedFields.ts'
import { readSharing, setShared, setSharing } from '../../model/contentDocument.ts'
import type { Model, ModelField } from '../../model/definition.ts'
import { type Attempt, got, MAX_ENTRIES, refusedCall } from '../shared/support.ts'

/** How many entries a refusal names. */
const MAX_NAMED = 5

/** Which fields of a model are to have one value for all languages, and which one for each. */
export interface Sharing {
  /** The model before; its fields by their keys. */
  model: Model
  wanted: ReadonlyMap<string, boolean>
  /** Whether the default language's value may be that of all where they have others. */
  takesDefault: boolean
}

/**
 * Gives fields one value for all languages, or each language its own. The former writes no entry: the default language's
 * value is shown in all, and others come back with an undo. The latter writes the value into each language first, of 500
 * entries at a time.
 * @returns how many entries are left to be looked at before the fields are of each language
 */
export async function shareFields(
  { drafts, reader, restriction }: Pick<ContentContext, 'drafts' | 'reader' | 'restriction'>,
  draft: Draft,
  { model, wanted, takesDefault }: Sharing,
): Promise<Attempt<{ left: number; differing: number }>> {
  const changed = model.fields.flatMap((field): (ModelField & { to: boolean })[] => {
    const to = wanted.get(field.name)
    return to === undefined || to === (field.shared !== undefined) ? [] : [{ ...field, to }]
  })
  if (changed.length === 0) return got({ left: 0, differing: 0 })
  if (!model.i18n || model.kind === 'dictionary')
    return refusedCall('not_translated', `${model.name} is not translated field by field.`, { path: '/fields' })
  if (restriction?.locales)
    return refusedCall('forbidden_locale', `${model.name} has entries in locales that you may not change.`, {
      path: '/fields',
    })
  const entries = await reader.entries(model.id)
  const rest = createRests()
  const differing = new Map<string, string[]>()
  for (const { name } of changed.filter(({ to }) => to)) {
    for (const { id, settled } of entries) {
      await rest()
      if (settled && valuesDiffer(settled.locales, name)) differing.set(name, [...(differing.get(name) ?? []), id])
    }
  }
  if (differing.size > 0 && !takesDefault) return { ok: false, result: refuseDiffering(differing) }
  let left = 0
  for (const { key, to } of changed) {
    if (to) {
      setSharing(draft, model.id, key, undefined)
      setShared(draft, model.id, key, true)
      continue
    }
    const more = await copyToLanguages(drafts, model, key, entries, readSharing(draft, model.id, key))
    left = Math.max(left, more.left)
    setSharing(draft, model.id, key, more.after)
    if (more.after === undefined) setShared(draft, model.id, key, false)
  }
  const ids = new Set([...differing.values()].flat())
  return got({ left, differing: ids.size })
}

/** Writes the value of a shared field into each language of the entries behind one. */
async function copyToLanguages(
  drafts: ContentContext['drafts'],
  model: Model,
  key: string,
  entries: readonly StoredEntry[],
  behind: string | undefined,
): Promise<{ after: string | undefined; left: number }> {
  const isTranslated = ({ settled, issues }: StoredEntry) =>
    issues.length > 0 || Object.values(settled?.locales ?? {}).filter(({ standIn }) => standIn !== true).length > 1
  const due = entries
    .filter((entry) => isTranslated(entry) && (behind === undefined || entry.documentId > behind))
    .sort((a, b) => (a.documentId < b.documentId ? -1 : 1))
  const now = due.slice(0, MAX_ENTRIES)
  const rest = createRests()
  for (const { documentId } of now) {
    await rest()
    const draft = await drafts.open(documentId)
    if (draft) copyShared(draft, model, key)
  }
  const left = due.length - now.length
  return { after: left > 0 ? now.at(-1)?.documentId : undefined, left }
}

function refuseDiffering(differing: ReadonlyMap<string, readonly string[]>) {
  const lines = [...differing].map(([field, ids]) => {
    const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : ''
    return `“${field}” of ${ids.slice(0, MAX_NAMED).join(', ')}${more}`
  })
  return fail('values_differ', `Languages have different values: ${lines.join('; ')}.`, {
    path: '/fields',
    hint: 'shareFields with differing: "default" shows the value of the default language in all of them.',
  })
}
