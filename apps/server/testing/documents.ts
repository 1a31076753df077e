import { type AllDocuments, createDocuments, type DocumentsOptions, type DocumentType } from '@atelier/documents'
import { createStreamStore, type StreamStore } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import type { OpenDatabase } from '../src/database/open.ts'
import { openDatabase } from '../src/database/open.ts'

export const PROJECT = 'project-1'
export const ANNA = { kind: 'hand', userId: 'anna' } as const
export const AGENT = { kind: 'agent', userId: 'anna', runId: 'run-1' } as const

/** Document types whose keys mean nothing, for tests that ask only what is stored. */
export const plainTypes: readonly DocumentType[] = ['site', 'page'].map((kind) => ({
  kind,
  version: 1,
  writtenByTabs: true,
  describe: () => ({ title: kind, lines: [] }),
}))

/** One server's documents on a database. */
export interface Instance extends OpenDatabase {
  streams: StreamStore
  documents: AllDocuments
  /** Everything thrown by work in the background. */
  errors: unknown[]
  /** Drops its memory without storing anything more, as a killed process does. */
  die(): Promise<void>
}

export async function openInstance(
  place: { dataDir: string; databaseUrl?: string },
  options: Partial<DocumentsOptions> = {},
): Promise<Instance> {
  const open = await openDatabase(place)
  return instanceOn(open, options)
}

export function instanceOn(open: OpenDatabase, options: Partial<DocumentsOptions> = {}): Instance {
  const errors: unknown[] = []
  const streams = createStreamStore(open.database, { now: Date.now })
  const documents = createDocuments({
    database: open.database,
    streams,
    now: Date.now,
    newId: uuidv7,
    types: plainTypes,
    onError: (error) => errors.push(error),
    ...options,
  })
  return {
    ...open,
    streams,
    documents,
    errors,
    die: () => open.close(),
    async close() {
      await documents.close()
      await open.close()
    },
  }
}
