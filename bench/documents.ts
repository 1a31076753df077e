import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocuments, type Json, openLocal } from '@atelier/documents'
import { createStreamStore } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import * as Y from 'yjs'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { plainTypes } from '../apps/server/testing/documents.ts'

const NODES = 5000
const COMMITS = 400
const PROJECT = 'bench'
const AGENT = { kind: 'agent', userId: 'bench', runId: 'run' } as const
const ANNA = { kind: 'hand', userId: 'bench' } as const

/**
 * Live documents on SQLite with every commit durable: opening a page of 5,000 nodes, one-key commits, a tab's edits, and
 * the undo of a run. Beside them the same page as nested Yjs maps, and the same edits on a bare Y.Doc in memory.
 */
export async function run(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    const made = await writeRun(dataDir)
    return { nodes: NODES, ...made, ...(await readRun(dataDir)), ...nested() }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function fields(): Record<string, Json> {
  const page: Record<string, Json> = { root: 'n0' }
  for (let n = 0; n < NODES; n += 1) {
    page[`n${n}`] = {
      kind: 'element',
      tag: 'div',
      attrs: [
        ['class', `card card-${n % 7}`],
        ['style', 'padding: 1rem'],
      ],
      at: [n === 0 ? '' : `n${Math.floor((n - 1) / 8)}`, `a${n}`],
    }
    if (n % 3 === 0) page[`n${n}/text`] = `Text of node ${n}`
  }
  return page
}

async function start(dataDir: string) {
  const open = await openDatabase({ dataDir })
  const streams = createStreamStore(open.database, { now: Date.now })
  const documents = createDocuments({
    database: open.database,
    streams,
    now: Date.now,
    newId: uuidv7,
    types: plainTypes,
  })
  const close = async () => {
    await documents.close()
    await open.close()
  }
  return { documents, close }
}

async function writeRun(dataDir: string): Promise<object> {
  const { documents, close } = await start(dataDir)
  const createMs = await timed(() =>
    documents.create({ projectId: PROJECT, kind: 'page', id: 'page', fields: fields() }),
  )
  await documents.open('page')
  const edit = (n: number) =>
    documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      key: `call-${n}`,
      changeSetId: 'set',
      body: async (drafts) => {
        const draft = await drafts.open('page')
        draft?.set(`n${n}/text`, `Edited ${n}`)
        draft?.set(`n${n}/class:edited`, true)
        return { result: { n }, commit: true }
      },
    })
  const transact: number[] = []
  for (let n = 0; n < COMMITS; n += 1) transact.push(await timed(() => edit(n)))

  const tab = new Y.Doc()
  Y.applyUpdate(tab, await documents.encode('page'))
  const updates: Uint8Array[] = []
  tab.on('update', (update: Uint8Array) => updates.push(update))
  for (let n = 0; n < COMMITS; n += 1) tab.getMap('fields').set(`n${n}/label`, `Label ${n}`)
  const receive: number[] = []
  for (const update of updates) receive.push(await timed(() => documents.receive('page', update, ANNA)))

  const bare: number[] = []
  const local = openLocal(tab)
  for (let n = 0; n < COMMITS; n += 1)
    bare.push(await timed(async () => local.apply([{ key: `n${n}/text`, after: `${n}` }])))

  const undoMs = await timed(() => documents.undo('set', ANNA))
  const redoMs = await timed(() => documents.redo('set', ANNA))
  const compactMs = await timed(() => documents.compact('page'))
  await close()
  return {
    createMs,
    transactMs: spread(transact),
    receiveMs: spread(receive),
    bareYjsEditMs: spread(bare),
    undoOfRunMs: undoMs,
    redoOfRunMs: redoMs,
    undoneKeys: COMMITS * 2,
    compactMs,
  }
}

async function readRun(dataDir: string): Promise<object> {
  const projecting = await start(dataDir)
  const projectionMs = await timed(() => projecting.documents.projection('page'))
  await projecting.close()
  const opening = await start(dataDir)
  const openMs = await timed(() => opening.documents.open('page'))
  const encodeMs = await timed(() => opening.documents.encode('page'))
  await opening.close()
  return { openMs, encodeMs, projectionMs }
}

/** The same page with a Y.Map per node, loaded as one update. */
function nested(): object {
  const source = new Y.Doc()
  source.transact(() => {
    for (const [key, value] of Object.entries(fields())) {
      if (typeof value !== 'object' || value === null) source.getMap('nodes').set(key, value)
      else source.getMap('nodes').set(key, new Y.Map(Object.entries(value)))
    }
  })
  const state = Y.encodeStateAsUpdateV2(source)
  const begin = performance.now()
  const copy = new Y.Doc()
  Y.applyUpdateV2(copy, state)
  copy.getMap('nodes').toJSON()
  return { nestedMapsOpenMs: round(performance.now() - begin) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return round(performance.now() - begin)
}

function spread(values: readonly number[]): { p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => round(sorted[Math.floor(sorted.length * part)] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
