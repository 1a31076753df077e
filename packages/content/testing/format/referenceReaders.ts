import type { Json } from '@atelier/documents'

/*
 * The two readings of a frontmatter's lines by the format's own tools: neither is YAML, neither knows
 * escapes, and they differ in lists.
 */

const NUMBER = /^-?\d+(\.\d+)?$/
const inQuotes = (raw: string) => ['"', "'"].some((quote) => raw.startsWith(quote) && raw.endsWith(quote))

function scalar(raw: string): Json {
  if (inQuotes(raw)) return raw.slice(1, -1)
  if (NUMBER.test(raw)) return Number(raw)
  return raw === 'true' ? true : raw === 'false' ? false : raw === 'null' ? null : raw
}

interface Reader {
  item(raw: string): Json
  /** The value of an empty field without items. */
  empty: Json
  scalar(raw: string, isText: boolean): Json
}

/** The validator takes items of lists as they stand. */
export const validatorReader: Reader = { item: (raw) => raw, empty: [], scalar: (raw) => scalar(raw) }

/** The generated client knows which fields are texts, and takes items of lists for values. */
export const clientReader: Reader = {
  item: scalar,
  empty: {},
  scalar: (raw, isText) => (isText ? (inQuotes(raw) ? raw.slice(1, -1) : raw) : scalar(raw)),
}

/** The fields and the body of a document, as one of the readers has them. */
export function readAs(
  reader: Reader,
  text: string,
  texts: ReadonlySet<string>,
): { fields: Record<string, Json>; body: string } {
  const normal = text.replace(/\r\n/g, '\n')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(normal) ?? []
  const fields: Record<string, Json> = {}
  const lines = head.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, name, rest = ''] = /^(\w[\w.-]*)\s*:\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const raw = rest.trim()
    if (raw.startsWith('[') && raw.endsWith(']')) {
      fields[name] = raw
        .slice(1, -1)
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
    } else if (raw !== '') fields[name] = reader.scalar(raw, texts.has(name))
    else {
      const items: Json[] = []
      for (let at = index + 1; at < lines.length; at += 1) {
        const [, item] = /^\s+-\s+(.*)$/.exec(lines[at] ?? '') ?? []
        if (item === undefined) break
        items.push(reader.item(item.trim()))
      }
      fields[name] = items.length > 0 ? items : reader.empty
    }
  }
  return { fields, body: body.trim() }
}
