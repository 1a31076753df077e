import { equalJson, type Json } from '@atelier/documents'
import { frontmatterForm, refuseBody, type Unwritable } from '../entry/frontmatterValue.ts'
import type { FieldDefinition, FieldType } from '../model/definition.ts'
import { BODY } from '../model/named.ts'

/** The lines of a document's frontmatter that belong together: a field with the lines of its list, or what no reader takes for one. */
export interface FrontmatterBlock {
  /** Undefined of a comment, a blank line, and what is in no form that is read. */
  name?: string
  lines: readonly string[]
  /** From 1 on, in the file. */
  line: number
  form: 'text' | 'list' | 'nested' | 'other'
  /** The part of `text` behind the colon. */
  text: string
  /** Of `list`, each without its dash. */
  items: readonly string[]
}

export interface DocumentText {
  /** `unclosed` if a frontmatter begins and never ends. */
  state: 'whole' | 'none' | 'unclosed'
  blocks: readonly FrontmatterBlock[]
  /** Without the blank lines around it. */
  body: string
  /** The text after the line that ends the frontmatter, unchanged. */
  tail: string
  /** Whether every line ends with CRLF. */
  crlf: boolean
}

const OPEN = '---\n'
const FIELD = /^(\w[\w.-]*)[^\S\n]*:(.*)$/
const ITEM = /^\s*-\s(.*)$/

/** Takes a document's file apart, as the readers of the format do: the frontmatter is no YAML. Linear in its length. */
export function parseDocument(text: string): DocumentText {
  const normal = text.replaceAll('\r\n', '\n')
  const crlf = normal.length < text.length && !text.replaceAll('\r\n', '').includes('\n')
  if (!normal.startsWith(OPEN)) return { state: 'none', blocks: [], body: normal.trim(), tail: normal, crlf }
  const end = normal.indexOf('\n---', OPEN.length - 1)
  if (end === -1) return { state: 'unclosed', blocks: [], body: '', tail: normal, crlf }
  const after = end + '\n---'.length
  const tail = normal.slice(normal[after] === '\n' ? after + 1 : after)
  const head = end < OPEN.length ? [] : normal.slice(OPEN.length, end).split('\n')
  return { state: 'whole', blocks: blocksOf(head), body: tail.trim(), tail, crlf }
}

function blocksOf(lines: readonly string[]): FrontmatterBlock[] {
  const blocks: FrontmatterBlock[] = []
  for (let index = 0; index < lines.length; ) {
    const start = index
    const line = lines[index] ?? ''
    const [, name, rest = ''] = FIELD.exec(line) ?? []
    index += 1
    if (name === undefined) {
      blocks.push({ lines: [line], line: start + 2, form: 'other', text: '', items: [] })
      continue
    }
    const text = rest.trim()
    const items: string[] = []
    let form: FrontmatterBlock['form'] = 'text'
    if (text === '') {
      for (; index < lines.length; index += 1) {
        const next = lines[index] ?? ''
        const [, item] = ITEM.exec(next) ?? []
        if (item !== undefined && form !== 'nested') items.push(item.trim())
        else if (/^\s+\S/.test(next)) form = 'nested'
        else break
      }
      if (form !== 'nested') form = 'list'
    }
    blocks.push({ name, lines: lines.slice(start, index), line: start + 2, form, text, items })
  }
  return blocks
}

const numbers: ReadonlySet<FieldType> = new Set(['number', 'integer', 'decimal', 'percent', 'rating'])
const others: ReadonlySet<FieldType> = new Set([...numbers, 'boolean', 'relations', 'array', 'object'])

const isQuoted = (raw: string): boolean =>
  (raw.startsWith('"') && raw.endsWith('"')) || (raw.startsWith("'") && raw.endsWith("'"))
const unquoted = (raw: string): string => (isQuoted(raw) ? raw.slice(1, -1) : raw)

/** The value of a field's lines; undefined if no reader makes one of them. */
export function blockValue(block: FrontmatterBlock, definition: FieldDefinition | undefined): Json | undefined {
  if (block.form === 'list') return block.items.map((item) => itemValue(item, definition))
  if (block.form !== 'text') return undefined
  const { text } = block
  if (text.startsWith('[') && text.endsWith(']')) {
    return inlineItems(text).map((item) => itemValue(item, definition))
  }
  if (definition && !others.has(definition.type)) return unquoted(text)
  return scalar(text)
}

