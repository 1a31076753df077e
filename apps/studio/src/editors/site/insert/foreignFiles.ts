import { CLIP_MARK, mediaEntry, siteUrl } from '@atelier/site'
import { uploadsOf } from '../media/uploads.ts'
import type { EditorSession } from '../session/session.ts'

/** So many files of another project are brought along at most. */
const MAX_FILES = 50

/**
 * A clip of another project with its files: they are copied into the media here, and the clip names them where they are
 * then. One that cannot be read keeps its address.
 */
export async function withOwnFiles(session: EditorSession, clip: string): Promise<string> {
  const origin = new RegExp(`${CLIP_MARK}="([\\w-]{1,64})"`).exec(clip)?.[1]
  if (origin === undefined || origin === session.projectId) return clip
  const urls = [...new Set(clip.match(/\/media\/[^"'\s,)<>\\]{1,500}/g))].slice(0, MAX_FILES)
  const files = await Promise.all(urls.map((url) => fileAt(`/api/projects/${origin}/files${url}`, url)))
  let written = clip
  for (const [at, url] of urls.entries()) {
    const file = files[at]
    const [id] = file ? await uploadsOf(session).send([file], '') : []
    const view = session.site.get()?.local.view
    const entry = view && id !== undefined ? mediaEntry(view, id) : undefined
    if (entry) written = written.replaceAll(url, siteUrl(entry.path))
  }
  return written
}

async function fileAt(address: string, url: string): Promise<File | undefined> {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) return undefined
  const name = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
  return new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? '' })
}
