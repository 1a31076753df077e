import { describe, it } from 'vitest'
import type { RunStep } from '../packages/agent/src/contract/step.ts'
import { expectNothingLost } from './support/faults.ts'
import { databases } from './support/preparedDatabase.ts'

<<<<<<< HEAD
// covers packages/agent/src/run apps/server/src/database packages/streams/src

const secret = {
  ATELIER_SECRET: 'one secret for every copy of the server',
  NODE_OPTIONS: '--unhandled-rejections=strict',
}
/** The passing at which the process dies, where the first is not the most telling. */
const passing: Partial<Record<RunStep, number>> = {
  packet: 6,
  answered: 2,
  answerCommitted: 2,
  callBegun: 2,
  callCommitted: 2,
}
/** Steps at which a request is out whose answer is not durable yet: it is sent again, once. */
const unanswered = new Set<RunStep>(['requested', 'packet', 'answered', 'ending'])
const bin = findPostgres()

/** A server that was set up, has stopped, and is copied for each fault. */
interface Prepared {
  dataDir: string
  cookie: string
  projectId: string
  rootId: string
  pageId: string
  html: string
}

describe.each(['sqlite', ...(bin ? ['postgres'] : [])])('a server killed at any step of a run, on %s', (database) => {
  let cluster: Cluster | undefined
  let prepared: Prepared
  const template = `faults_${process.pid}`
  const folders: string[] = []

  beforeAll(async () => {
    if (database === 'postgres') cluster = await clusterOf(process.pid, bin ?? '')
    const prepare = async (url?: string) => {
      prepared = await setUp({ ...secret, ...(url ? { DATABASE_URL: url } : {}) })
      folders.push(prepared.dataDir)
    }
    if (cluster) await cluster.copyDatabase(`${template}_first`, template, prepare)
    else await prepare()
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
=======
/** One step of each kind: no request is out, one is answered, its calls are carried out, a person is asked; `faults.deep.test.ts` has all. */
const steps = {
  sqlite: ['claimed', 'packet', 'callBegun', 'waiting'],
  postgres: ['packet', 'callCommitted'],
} as const satisfies Record<string, readonly RunStep[]>
>>>>>>> processtests

describe.each(databases)('a server killed at a step of each kind, on %s', (database) => {
  it('continues where it was: nothing lost, nothing done or paid twice, and all of it can be undone', async () => {
    await expectNothingLost(database, steps[database], steps[database].length)
  })
})