const inlineItems = (text: string): string[] =>
  text
    .slice(1, -1)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function itemValue(raw: string, definition: FieldDefinition | undefined): Json {
  const items = definition?.items
  const type = typeof items === 'object' ? items.type : items
  return type !== undefined && (numbers.has(type) || type === 'boolean') ? scalar(raw) : unquoted(raw)
}

function scalar(raw: string): Json {
  if (isQuoted(raw)) return raw.slice(1, -1)
  if (raw === 'true') return true
  if (raw === 'false') return false
  if (raw === 'null') return null
  return /^-?\d+(?:\.\d+)?$/.test(raw) ? Number(raw) : raw
}

/** Whether both readers of the format make the same of a field's lines as `blockValue` does. */
export function isReadAlike(block: FrontmatterBlock, definition: FieldDefinition | undefined): boolean {
  const value = blockValue(block, definition)
  if (value === undefined) return false
  if (block.form === 'list') {
    if (block.items.length === 0 || block.lines.slice(1).some((line) => !/^\s/.test(line))) return false
    const asWritten = [...block.items]
    return equalJson(value, asWritten) && equalJson(value, asWritten.map(scalar))
  }
  if (block.text.startsWith('[') && block.text.endsWith(']')) return equalJson(value, inlineItems(block.text))
  return equalJson(value, scalar(block.text))
}

export interface DocumentFields {
  /** In the order of the file; null and absent fields are left out. */
  fields: readonly (readonly [name: string, value: Json])[]
  body: string
  definition(name: string): FieldDefinition | undefined
  /** Lines are written anew unless all readers make the same of them; without CRLF. */
  mend?: boolean
}

/** The reason why a field of a document keeps its former text in its file, or is missing there. */
export interface UnwritableField extends Unwritable {
  field: string
}

/**
 * The file of a document. With the text that it had, only the lines of fields that differ are written anew; comments and
 * lines that no reader takes for a field stay. A value that the readers would not read back is not written, and named.
 */
export function writeDocument(
  document: DocumentFields,
  previous?: string,
): { text: string; unwritable: UnwritableField[] } {
  const unwritable: UnwritableField[] = []
  const old = previous === undefined ? undefined : parseDocument(previous)
  const kept = old?.state === 'whole' ? old : undefined
  const left = new Map(document.fields)
  const lines: string[] = []
  const written = (name: string, value: Json): string[] | undefined => {
    const form = frontmatterForm(name, value)
    if (form.lines) return form.lines
    unwritable.push({ field: name, problem: form.problem, hint: form.hint })
    return undefined
  }
  for (const block of kept?.blocks ?? []) {
    const { name } = block
    if (name === undefined) {
      lines.push(...block.lines)
      continue
    }
    const value = left.get(name)
    left.delete(name)
    const before = blockValue(block, document.definition(name))
    if (value === undefined) {
      if (before === undefined) lines.push(...block.lines)
    } else if (
      before !== undefined &&
      JSON.stringify(before) === JSON.stringify(value) &&
      (!document.mend || isReadAlike(block, document.definition(name)))
    )
      lines.push(...block.lines)
    else lines.push(...(written(name, value) ?? block.lines))
  }
  for (const [name, value] of left) lines.push(...(written(name, value) ?? []))
  const body = bodyText(document.body, unwritable)
  const tail = kept && kept.body === body ? kept.tail : body === '' ? '' : `\n${body}\n`
  const text = `---\n${lines.map((line) => `${line}\n`).join('')}---\n${tail}`
  return { text: kept?.crlf && !document.mend ? text.replaceAll('\n', '\r\n') : text, unwritable }
}

/** The text under the frontmatter, whose blank lines at both ends no reader keeps. */
function bodyText(body: string, unwritable: UnwritableField[]): string {
  const refused = refuseBody(body)
  if (refused) unwritable.push({ field: BODY, ...refused })
  return body.replaceAll('\r\n', '\n').trim()
}
