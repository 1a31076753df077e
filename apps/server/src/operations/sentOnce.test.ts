import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { SendStep } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { readSession } from '../../testing/ai.ts'
import { scriptedModel, session as sessionOf, useModel } from '../../testing/approvals.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { type HeldHost, heldHost } from '../../testing/heldHost.ts'
import { killProcess, startServerProcess } from '../../testing/serverProcess.ts'

// A run sends a note outside, and its server dies around that: the note is sent once, or its outcome is reported as
// unknown.

const Id = Type.Object({ id: Type.String() })
const Projects = Type.Object({ projects: Type.Array(Id, { minItems: 1 }) })

describe.each(databasesBySuite())('a call that is sent outside, on $name,', ({ name, place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let host: HeldHost
  let model: Awaited<ReturnType<typeof scriptedModel>>
  let running: ChildProcess[]
  beforeEach(async () => {
    where = await place()
    host = await heldHost()
    model = await scriptedModel([])
    running = []
  })
  afterEach(async () => {
    host.release()
    await Promise.all(running.map(killProcess))
    await model.close()
    await host.close()
    where.remove()
  })

  /** Starts a server on the test's data. */
  async function startServer(env: Record<string, string> = {}) {
    const server = await startServerProcess('sendingServer', where, env)
    running.push(server.child)
    return server
  }
  type Running = Awaited<ReturnType<typeof startServer>>

  /** Begins a run that sends a note once a person allows it. */
  async function begin({ call }: Running): Promise<string> {
    await useModel({ call }, model.url)
    model.add([['call_operation', { name: 'toy.sendNote', input: { to: host.url, text: 'rye' } }]])
    const [project] = Value.Parse(Projects, (await call('GET', '/api/projects')).body).projects
    const made = await call('POST', '/api/ai/sessions', { projectId: project?.id, scope: 'toy' })
    const { id } = Value.Parse(Id, made.body)
    await call('POST', `/api/ai/sessions/${id}/runs`, { prompt: 'Send it' })
    return id
  }

  async function approve({ call }: Running, id: string): Promise<void> {
    const asked = async () => {
      const { approvals, runs } = await sessionOf({ call }, id)
      return runs.at(-1)?.status === 'waiting' ? approvals.find(({ status }) => status === 'requested') : undefined
    }
    await expect.poll(asked).toBeDefined()
    const question = await asked()
    await call('POST', `/api/ai/sessions/${id}/approvals/${question?.toolCallId}`, {
      decision: 'approve',
      revision: question?.documentRevision,
    }).catch(() => undefined)
  }

  /** The call and its result, once the run has ended. */
  async function outcome({ call }: Running, id: string) {
    await expect.poll(async () => (await readSession({ call }, id)).activeRunId, { timeout: 60_000 }).toBeUndefined()
    const { messages, runs } = await readSession({ call }, id)
    expect(runs).toMatchObject([{ status: 'complete' }])
    return messages.filter(({ role }) => role === 'tool_call' || role === 'tool_result')
  }

  const done = [{ status: 'complete' }, { toolResult: { ok: true, data: { answer: 'answer 1' } } }]
  const unknown = [
    { status: 'error', sentAt: expect.any(Number) },
    {
      toolResult: {
        ok: false,
        error: { code: 'unknown_outcome', hint: expect.stringContaining('The address shows what it was sent.') },
      },
    },
  ]

  // On Postgres two servers are tried below; what is stored and when is the same.
  const points: [SendStep | 'callBegun:2' | 'during', sent: number, outcome: object[]][] =
    name === 'sqlite'
      ? [
          ['callBegun:2', 1, done],
          ['callMarked', 0, unknown],
          ['during', 1, unknown],
          ['callAnswered', 1, unknown],
        ]
      : []
  test.each(bySuite(points.slice(1, 3), points))('whose server is killed at %s', async (point, sent, expected) => {
    const first = await startServer(point === 'during' ? {} : { ATELIER_FAULT: point })
    const id = await begin(first)
    const died = once(first.child, 'close')
    if (point === 'during') {
      await approve(first, id)
      await host.arrived(1)
      await killProcess(first.child)
    } else {
      host.release()
      await approve(first, id)
    }
    await died
    host.release()
    const second = await startServer()
    expect(await outcome(second, id)).toMatchObject(expected)
    expect(host.received).toHaveLength(sent)
  })

  test('by a program, with a key, is not sent again after its server was killed', async () => {
    const send = async ({ call }: Running) => {
      const [project] = Value.Parse(Projects, (await call('GET', '/api/projects')).body).projects
      const input = { to: host.url, text: 'rye' }
      return call('POST', `/api/projects/${project?.id}/operations/toy.sendNote`, { input, key: 'order-4711' })
    }
    const first = await startServer()
    const lost = expect(send(first)).rejects.toThrow()
    await host.arrived(1)
    await killProcess(first.child)
    await lost
    host.release()
    const answer = await send(await startServer())
    expect(answer.body).toMatchObject({ ok: false, error: { code: 'unknown_outcome' } })
    expect(host.received).toHaveLength(1)
  })

  if (name !== 'postgres') return

  /** Two servers on one database; the one that sends, and the other, which has taken the run over. */
  async function overtaken(stop: (sender: ChildProcess) => Promise<void>) {
    // One after the other: the first makes the owner.
    const one = await startServer()
    const two = await startServer()
    const id = await begin(one)
    await approve(one, id)
    await host.arrived(1)
    const [sender, other] = host.received[0]?.pid === one.child.pid ? [one, two] : [two, one]
    await stop(sender.child)
    expect(await outcome(other, id)).toMatchObject(unknown)
    return { id, sender, other }
  }

  test('is not sent again by another server, when the one that sent it is killed', async () => {
    await overtaken(killProcess)
    expect(host.received).toHaveLength(1)
  })

  test('is not sent again by another server while the one that sent it is frozen, which changes nothing when it thaws', async () => {
    const { id, sender, other } = await overtaken(async (child) => void child.kill('SIGSTOP'))
    const before = await readSession(other, id)
    host.release()
    sender.child.kill('SIGCONT')
    // It answers again, so it has continued.
    await sender.call('GET', '/api/projects')
    expect(host.received).toHaveLength(1)
    expect(await readSession(other, id)).toEqual(before)
  })
})
