import type { ContentContext, WrittenEntry } from '../../context/context.ts'
import type { Referrer } from '../../context/reader.ts'
import { readEntry, writeValues } from '../../entry/entryDocument.ts'
import { replaceReference } from '../../entry/replaceReference.ts'
import { mainLocale } from '../../entry/settle.ts'
import { isList, memberOf } from '../../model/json.ts'
import { fieldOf } from '../../model/named.ts'
import { withoutStaling } from './carryTranslations.ts'
import { type Attempt, entryWritten, got, refusedCall, wholeSchema } from './support.ts'

/** A reference that is to lead elsewhere, or nowhere. */
export interface ReferenceChange {
  referrer: Referrer
  /** Its present targets. */
  model: string
  id: string
  /** The new id; undefined takes the reference out. */
  becomes: string | undefined
}

/** Changes references in the entries that hold them. Refused where a required field would be empty. */
export async function changeReferences(
  context: ContentContext,
  changes: readonly ReferenceChange[],
): Promise<Attempt<WrittenEntry[]>> {
  const whole = await wholeSchema(context)
  const written: WrittenEntry[] = []
  for (const { referrer, model: target, id, becomes } of changes) {
    const model = whole?.models.find((each) => each.id === referrer.model)
    const draft = await context.drafts.open(referrer.documentId)
    const field = model && fieldOf(model, referrer.field.split('.', 1)[0] ?? '')
    if (!whole || !model || !draft || !field) continue
    const value = memberOf(readEntry(draft, model).locales[referrer.locale]?.values ?? {}, field.name)
    if (value === undefined) continue
    const next = replaceReference(field.definition, value, target, id, becomes)
    const isEmpty = next === undefined || (isList(next) && next.length < (field.definition.min ?? 0))
    if (isEmpty && (field.definition.required === true || next !== undefined))
      return refusedCall(
        'required_reference',
        `${referrer.model}/${referrer.entry} needs a value in “${field.name}”, which refers to ${target}/${id}.`,
        { hint: 'Give that entry another value first.' },
      )
    const write = () => writeValues(draft, model, referrer.locale, { [field.name]: next ?? null })
    // The same entry by another name is no other value.
    const changed =
      becomes === undefined ? write() : withoutStaling(draft, model, mainLocale(model, whole.config), write)
    if (changed.length > 0) written.push(entryWritten({ model, whole }, draft, referrer.locale, changed).entry)
  }
  return got(written)
}
