import { fail } from '@atelier/operation'
import type { ContentContext } from '../../context/context.ts'
import { readEntry, writeValues } from '../../entry/entryDocument.ts'
import { replaceReference } from '../../entry/replaceReference.ts'
import type { ContentSchema } from '../../model/definition.ts'
import { isList, memberOf } from '../../model/json.ts'
import { fieldOf } from '../../model/named.ts'
import { findLostReferences, type LostReference } from '../shared/lostReferences.ts'
import { type Attempt, type EntriesWritten, entryWritten, firstOf, got, openForWriting } from '../shared/support.ts'

/** By the entry that does not exist, `author/ann`, the id that references to it get; null clears them. */
export type Replacements = Readonly<Record<string, string | null>>

const nameOfTarget = ({ target }: LostReference) => `${target.model}/${target.id}`

/**
 * Clears references that lead to nothing, or points them elsewhere. A reference that its field requires is kept, with a finding.
 * @param wanted `clear` for all of them
 */
export async function mendReferences(
  context: ContentContext,
  schema: ContentSchema,
  wanted: 'clear' | Replacements,
): Promise<Attempt<EntriesWritten>> {
  const lost = await findLostReferences(context, schema)
  const chosen = wanted === 'clear' ? lost : lost.filter((each) => Object.hasOwn(wanted, nameOfTarget(each)))
  if (wanted !== 'clear') {
    const wrong = await refuseReplacements(context, wanted, lost)
    if (wrong) return { ok: false, result: wrong }
  }
  const { now, left } = firstOf(chosen)
  const written: EntriesWritten = { entries: [], findings: [], left }
  for (const each of now) {
    const model = schema.models.find(({ id }) => id === each.model)
    const entry = model && (await openForWriting(context, model, each.entry))
    const field = model && fieldOf(model, each.field)
    if (!model || !entry || !field) continue
    const { target, locale, field: name } = each
    const value = memberOf(readEntry(entry.draft, model).locales[locale]?.values ?? {}, name)
    if (value === undefined) continue
    const becomes = wanted === 'clear' ? undefined : (wanted[nameOfTarget(each)] ?? undefined)
    const next = replaceReference(field.definition, value, target.model, target.id, becomes)
    const isEmpty = next === undefined || (isList(next) && next.length < (field.definition.min ?? 0))
    if (isEmpty && field.definition.required === true) {
      const message = `“${name}” needs a value, so that its reference to ${nameOfTarget(each)} stays.`
      const hint = 'Point it elsewhere: references {"model/id": "another id"}.'
      const at = { model: model.id, entry: each.entry, locale, field: name }
      written.findings.push({ severity: 'warning', code: 'required_reference', message, hint, ...at })
      continue
    }
    const changed = writeValues(entry.draft, model, locale, { [name]: next ?? null })
    if (changed.length > 0)
      written.entries.push(entryWritten({ model, whole: schema }, entry.draft, locale, changed).entry)
  }
  return got(written)
}

async function refuseReplacements({ reader }: ContentContext, wanted: Replacements, lost: readonly LostReference[]) {
  const names = new Set(lost.map(nameOfTarget))
  for (const [name, id] of Object.entries(wanted)) {
    if (!names.has(name))
      return fail('not_lost', `Nothing refers to ${name.slice(0, 200)}, or it exists.`, {
        path: '/references',
        hint: names.size === 0 ? 'No reference is lost.' : `Lost are ${[...names].slice(0, 10).join(', ')}.`,
      })
    const model = name.slice(0, name.indexOf('/'))
    if (id !== null && !(await reader.entry(model, id)))
      return fail('unknown_entry', `There is no ${model}/${id.slice(0, 200)} to point to.`, { path: '/references' })
  }
  return undefined
}
