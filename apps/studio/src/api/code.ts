import { type Static, Type } from 'typebox'
import { call } from './client.ts'

const Build = Type.Object({
  files: Type.Array(Type.Object({ assetId: Type.String(), path: Type.String(), bytes: Type.Number() })),
  problems: Type.Array(Type.Object({ assetId: Type.String(), path: Type.String(), message: Type.String() })),
})
export type Build = Static<typeof Build>

/** What becomes of the scripts and styles of a site when it is published now. */
export const buildCode = (projectId: string, signal?: AbortSignal) =>
  call(Build, `/api/projects/${encodeURIComponent(projectId)}/code/build`, { signal })

const Preview = Type.Object({ url: Type.String() })

/** A page with its scripts running; the address works for whoever has it, while somebody looks at it. */
export const openPreview = (projectId: string, pageId: string) =>
  call(Preview, `/api/projects/${encodeURIComponent(projectId)}/preview`, { method: 'POST', body: { pageId } })
