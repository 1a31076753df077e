import * as api from '@atelier/api'
import { type Answer, type ApiError, call, readAnswer } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

export interface MediaUpload {
  file: File
  folder: string
  /** From 0 to 1, of the bytes that are on their way. */
  onProgress(fraction: number): void
  signal: AbortSignal
}

/** Where a file of the media is shown from; with a width, in pixels, a picture about so wide. */
export const mediaUrl = (projectId: string, mediaId: string, width?: number) =>
  api.addressOf(api.readMedia, {
    params: { id: projectId, mediaId },
    query: { width: width === undefined ? undefined : String(width) },
  })

/** All that is read of a project's library. */
export const libraryKey = (id: string) => ['projects', id, 'content', 'library']

/** Files on one page of the library. */
export const LIBRARY_PAGE = 100

/** Which files of the library are shown. */
export interface LibraryFilter {
  search?: string
  tag?: string
  kind?: NonNullable<NonNullable<api.QueryOf<typeof api.listMedia>>['kind']>
  unused?: boolean
}

/** The files that a filter shows, from `offset` on, the newest first. */
export const libraryQuery = (id: string, { search = '', unused = false, ...filter }: LibraryFilter, offset = 0) =>
  queryOptions({
    queryKey: [...libraryKey(id), 'list', offset, { ...filter, search: search.trim(), unused }],
    queryFn: ({ signal }) =>
      unwrap(
        call(
          api.listMedia,
          {
            params: { id },
            query: {
              ...filter,
              ...(search.trim() === '' ? {} : { search: search.trim() }),
              ...(unused ? { unused: '1' } : {}),
              offset: String(offset),
              limit: String(LIBRARY_PAGE),
            },
          },
          { signal },
        ),
      ),
    // Kept from the same tiles: those of another page are other files.
    placeholderData: (before, query) => (query?.queryKey.at(-2) === offset ? before : undefined),
  })

/** A file as it is described now, and where it is used. */
export const mediaUsesQuery = (id: string, mediaId: string) =>
  queryOptions({
    queryKey: [...libraryKey(id), 'uses', mediaId],
    queryFn: ({ signal }) => unwrap(call(api.readMediaUses, { params: { id, mediaId } }, { signal })),
  })

/** Where a file is shown from by the path that it is published under. */
export const mediaPathUrl = (projectId: string, path: string) =>
  `/api/projects/${encodeURIComponent(projectId)}/files/${path.replace(/^\//, '').split('/').map(encodeURIComponent).join('/')}`

/** Sends one file; XMLHttpRequest, since `fetch` does not report how much of a body has been sent. */
export function uploadMedia(projectId: string, upload: MediaUpload): Promise<Answer<api.Media>> {
  const { file, folder, onProgress, signal } = upload
  const query = { name: file.name, folder: folder === '' ? undefined : folder }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = (error: ApiError) => resolve({ ok: false, error })
    request.open('POST', api.addressOf(api.uploadMedia, { params: { id: projectId }, query }))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
    request.addEventListener('load', () => {
      const answer = readAnswer(api.uploadMedia, request.status, request.responseText)
      if (!answer.ok) resolve(answer)
      // Only a request of several files is answered with a list.
      else if ('files' in answer.value) fail(cutOff)
      else resolve({ ok: true, value: answer.value })
    })
    request.addEventListener('error', () => fail(cutOff))
    request.addEventListener('abort', () =>
      fail({ code: 'aborted', status: 0, message: 'It was stopped; nothing of it was kept.' }),
    )
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) request.abort()
    else request.send(file)
  })
}

const cutOff: ApiError = {
  code: 'offline',
  status: 0,
  message: 'The upload was cut off; nothing of it was kept.',
  hint: 'Check the connection, then try again.',
}
