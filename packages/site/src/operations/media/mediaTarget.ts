import { createRests, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { documents } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { type MediaEntry, mediaByPath, mediaEntries, mediaEntry } from '../../media/entries.ts'
import { siteUrl } from '../../media/resolve.ts'
import { type MediaUse, mediaUses, pageMediaUses } from '../../read/mediaUses.ts'
import type { Found } from '../shared/target.ts'

/** A file as results name it. `url` is what a page writes. */
export const MediaFile = {
  mediaId: Type.String(),
  path: Type.String(),
  url: Type.String(),
  name: Type.String(),
  type: Type.String(),
  bytes: Type.Number(),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
  alt: Type.Optional(Type.String()),
  folder: Type.Optional(Type.String()),
}

export function mediaFile({ id, path, name, type, bytes, width, height, alt, folder }: MediaEntry) {
  return {
    mediaId: id,
    path,
    url: siteUrl(path),
    name,
    type,
    bytes,
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(alt === undefined ? {} : { alt }),
    ...(folder === '' ? {} : { folder }),
  }
}

export const Uses = Type.Array(
  Type.Object({
    kind: Type.String(),
    documentId: Type.Optional(Type.String()),
    nodeId: Type.Optional(Type.String()),
    label: Type.String(),
  }),
)

/** A file by its id, or by the path or URL that it has on the published site. */
export function findMedia({ site }: SiteContext, id: string, path = '/mediaId'): Found<MediaEntry> {
  const found = mediaEntry(site, id) ?? mediaByPath(site, id.replace(/^\//, ''))
  if (found) return { found }
  const all = mediaEntries(site)
  const names = all.slice(0, 20).map((each) => `${each.id} (${each.name})`)
  const hint = all.length === 0 ? 'The site has no media yet.' : `list_media lists the ids: ${names.join(', ')}.`
  return { refused: fail('unknown_media', `There is no file "${id.slice(0, 80)}".`, { path, hint }) }
}

/** Where files are used, in every document of the site. */
export async function usesOf(
  { site, drafts }: SiteContext,
  paths: ReadonlySet<string>,
): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>()
  const add = (found: ReadonlyMap<string, readonly MediaUse[]>) => {
    for (const [path, places] of found) uses.set(path, [...(uses.get(path) ?? []), ...places])
  }
  const wanted = (path: string) => paths.has(path)
  const rest = createRests()
  for (const entry of documents(site)) {
    await rest()
    const draft = await drafts.open(entry.id)
    if (draft) add(pageMediaUses(site, entry, readTree(draft), wanted))
  }
  add(mediaUses(site, [], wanted))
  return uses
}
