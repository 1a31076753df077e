import * as api from '@atelier/api'
import { type Answer, call, readAnswer } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** The file formats that a part is written in. */
export const exportFormats = ['step', 'stl', '3mf', 'glb', 'png'] as const
export type ExportFormat = (typeof exportFormats)[number]
export type PictureView = NonNullable<NonNullable<api.QueryOf<typeof api.readPartPicture>>['view']>

const partsKey = (id: string) => ['projects', id, 'parts']

/** The parts of a project and their folders. */
export const partsQuery = (id: string) =>
  queryOptions({
    queryKey: partsKey(id),
    queryFn: ({ signal }) => unwrap(call(api.listParts, { params: { id } }, { signal })),
  })

/** Reads the parts of a project; none if they cannot be read. */
export async function readParts(id: string): Promise<api.ListedPart[]> {
  const answer = await call(api.listParts, { params: { id } })
  return answer.ok ? answer.value.parts : []
}

/** The pages that show a part. */
export const partUsesQuery = (id: string, partId: string) =>
  queryOptions({
    queryKey: [...partsKey(id), partId, 'uses'],
    queryFn: ({ signal }) => unwrap(call(api.readPartUses, { params: { id, partId } }, { signal })),
    staleTime: 0,
  })

/** A part as it is built. @param revision another number asks again */
export const partQuery = (id: string, partId: string, revision: number) =>
  queryOptions({
    queryKey: [...partsKey(id), partId, revision],
    queryFn: ({ signal }) => unwrap(call(api.readPart, { params: { id, partId } }, { signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const createPart = (id: string, name: string, folder?: string) =>
  call(api.createPart, { params: { id }, body: { name, ...(folder === undefined ? {} : { folder }) } })

/** Adds the solids of a STEP file to a part. */
export async function importStep(
  id: string,
  partId: string,
  file: File,
): Promise<Answer<api.AnswerOf<typeof api.importPart>>> {
  const name = file.name.slice(0, 200)
  try {
    const response = await fetch(api.addressOf(api.importPart, { params: { id, partId }, query: { name } }), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
      body: file,
    })
    return readAnswer(api.importPart, response.status, await response.text())
  } catch {
    return {
      ok: false,
      error: { code: 'offline', status: 0, message: 'The upload was cut off; nothing of it was kept.' },
    }
  }
}

interface PictureOptions {
  view?: PictureView
  width?: number
  height?: number
  /** Another one makes browsers ask again. */
  revision?: number
  /** The part without a change set, or with it. */
  change?: { id: string; side: 'before' | 'after' }
}

/** The address of a picture of a part. */
export const partPictureUrl = (id: string, partId: string, options: PictureOptions = {}) => {
  const { view, width, height, revision, change } = options
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return api.addressOf(api.readPartPicture, {
    params: { id, partId },
    query: {
      view,
      width: text(width),
      height: text(height),
      revision: text(revision),
      changeSet: change?.id,
      side: change?.side,
    },
  })
}

/** The address of a part as a file. */
export const partFileUrl = (id: string, partId: string, format: ExportFormat) =>
  format === 'png'
    ? partPictureUrl(id, partId, { width: 1920, height: 1440 })
    : api.addressOf(api.exportPart, { params: { id, partId }, query: { format } })

/** A part as a file. */
export const partFileQuery = (id: string, partId: string, format: ExportFormat, revision: number) =>
  queryOptions({
    queryKey: [...partsKey(id), partId, revision, 'file', format],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(partFileUrl(id, partId, format), { signal, credentials: 'same-origin' })
      if (response.ok) return response.blob()
      const answer = readAnswer(api.readPart, response.status, await response.text())
      throw new Error(answer.ok ? 'The server answered with no file.' : answer.error.message)
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
