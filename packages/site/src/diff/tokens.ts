import type { ChangeLine, Fields, View } from '@atelier/documents'
import { isTokenKey, readRecord } from '../tokens/records.ts'
import { diffLine } from './line.ts'

const WHAT: Readonly<Record<string, string>> = {
  color: 'colour',
  fontToken: 'font token',
  fontFamily: 'font',
  scale: 'scale',
}
/** The field that names a token, and the field that describes it best. */
const NAME: Readonly<Record<string, string>> = { color: 'slug', fontToken: 'name', fontFamily: 'family' }
const VALUE: Readonly<Record<string, string>> = { color: 'lightValue', fontToken: 'variable', fontFamily: 'source' }

/** The changes to colours, fonts and scales, field by field. */
export function tokenLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  const owners = new Set(keys.filter(isTokenKey).map((key) => key.split('/', 1)[0] ?? key))
  return [...owners].flatMap((key) => {
    const [kind = '', id = ''] = key.split(':', 2)
    const what = WHAT[kind] ?? kind
    const [old, now] = [readRecord(before, key), readRecord(after, key)]
    const fields = now ?? old
    if (!fields) return []
    const label =
      kind === 'scale' ? (id === 'type' ? 'Type scale' : 'Spacing scale') : tokenFieldText(fields, NAME[kind] ?? '')
    const shown = (record: Fields | undefined) => record && (tokenFieldText(record, VALUE[kind] ?? 'steps') || 'set')
    if (!old || !now) return diffLine(what, label || id, shown(old), shown(now), key, id)
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => name !== 'at').sort()
    return names.flatMap((name) =>
      diffLine(
        what,
        name === VALUE[kind] ? label : `${label} ${name}`,
        fieldText(old, name),
        fieldText(now, name),
        `${key}/${name}`,
        id,
      ),
    )
  })
}

function fieldText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

const tokenFieldText = (fields: Fields, name: string) => fieldText(fields, name) ?? ''
