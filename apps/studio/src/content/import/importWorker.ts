import { errorMessage } from '@atelier/operation'
import type { AnswerMessage, PlanRequest, PlanSummary, RelationEntries, RequestMessage, Requests } from './messages.ts'
import { type PlannedRow, planRows } from './plan.ts'
import { readTable, type Table } from './table.ts'
import type { Lookup } from './values.ts'

// A thread of its own: however large a file is, the tab answers meanwhile.

const SAMPLE = 2_000

let table: Table | undefined
let rows: PlannedRow[] = []

const send = (message: AnswerMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<RequestMessage>) => {
  const { id } = data
  handle(data).then(
    (answer) => send({ id, ok: true, answer }),
    (error: unknown) => send({ id, ok: false, message: errorMessage(error) }),
  )
})

async function handle(request: RequestMessage): Promise<Requests[keyof Requests]['answers']> {
  switch (request.kind) {
    case 'read':
      return read(request.id, request.asks)
    case 'plan':
      return plan(request.asks)
    case 'rows': {
      const { from, to, problemsOnly } = request.asks
      const shown = problemsOnly ? rows.filter(({ problems }) => problems.length > 0) : rows
      return shown.slice(from, to)
    }
    case 'pending': {
      const { from, most } = request.asks
      const found: PlannedRow[] = []
      let next = from
      for (; next < rows.length && found.length < most; next += 1) {
        const row = rows[next]
        if (row && row.action !== 'skip') found.push(row)
      }
      return { rows: found, next }
    }
    case 'cells': {
      const { columns, most } = request.asks
      return (table?.rows ?? []).slice(0, most).map((row) => columns.map((column) => row[column]))
    }
  }
}

async function read(id: number, { file, encoding, delimiter }: Requests['read']['asks']) {
  rows = []
  let told = 0
  const outcome = await readTable(file, {
    encoding,
    delimiter,
    onProgress(bytes) {
      if (bytes - told < 1_000_000) return
      told = bytes
      send({ id, progress: bytes / file.size })
    },
  })
  table = outcome.ok ? outcome.table : undefined
  if (!outcome.ok) return outcome
  const { rows: all, ...about } = outcome.table
  return { ok: true as const, file: { ...about, count: all.length, sample: all.slice(0, SAMPLE) } }
}

function plan({ existing, unique, relations, ...request }: PlanRequest): PlanSummary {
  if (!table) throw new Error('No file was read')
  const summary = { create: 0, update: 0, skip: 0, doubtful: 0 }
  rows = []
  const input = {
    ...request,
    table,
    existing: new Set(existing),
    unique: Object.fromEntries(Object.entries(unique).map(([field, pairs]) => [field, new Map(pairs)])),
    lookups: Object.fromEntries(Object.entries(relations).map(([field, entries]) => [field, lookupOf(entries)])),
  }
  for (const row of planRows(input)) {
    rows.push(row)
    summary[row.action] += 1
    if (row.action !== 'skip' && row.problems.length > 0) summary.doubtful += 1
  }
  return summary
}

/** By id first, which has no doubt, and then by title. */
function lookupOf(entries: RelationEntries): Lookup {
  const byId = new Map<string, { model: string; id: string }>()
  const byTitle = new Map<string, { model: string; id: string } | 'ambiguous'>()
  for (const { model, id, title } of entries) {
    byId.set(id, { model, id })
    byId.set(`${model}/${id}`, { model, id })
    const word = title.trim().toLowerCase()
    byTitle.set(word, byTitle.has(word) ? 'ambiguous' : { model, id })
  }
  return (text) => byId.get(text) ?? byTitle.get(text.trim().toLowerCase())
}
