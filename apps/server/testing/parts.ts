import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject, Id } from './ai.ts'
import type { TestServer } from './server.ts'

type Caller = Pick<TestServer, 'call'>

/** Makes an empty part in the first project and returns its id. */
export async function newPart(server: Caller, name = 'Bracket'): Promise<string> {
  const { id } = await firstProject(server)
  return Value.Parse(Id, (await server.call('POST', `/api/projects/${id}/parts`, { name })).body).id
}

/** Calls an operation of the scope `part`, aimed at a part. */
export async function operatePart(server: Caller, documentId: string, name: string, input: object = {}) {
  const { id } = await firstProject(server)
  return server.call('POST', `/api/projects/${id}/operations/part.${name}`, { input, documentId })
}

const Measured = Type.Object({ data: Type.Object({ volume: Type.Number(), faces: Type.Integer() }) })

/** The volume and the number of faces that the server measures. */
export async function measured(server: Caller, documentId: string) {
  return Value.Parse(Measured, (await operatePart(server, documentId, 'getMassProperties')).body).data
}

/** The volume of the rehearsal's bracket of 80 × 40 × 5 mm, by its formula. */
export const bracketVolume = (80 * 40 - 4 * Math.PI * 2.5 ** 2 - (4 - Math.PI) * 4 ** 2) * 5

export const bracketPrompt = 'Make a bracket 80 × 40 × 5 with four holes and round corners'
