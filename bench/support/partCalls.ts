import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject } from '../../apps/server/testing/ai.ts'
import { newPart, operatePart } from '../../apps/server/testing/parts.ts'
import type { TestServer } from '../../apps/server/testing/server.ts'

const Answered = Type.Object({ ok: Type.Literal(true), data: Type.Record(Type.String(), Type.Unknown()) })

/** Calls of one new part over HTTP; those that are refused throw. */
export async function openPart(server: TestServer, name: string) {
  const partId = await newPart(server, name)
  const { id: projectId } = await firstProject(server)
  return {
    partId,
    async call(operation: string, input: object = {}) {
      const { body } = await operatePart(server, partId, operation, input)
      if (!Value.Check(Answered, body)) throw new Error(`${operation}: ${JSON.stringify(body).slice(0, 400)}`)
      return body.data
    },
    /** The size of a file of the part, in bytes. */
    async file(path: string): Promise<number> {
      const headers = { cookie: server.cookie }
      const answer = await server.request(`/api/projects/${projectId}/parts/${partId}/${path}`, { headers })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      return (await answer.arrayBuffer()).byteLength
    },
  }
}
export type OpenPart = Awaited<ReturnType<typeof openPart>>

/** Milliseconds by the clock: a kernel works in threads of its own. */
export async function wallOf(body: () => unknown): Promise<number> {
  const start = performance.now()
  await body()
  return performance.now() - start
}
