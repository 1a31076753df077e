import { Type } from 'typebox'
import { call } from './client.ts'

const Turned = Type.Object({
  undone: Type.Boolean(),
  applied: Type.Number(),
  kept: Type.Array(Type.Object({ key: Type.String(), reason: Type.String() })),
})

/** Takes back what the server wrote for somebody, or brings it back: an operation, an upload, an import, a version. */
export const turnChange = (projectId: string, changeSetId: string, to: 'undo' | 'redo') =>
  call(Turned, `/api/projects/${encodeURIComponent(projectId)}/changes/${encodeURIComponent(changeSetId)}/${to}`, {
    method: 'POST',
    body: {},
  })
