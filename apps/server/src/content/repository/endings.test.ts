import { openBranch } from '@atelier/content'
import type { Script } from '@atelier/streams'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addContentProject,
  type ContentServer,
  editContent,
  openContent,
  setUpNotes,
  writeNote,
} from '../../../testing/contentServer.ts'
import { databasesBySuite } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const

describe.each(databasesBySuite())('what ends is written at once, on $name', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: ContentServer
  /** The delays, in milliseconds: only what is due at once is ever done. */
  let delays: number[]

  beforeEach(async () => {
    delays = []
    where = await place()
    server = await openContent(where, 'one', {
      schedule(task, ms) {
        delays.push(ms)
        const timer = ms === 0 ? setImmediate(task) : undefined
        return () => clearImmediate(timer)
      },
    })
    await addContentProject(server)
    await setUpNotes(server)
    await server.repositories.flush(PROJECT)
    delays = []
  })
  afterEach(async () => {
    await server.close()
    where.remove()
  })

  const run = (...statements: string[]) =>
    server.database.transact(function* (): Script<void> {
      for (const sql of statements) yield { sql, parameters: [] }
    })
  const state = async () => (await server.repositories.status(PROJECT))?.state

  test('a merge, and not the edits of a person or of a branch', async () => {
    await writeNote(server, 'a', 'One')
    await editContent(server, ADA, 'Propose', async (drafts) => {
      openBranch(drafts.create('b-1', 'branch'), { name: 'cr/content/note/1700000000-ab12', title: 'More' })
    })
    await expect.poll(() => delays.length).toBeGreaterThan(0)
    expect(delays).not.toContain(0)
    expect(await state()).toBe('waiting')
    await editContent(server, ADA, 'Merge', async (drafts) => {
      ;(await drafts.open('b-1'))?.set('state', 'merged')
      ;(await drafts.open('e-a'))?.set('deleted', true)
    })
    await expect.poll(state, { timeout: 10_000 }).toBe('written')
  })

  test('a run, once it has ended', async () => {
    await run(
      `insert into sessions (id, workspace_id, project_id, user_id, scope, created_at, updated_at, message_count)
       values ('s', 'w', '${PROJECT}', 'ada', 'content', 0, 0, 0)`,
      `insert into runs (id, session_id, scope, user_id, status, epoch, prompt, context, created_at)
       values ('run-1', 's', 'content', 'ada', 'running', 1, '{}', '{}', 0)`,
    )
    const agent = { kind: 'agent', userId: 'ada', runId: 'run-1' } as const
    await writeNote(server, 'a', 'One')
    await editContent(server, agent, 'Write a', async (drafts) => {
      ;(await drafts.open('e-a'))?.set('deleted', true)
    })
    server.repositories.look()
    await expect.poll(() => delays.length).toBeGreaterThan(0)
    expect(delays).not.toContain(0)
    await run(`update runs set status = 'complete', ended_at = 1 where id = 'run-1'`)
    server.repositories.look()
    await expect.poll(state, { timeout: 10_000 }).toBe('written')
  })
})
