import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession, settled, startRun } from '../../testing/ai.ts'
import { testDatabases } from '../../testing/databases.ts'
import { bracketPrompt, bracketVolume, measured, newPart } from '../../testing/parts.ts'
import { killProcess, startServerProcess } from '../../testing/serverProcess.ts'

const LONG = 200_000

describe.each(testDatabases())('a run on a part, on $name,', ({ name, place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let running: ChildProcess[]
  beforeEach(async () => {
    where = await place()
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map(killProcess))
    where.remove()
  })

  async function startServer(env: Record<string, string> = {}) {
    const server = await startServerProcess('main', where, {
      ATELIER_REHEARSAL_PACE_MS: '0',
      ATELIER_KERNELS: '1',
      ...env,
    })
    running.push(server.child)
    return server
  }

  // On Postgres what is stored and when is the same.
  const points = name === 'sqlite' ? ['callBegun:9', 'callCommitted:9'] : ['callCommitted:9']
  test.each(points)(
    'whose server is killed at %s is ended by the next one, with each call made once',
    async (point) => {
      const first = await startServer({ ATELIER_FAULT: point })
      const partId = await newPart(first)
      const session = await newSession(first, { scope: 'part', documentId: partId })
      const died = once(first.child, 'close')
      await startRun(first, session, bracketPrompt).catch(() => undefined)
      await died
      const second = await startServer()
      const { runs, messages } = await settled(second, session, LONG)
      expect(runs).toMatchObject([{ status: 'complete' }])
      const results = messages.filter(({ role }) => role === 'tool_result')
      expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(results.length)
      expect(results).toHaveLength(16)
      const { volume, faces } = await measured(second, partId)
      expect(volume).toBeCloseTo(bracketVolume, 6)
      expect(faces).toBe(14)
    },
    LONG,
  )
})
