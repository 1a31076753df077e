import { type MediaEntry, mediaEntry, mediaTypeOf, siteUrl } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { dropAt } from '../model/rows.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import { callServer } from '../session/serverCalls.ts'
import type { EditorSession } from '../session/session.ts'
import * as strings from './strings.ts'
import { uploadsOf } from './uploads.ts'

/** The type of what a tile carries while it is dragged: the ids of files, as JSON. */
export const mediaDragType = 'application/x-atelier-media'

export type MediaUses = NonNullable<HandleOutput<typeof operations.list_media>['media'][number]['uses']>

/** Where a file is used, in the whole site; undefined if that is not known now. */
export async function usesOf(session: EditorSession, entry: MediaEntry): Promise<MediaUses | undefined> {
  const input = { search: entry.path, uses: true, limit: 200 }
  const listed = await callServer(session.projectId, operations.list_media, input)
  if (!listed.ok || !listed.data) return undefined
  return listed.data.media.find(({ mediaId }) => mediaId === entry.id)?.uses ?? []
}

/** Shows another file wherever one is used. Pages that use it are opened first, so that undo takes all of it back. */
export async function replaceEverywhere(session: EditorSession, entry: MediaEntry, withId: string): Promise<boolean> {
  const uses = await usesOf(session, entry)
  if (!uses) {
    session.problem.set({ message: strings.replaceFailedUsesUnknown })
    return false
  }
  const pages = new Set(uses.flatMap(({ documentId, nodeId }) => (documentId && nodeId ? [documentId] : [])))
  const opened = await Promise.all([...pages].map((id) => session.load(id)))
  if (opened.some((page) => !page)) {
    session.problem.set({ message: strings.replaceFailedPageClosed })
    return false
  }
  return (await session.run(operations.replaceMedia, { mediaId: entry.id, withMediaId: withId })).ok
}

/** A file as HTML: a picture, a film, a sound, or a link to save it. */
export function htmlOf(entry: MediaEntry): string {
  const url = escapeHtml(siteUrl(entry.path))
  const kind = mediaTypeOf(entry.type)?.kind
  if (kind === 'image') return `<img src="${url}" alt="${escapeHtml(entry.alt ?? '')}"${sizeAttributes(entry)}>`
  if (kind === 'video') return `<video src="${url}" controls></video>`
  if (kind === 'audio') return `<audio src="${url}" controls></audio>`
  return `<a href="${url}" download>${escapeHtml(entry.name)}</a>`
}

/** The size of a picture as attributes, so that its place is kept until it is there. */
const sizeAttributes = ({ width, height }: MediaEntry) =>
  width === undefined || height === undefined ? '' : ` width="${width}" height="${height}"`

/** Files of the media as HTML, one line each. */
export function htmlOfMedia(session: EditorSession, ids: readonly string[]): string {
  const view = session.site.get()?.local.view
  return ids
    .flatMap((id) => (view && mediaEntry(view, id)) ?? [])
    .map(htmlOf)
    .join('\n')
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Puts files into the open page, beside a node or into it, and selects the first.
 * @param fraction where on the node, from its top (0) to its bottom (1); the middle of what holds others is inside it
 */
export async function insertMedia(
  session: EditorSession,
  ids: readonly string[],
  target = session.state.get().selected,
  fraction = 1,
): Promise<void> {
  const tree = session.page.get()?.model.tree()
  if (!tree?.root) return
  const html = htmlOfMedia(session, ids)
  if (html === '') return
  const place = dropAt(tree, [], target ?? tree.root, fraction)
  const result = await session.run(operations.insertHtml, {
    parentId: place?.parentId ?? tree.root,
    ...(place ? { index: place.index } : {}),
    html,
  })
  const [first] = (result.ok && result.data?.nodeIds) || []
  if (first !== undefined) session.select(first)
}

/** Whether a drag brings files, of this computer or of the media. */
export const bringsMedia = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.some((type) => type === 'Files' || type === mediaDragType) ?? false

/** The files that were dropped, as ids of the media: those of this computer are uploaded first. */
export async function droppedMedia(session: EditorSession, transfer: DataTransfer, folder = ''): Promise<string[]> {
  const text = transfer.getData(mediaDragType)
  if (text === '') return uploadsOf(session).send([...transfer.files], folder)
  const ids: unknown = JSON.parse(text)
  return Value.Check(Type.Array(Type.String()), ids) ? ids : []
}
