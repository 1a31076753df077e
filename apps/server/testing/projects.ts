import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { TestServer } from './server.ts'

const Done = Type.Object({ ok: Type.Literal(true), data: Type.Record(Type.String(), Type.Unknown()) })

/** Has the owner do an operation of the site, and returns its result; a refusal throws. */
export async function operation(
  server: TestServer,
  projectId: string,
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  const { body } = await server.call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input })
  return Value.Parse(Done, body).data
}
