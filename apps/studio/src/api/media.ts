import * as api from '@atelier/api'
import { type Answer, type ApiError, readAnswer } from '@atelier/api/client'

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
