import { errorMessage } from '@atelier/operation'
import { createCsvReader, findDelimiter } from './csv.ts'
import { type Encoding, findEncoding } from './decodeText.ts'

/** A value of a file: a text in CSV, any value in JSON. */
export type Cell = unknown

/** The content of a file, as rows under the names of its columns. */
export interface Table {
  columns: string[]
  rows: Cell[][]
  format: 'csv' | 'json'
  encoding: Encoding
  /** Of CSV. */
  delimiter?: string
  /** The last row is in quotes that were never closed. */
  openQuote?: boolean
}

export type ReadOutcome = { ok: true; table: Table } | { ok: false; problem: ReadProblem }

export type ReadProblem =
  | { code: 'too_large'; bytes: number }
  | { code: 'too_many_rows' }
  | { code: 'empty' }
  | { code: 'no_rows' }
  | { code: 'no_json'; why: string }
  | { code: 'too_wide' }
  | { code: 'unreadable' }

export const MAX_BYTES = 50 * 1024 * 1024
export const MAX_ROWS = 20_000
const MAX_COLUMNS = 200
/** By which the encoding and the delimiter are found. */
const HEAD_BYTES = 256 * 1024

export interface ReadOptions {
  /** In place of what is found. */
  encoding?: Encoding | undefined
  delimiter?: string | undefined
  onProgress?(bytes: number): void
}

/** Reads a file piece by piece, up to a limit of bytes and rows: what is larger is refused as soon as that is known. */
export async function readTable(
  file: Pick<File, 'name' | 'size' | 'slice' | 'stream'>,
  { encoding: given, delimiter, onProgress }: ReadOptions = {},
): Promise<ReadOutcome> {
  if (file.size > MAX_BYTES) return { ok: false, problem: { code: 'too_large', bytes: file.size } }
  if (file.size === 0) return { ok: false, problem: { code: 'empty' } }
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const encoding = given ?? findEncoding(head)
    const begin = new TextDecoder(encoding).decode(head, { stream: true })
    const isJson = /\.json$/i.test(file.name) || (!/\.(?:csv|tsv|txt)$/i.test(file.name) && /^\s*[[{]/.test(begin))
    if (isJson) return await readJson(file, encoding)
    return await readCsv(file, encoding, delimiter ?? findDelimiter(begin), onProgress)
  } catch {
    return { ok: false, problem: { code: 'unreadable' } }
  }
}

async function readCsv(
  file: Pick<File, 'stream'>,
  encoding: Encoding,
  delimiter: string,
  onProgress: ReadOptions['onProgress'],
): Promise<ReadOutcome> {
  const decoder = new TextDecoder(encoding)
  const reader = createCsvReader(delimiter)
  const rows: string[][] = []
  let bytes = 0
  const source = file.stream().getReader()
  for (;;) {
    const { done, value } = await source.read()
    if (done) break
    bytes += value.byteLength
    for (const row of reader.push(decoder.decode(value, { stream: true }))) rows.push(row)
    onProgress?.(bytes)
    // The first row holds the names of the columns.
    if (rows.length > MAX_ROWS + 1) {
      await source.cancel()
      return { ok: false, problem: { code: 'too_many_rows' } }
    }
  }
  for (const row of reader.push(decoder.decode())) rows.push(row)
  const end = reader.end()
  rows.push(...end.rows)
  const [head, ...rest] = rows
  if (!head || rest.length === 0) return { ok: false, problem: { code: 'no_rows' } }
  const width = rest.reduce((most, row) => Math.max(most, row.length), head.length)
  if (width > MAX_COLUMNS) return { ok: false, problem: { code: 'too_wide' } }
  const columns = namesOf(Array.from({ length: width }, (_, at) => head[at] ?? ''))
  return {
    ok: true,
    table: {
      columns,
      rows: rest,
      format: 'csv',
      encoding,
      delimiter,
      ...(end.openQuote ? { openQuote: true } : {}),
    },
  }
}

async function readJson(file: Pick<File, 'slice'>, encoding: Encoding): Promise<ReadOutcome> {
  const text = new TextDecoder(encoding).decode(await file.slice(0).arrayBuffer())
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: { code: 'no_json', why: errorMessage(error) } }
  }
  const records = recordsIn(value)
  if (!records || records.length === 0) return { ok: false, problem: { code: 'no_rows' } }
  if (records.length > MAX_ROWS) return { ok: false, problem: { code: 'too_many_rows' } }
  const columns = new Map<string, number>()
  for (const record of records)
    for (const name of Object.keys(record)) if (!columns.has(name)) columns.set(name, columns.size)
  if (columns.size > MAX_COLUMNS) return { ok: false, problem: { code: 'too_wide' } }
  const names = [...columns.keys()]
  const rows = records.map((record) => names.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)))
  return { ok: true, table: { columns: namesOf(names), rows, format: 'json', encoding } }
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of objects; the only list of an object; or objects by their id. */
function recordsIn(value: unknown): Row[] | undefined {
  if (Array.isArray(value)) return value.every(isRow) ? value : undefined
  if (!isRow(value)) return undefined
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.length > 0 && each.every(isRow))
  const [only] = lists
  if (lists.length === 1 && Array.isArray(only)) return only.filter(isRow)
  const entries = Object.entries(value)
  if (entries.length === 0 || !entries.every(([, each]) => isRow(each))) return undefined
  return entries.map(([id, each]) => ({ id, ...(isRow(each) ? each : {}) }))
}

/** Names that are not empty and differ from each other. */
function namesOf(given: readonly string[]): string[] {
  const taken = new Set<string>()
  return given.map((each, at) => {
    const name = each.trim() || `Column ${at + 1}`
    let unique = name
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} ${number}`
    taken.add(unique)
    return unique
  })
}
