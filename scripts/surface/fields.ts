type Fields = Map<string, Set<string>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fields of a JSON Schema by path (`blocks[].text`), each with the types and fixed values that it may hold. Members
 * of a union count together: what matters is which fields a reader may meet, and not how the schema groups them.
 */
export function fieldsOf(schema: unknown): Record<string, string[]> {
  const fields: Fields = new Map()
  walk(schema, '', fields)
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([path, types]) => [path, [...types].sort()]))
}

function walk(schema: unknown, path: string, fields: Fields): void {
  if (!isRecord(schema)) return
  const add = (type: string) => fields.set(path, (fields.get(path) ?? new Set()).add(type))
  const members = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => (Array.isArray(each) ? each : []))
  for (const member of members) walk(member, path, fields)
  if (members.length === 0 && path !== '') {
    if ('const' in schema) add(JSON.stringify(schema.const))
    else if (Array.isArray(schema.enum)) for (const value of schema.enum) add(JSON.stringify(value))
    else add(typeof schema.type === 'string' ? schema.type : 'any')
  }
  walk(schema.items, `${path}[]`, fields)
  for (const [name, inner] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    walk(inner, path === '' ? name : `${path}.${name}`, fields)
  }
}
