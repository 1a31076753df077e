import type { DocumentsOptions } from '@atelier/documents'
import { afterEach, beforeEach } from 'vitest'
import type { TestDatabase } from './databases.ts'
import { AGENT, type Instance, openInstance, PROJECT } from './documents.ts'

/** The server that a test has, on a place of its own; see `eachServer`. */
export interface EachServer {
  readonly where: Awaited<ReturnType<TestDatabase['place']>>
  readonly server: Instance
  /** Opens the place again, once the server before is closed or dead. */
  begin(options?: Partial<DocumentsOptions>): Promise<void>
  restart(): Promise<void>
  /** Sets or deletes fields of one document, as the agent does. */
  write(documentId: string, fields: Record<string, string | null>, more?: object): Promise<unknown>
  fieldsOf(id: string): Promise<Record<string, unknown> | undefined>
}

/** A server of documents for each test of the suite that calls this. */
export function eachServer(place: TestDatabase['place']): EachServer {
  let where: EachServer['where'] | undefined
  let server: Instance | undefined
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('No test is at work')
    return value
  }
  const here: EachServer = {
    get where() {
      return opened(where)
    },
    get server() {
      return opened(server)
    },
    async begin(options) {
      server = await openInstance(here.where, options)
    },
    async restart() {
      await here.server.close()
      await here.begin()
    },
    write: (documentId, fields, more = {}) =>
      here.server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        ...more,
        body: async (drafts) => {
          const draft = await drafts.open(documentId)
          if (!draft) return { result: 'missing', commit: false }
          for (const [key, value] of Object.entries(fields)) {
            if (value === null) draft.delete(key)
            else draft.set(key, value)
          }
          return { result: 'done', commit: true }
        },
      }),
    fieldsOf: async (id) => (await here.server.documents.projection(id))?.fields,
  }
  beforeEach(async () => {
    where = await place()
    await here.begin()
    await here.server.database.transact(function* () {
      yield { sql: 'create table if not exists runs (id text primary key, epoch bigint not null)', parameters: [] }
    })
  })
  afterEach(async () => {
    await here.server.close().catch(() => undefined)
    here.where.remove()
  })
  return here
}
