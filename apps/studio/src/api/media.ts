import { type Static, Type } from 'typebox'
import { type Answer, type ApiError, readAnswer } from './client.ts'

/** A file as the server took it in. */
export const TakenMedia = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  /** False where the same file was there already. */
  added: Type.Boolean(),
  /** By which it is taken back, where it was added. */
  changeSetId: Type.Optional(Type.String()),
  warnings: Type.Optional(Type.Array(Type.String())),
})
export type TakenMedia = Static<typeof TakenMedia>

export interface MediaUpload {
  file: File
  folder: string
  /** From 0 to 1, of the bytes that are on their way. */
  onProgress(fraction: number): void
  signal: AbortSignal
}

/** Where a file of the media is shown from; with a width, in pixels, a picture about so wide. */
export const mediaUrl = (projectId: string, mediaId: string, width?: number) =>
  `/api/projects/${encodeURIComponent(projectId)}/media/${encodeURIComponent(mediaId)}${width === undefined ? '' : `?width=${width}`}`

/** Sends one file; XMLHttpRequest, since `fetch` does not tell how much of a body has been sent. */
export function uploadMedia(projectId: string, upload: MediaUpload): Promise<Answer<TakenMedia>> {
  const { file, folder, onProgress, signal } = upload
  const query = new URLSearchParams({ name: file.name })
  if (folder !== '') query.set('folder', folder)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = (error: ApiError) => resolve({ ok: false, error })
    request.open('POST', `/api/projects/${encodeURIComponent(projectId)}/media?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
    request.addEventListener('load', () => resolve(readAnswer(TakenMedia, request.status, request.responseText)))
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
