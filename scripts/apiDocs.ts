// Writes docs/api.md from the contract of the API and packages/api/notes.md: `node scripts/apiDocs.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas, shapes } from '../packages/api/src/contract.ts'
import { whoMay } from '../packages/api/src/openapi.ts'
import { type Route, statusesOf } from '../packages/api/src/route.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The text of docs/api.md. `notes` has a chapter for each area, and a heading for each route that it says more about. */
export function apiDocs(notes: string): string {
  const { head, chapters } = readNotes(notes)
  const described = new Map(areas.map((area) => [area.title, area]))
  const parts = [head]
  for (const title of new Set([...described.keys(), ...chapters.keys()])) {
    const { prose = '', routes: said = new Map<string, string>() } = chapters.get(title) ?? {}
    parts.push(`## ${title}`, prose)
    for (const route of Object.values(described.get(title)?.routes ?? {})) {
      const name = `${route.method} ${route.path}`
      parts.push(routeText(route), said.get(name) ?? '')
      said.delete(name)
    }
    if (said.size > 0) throw new Error(`No such route in "${title}": ${[...said.keys()].join(', ')}`)
  }
  parts.push('## Shapes', 'The schemas that routes name.', shapesText())
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

interface Chapter {
  prose: string
  routes: Map<string, string>
}

function readNotes(notes: string): { head: string; chapters: Map<string, Chapter> } {
  const [first = '', ...rest] = notes.split(/^## /m)
  const chapters = new Map<string, Chapter>()
  let head = first.trim()
  for (const part of rest) {
    const [before = '', ...routes] = part.split(/^### /m)
    const { title, text } = titled(before)
    // A chapter before those of the routes, such as Errors, is part of the beginning.
    if (chapters.size === 0 && !areas.some((area) => area.title === title)) head += `\n\n## ${title}\n\n${text}`
    else
      chapters.set(title, { prose: text, routes: new Map(routes.map(titled).map((each) => [each.title, each.text])) })
  }
  return { head, chapters }
}

function titled(part: string): { title: string; text: string } {
  const end = part.indexOf('\n')
  return { title: part.slice(0, end).trim(), text: part.slice(end).trim() }
}

function routeText(route: Route): string {
  const { query, body, bytes } = route.request ?? {}
  const lines = [
    query ? `- query: ${code(typeText(query))}` : '',
    body ? `- body: ${code(typeText(body))}` : '',
    bytes ? `- body: ${code(bytes)}` : '',
    `- answer: ${statusesOf(route).join(' or ')} ${answerText(route)}`.trimEnd(),
    route.hasTag
      ? '- `ETag`: a request that sends it as `If-None-Match` is answered 304 while nothing has changed'
      : '',
  ]
  const intro = `${route.summary}. ${whoMay(route.who)}`
  return [`### \`${route.method} ${route.path}\``, intro, lines.filter(Boolean).join('\n')].join('\n\n')
}

function answerText({ response, lines, bytes, protocol }: Route): string {
  const parts = [
    response ? code(typeText(response)) : '',
    lines ? `\`application/x-ndjson\`, lines of ${code(typeText(lines))}` : '',
    bytes ? code(bytes) : '',
  ].filter(Boolean)
  return parts.length === 0 && protocol ? 'as the protocol has it' : parts.join(', or ')
}

const code = (text: string) => `\`${text}\``

function shapesText(): string {
  return [...shapes].map(([name, schema]) => `- \`${name}\`: ${code(typeText(schema, name))}`).join('\n')
}

interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: unknown[]
  items?: unknown
  properties?: Record<string, unknown>
  patternProperties?: Record<string, unknown>
  required?: string[]
}

const names = new Map([...shapes].map(([name, schema]) => [JSON.stringify(schema), name]))

/** A schema as TypeScript would write it; one with a name by its name, but for the one called `own`. */
function typeText(schema: unknown, own?: string): string {
  const name = names.get(JSON.stringify(schema))
  if (name !== undefined && name !== own) return name
  const {
    type,
    const: constant,
    enum: values,
    anyOf,
    items,
    properties,
    patternProperties,
    required,
  }: Schema = JSON.parse(JSON.stringify(schema))
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map((each) => typeText(each)).join(' | ')
  if (type === 'array') {
    const item = typeText(items)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (properties) {
    const fields = Object.entries(properties).map(
      ([key, each]) => `${key}${required?.includes(key) ? '' : '?'}: ${typeText(each)}`,
    )
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (patternProperties)
    return `Record<string, ${Object.values(patternProperties)
      .map((each) => typeText(each))
      .join(' | ')}>`
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

export const docsPath = join(root, 'docs', 'api.md')
export const readApiNotes = () => readFileSync(join(root, 'packages', 'api', 'notes.md'), 'utf8')

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync(docsPath, apiDocs(readApiNotes()))
}
