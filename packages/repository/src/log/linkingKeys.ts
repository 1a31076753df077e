import type { ContentSchema, FieldDefinition } from '@atelier/content'
import { type RawBuilder, sql } from 'kysely'

/** Patterns that are looked for; with more, every change counts as one that links. */
const MOST_PATTERNS = 40

/** The key that makes an entry, on which references to it depend. */
const BIRTH = '"entry"'
/** Keys that decide whether an entry is still there, what it is called, and which values are published. */
const ownKeys = ['"id"', '"deleted"', ':published"']

/**
 * How the patches of a change are linked with other entries: 2 if it may depend on them, such as by references and unique
 * values, 1 if it makes an entry on which others may depend, 0 if neither. It may be more where a text only looks like it.
 */
export function touchesLinks(schema: Pick<ContentSchema, 'models'> | undefined): RawBuilder<number> {
  const fields = (schema?.models ?? []).flatMap((model) =>
    model.fields.flatMap(({ key, definition }) => (isLinking(definition) ? [`/${key}"`] : [])),
  )
  const patterns = [...new Set([...ownKeys, ...fields])]
  if (patterns.length > MOST_PATTERNS) return sql<number>`2`
  const found = patterns.map((text) => sql`patches like ${`%${text}%`}`)
  const depends = sql.join(found, sql` or `)
  return sql<number>`case when kind <> 'entry' or ${depends} then 2 when patches like ${`%${BIRTH}%`} then 1 else 0 end`
}

/** Whether values of a field refer to other entries, or have to differ from theirs. */
const isLinking = ({ type, unique, items, fields = {} }: FieldDefinition): boolean =>
  unique === true ||
  type === 'relation' ||
  type === 'relations' ||
  (typeof items === 'object' && isLinking(items)) ||
  Object.values(fields).some(isLinking)
