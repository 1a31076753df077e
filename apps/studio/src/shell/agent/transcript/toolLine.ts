import { excerpt, isRecord } from '@atelier/operation'
import * as strings from '../texts/strings.ts'

/** The words of one quiet line about a tool call: the verb, what it is about, and where a press on that leads. */
export interface ToolLine {
  verb: string
  target?: string
  nodeId?: string
  documentId?: string
  /** The measured difference that it made to a part. */
  difference?: string
}

const initials = new Set(['html', 'css', 'svg', 'url', 'id', 'ai'])

/** An operation's name as text: `insertHtml` → “Insert HTML”, `read_document` → “Read document”. */
export function nameInWords(name: string): string {
  const words = name
    .slice(name.indexOf('.') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => (initials.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
  const text = words.join(' ')
  return text === '' ? 'Tool' : text[0]?.toUpperCase() + text.slice(1)
}

/** Fields that hold a node's id in an operation's input, the one that the call is about first. */
const nodeFields = ['nodeId', 'uid', 'parentId', 'newParentId']
/** Fields of an input with a name that users know. */
const nameFields = ['title', 'name', 'label', 'slug', 'path', 'query']

/**
 * The line of a call, from its name and its arguments. `input` may be the arguments as far as they are written.
 * `documentTitle` returns a document's title by its id, if it is known.
 */
export function toolLine(
  name: string,
  input: unknown,
  result?: unknown,
  documentTitle: (documentId: string) => string | undefined = () => undefined,
): ToolLine {
  const fields = isRecord(input) ? input : {}
  const line: ToolLine = { verb: nameInWords(name) }
  const nodeId = nodeFields.map((field) => fields[field]).find(isFilled) ?? firstNode(result)
  if (nodeId !== undefined) line.nodeId = nodeId
  const documentId = [fields.documentId, fields.pageId, documentRef(fields.document)].find(isFilled)
  if (documentId !== undefined) line.documentId = documentId

  const named = nameFields.map((field) => fields[field]).find(isFilled)
  const title = documentId === undefined ? undefined : documentTitle(documentId)
  const target =
    (isFilled(fields.html) ? describeHtml(fields.html) : undefined) ??
    (isFilled(fields.css) ? describeCss(fields.css) : undefined) ??
    named ??
    title ??
    nodeName(result)
  if (target !== undefined && target !== '') line.target = clip(target)
  const difference = partDifference(result)
  if (difference !== undefined) line.difference = difference
  return line
}

/** The heading of a piece of HTML, else its first element: `<section class="hero">` → “section.hero”. */
export function describeHtml(html: string): string | undefined {
  const heading = /<h[1-6][^<>]*>([\s\S]*?)(?:<\/h[1-6]>|$)/i.exec(html)?.[1]
  const words = heading
    ?.replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const element = /<([a-z][\w-]*)((?:\s[^>]*)?)>?/i.exec(html.replace(/<style[\s\S]*?(?:<\/style>|$)/gi, ''))
  const tag = element?.[1]?.toLowerCase()
  const className = /\bclass\s*=\s*["']?([\w-]+)/i.exec(element?.[2] ?? '')?.[1]
  const selector = tag === undefined ? undefined : className === undefined ? tag : `${tag}.${className}`
  if (words) return words
  return selector ?? (html.includes('<style') ? 'styles' : undefined)
}

/** The first selectors of a piece of CSS: “.hero, .hero h1 and 3 more”. */
export function describeCss(css: string): string | undefined {
  const selectors = new Set<string>()
  const rules = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/@[^{;]*(?:[{;]|$)/g, '')
  for (const before of rules.split('{').slice(0, -1)) {
    const start = Math.max(before.lastIndexOf('}'), before.lastIndexOf(';')) + 1
    const selector = before.slice(start).trim().replace(/\s+/g, ' ')
    if (selector) selectors.add(selector)
  }
  const [first, second, ...rest] = selectors
  if (first === undefined) return undefined
  if (second === undefined) return first
  return rest.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${rest.length} more`
}

/**
 * The string fields of arguments that are still being written, so that the line can say early what the call is about.
 * `json` is the beginning of a JSON object; its last value may be cut anywhere.
 */
export function readPartialInput(json: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const pattern = /[{,]\s*"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)(?:"|\\?$)/gs
  for (const match of json.matchAll(pattern)) {
    const name = match[1]
    if (name !== undefined && fields[name] === undefined) fields[name] = readEscapes(match[2] ?? '')
  }
  return fields
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** The text of a JSON string's inside; an escape that is cut at its end is left out. */
function readEscapes(text: string): string {
  return text.replace(
    /\\u([0-9a-fA-F]{4})|\\u[0-9a-fA-F]{0,3}$|\\(.)/gs,
    (_, code: string | undefined, letter: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      return letter === undefined ? '' : (escapes[letter] ?? letter)
    },
  )
}

/** Milliseconds as a person reads them: “0.4 s”, “12 s”, “2 min 5 s”. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return strings.minS(Math.floor(seconds / 60), Math.floor(seconds % 60))
}

/** As `duration`, but with what is under a second in milliseconds. */
export function shortTime(ms: number): string {
  return ms < 1000 ? strings.ms(Math.max(0, Math.round(ms))) : duration(ms)
}

/** The difference that a call made to a part: “24 000 → 23 215 mm³, 1 new face”; undefined if it changed no shape. */
export function partDifference(result: unknown): string | undefined {
  const data = isRecord(result) ? result.data : undefined
  const diff = isRecord(data) ? data.diff : undefined
  if (!isRecord(diff) || !isRecord(diff.volume) || !isRecord(diff.faces)) return undefined
  const [before, after] = [diff.volume.before, diff.volume.after]
  const [added, removed] = [diff.faces.added, diff.faces.removed]
  if (![before, after, added, removed].every((each) => typeof each === 'number')) return undefined
  const [from, to] = [volumeText(Number(before)), volumeText(Number(after))]
  const faces = [
    ...(Number(added) > 0 ? [strings.newFaces(Number(added))] : []),
    ...(Number(removed) > 0 ? [strings.lostFaces(Number(removed))] : []),
  ]
  if (from === to && faces.length === 0) return undefined
  return [from === to ? strings.cubic(to) : strings.cubic(`${from} → ${to}`), ...faces].join(', ')
}

/** A volume in mm³ with one digit behind the point at most, its thousands apart. */
function volumeText(volume: number): string {
  const [whole = '', part = '0'] = Math.abs(volume).toFixed(1).split('.')
  const grouped = Array.from(whole, (digit, i) =>
    i > 0 && whole.length > 4 && (whole.length - i) % 3 === 0 ? `\u202f${digit}` : digit,
  ).join('')
  return part === '0' ? grouped : `${grouped}.${part}`
}

function firstNode(result: unknown): string | undefined {
  const data = isRecord(result) ? result.data : undefined
  if (!isRecord(data)) return undefined
  if (isFilled(data.nodeId)) return data.nodeId
  return Array.isArray(data.nodeIds) ? data.nodeIds.find(isFilled) : undefined
}

function nodeName(result: unknown): string | undefined {
  const data = isRecord(result) ? result.data : undefined
  return isRecord(data) ? nameFields.map((field) => data[field]).find(isFilled) : undefined
}

function documentRef(value: unknown): string | undefined {
  if (isFilled(value)) return value
  return isRecord(value) && isFilled(value.id) ? value.id : undefined
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return excerpt(line, 64)
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
