import type { ChangeLine, DocumentType, Json, Patch, View } from '@atelier/documents'
import { checkPartValue } from './check.ts'
import { partIdsIn } from './dependants.ts'
import { isRecord, readBirthRecord } from './records.ts'

/** A CAD model: features, sketches, parameters and requirements. */
export const partType: DocumentType = {
  kind: 'part',
  version: 1,
  writtenByTabs: true,
  accepts: checkPartValue,
  undoGuard: keepWhatOthersUse,
  hidden: { key: 'meta/deleted', value: true },
  describe: ({ patches, before, after }) => ({
    title: 'Part',
    lines: patches.flatMap((patch) => changeLineOf(patch, before, after) ?? []),
  }),
}

/** Keeps a thing whose making is undone if a feature, a constraint or an entity of somebody else names it. */
function keepWhatOthersUse(
  view: View,
  { key, before, after }: Patch,
  ownKeys: ReadonlySet<string>,
): string | undefined {
  if (key.includes('/') || before !== undefined || after === undefined) return undefined
  for (const other of view.keys()) {
    if (other === key || ownKeys.has(other) || other.startsWith(`${key}/`)) continue
    const value = view.get(other)
    const id = other.split('/')[0] ?? ''
    if (value === undefined || view.get(`${id}/deleted`) === true || !partIdsIn(value).includes(key)) continue
    return `${nameInPart(view, id) ?? 'Something'} of another user depends on it.`
  }
  return undefined
}

function changeLineOf({ key }: Patch, before: View, after: View): ChangeLine | undefined {
  const slash = key.indexOf('/')
  const [id, field] = slash < 0 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
  if (id === 'meta')
    return field === 'run'
      ? undefined
      : { kind: 'changed', what: 'setting', label: field ?? '', part: key, ...valuesBeforeAndAfter(key, before, after) }
  const birth = readBirthRecord(after.get(id)) ?? readBirthRecord(before.get(id))
  if (!birth) return undefined
  const { kind } = birth
  const label = nameInPart(after, id) ?? nameInPart(before, id) ?? kind
  const about = { what: kind, target: id, label, part: key }
  if (field === undefined) return { ...about, kind: after.has(id) ? 'added' : 'removed', part: id }
  if (field === 'deleted') return { ...about, kind: after.get(key) === true ? 'removed' : 'added' }
  if (kind === 'point') return undefined
  const input = field.startsWith('in:') ? field.slice(3) : field
  return { ...about, kind: 'changed', label: `${label}: ${input}`, ...valuesBeforeAndAfter(key, before, after) }
}

function nameInPart(view: View, id: string): string | undefined {
  const later = view.get(`${id}/name`)
  const birth = view.get(id)
  const name = later ?? (isRecord(birth) ? birth.name : undefined)
  return typeof name === 'string' ? name : undefined
}

function valuesBeforeAndAfter(key: string, before: View, after: View) {
  const [id = '', field = ''] = key.split('/')
  // A place among others means nothing to a person.
  if (field === 'order') return {}
  const valueIn = (view: View): string | undefined => {
    const birth = readBirthRecord(view.get(id))
    const born = view.get(id)
    const first =
      birth?.kind === 'feature' && field.startsWith('in:')
        ? birth.inputs[field.slice(3)]
        : isRecord(born)
          ? born[field]
          : undefined
    return valueAsShortText(view.get(key) ?? (isJsonValue(first) ? first : undefined))
  }
  const [from, to] = [valueIn(before), valueIn(after)]
  return { ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }
}

const isJsonValue = (value: unknown): value is Json => value !== undefined

const valueAsShortText = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)
