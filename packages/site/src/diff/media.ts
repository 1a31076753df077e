import type { ChangeLine, View } from '@atelier/documents'
import { type MediaEntry, mediaEntry, mediaPrefix } from '../media/entries.ts'
import { mediaTypeOf } from '../media/types.ts'
import { idsOf, lineOf } from './line.ts'

/** The changes to pictures and other files of the media. */
export function mediaLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return idsOf(keys, mediaPrefix).flatMap((id) => {
    const [old, now] = [mediaEntry(before, id), mediaEntry(after, id)]
    const entry = now ?? old
    if (!entry) return []
    const what = mediaTypeOf(entry.type)?.kind === 'image' ? 'picture' : 'file'
    const key = `${mediaPrefix}${id}`
    if (!old || !now) return lineOf(what, entry.name, old?.path, now?.path, key, id)
    return [
      ...lineOf(what, `${now.name} name`, old.name, now.name, `${key}/name`, id),
      ...lineOf(what, `${now.name} alt text`, old.alt || undefined, now.alt || undefined, `${key}/alt`, id),
      ...lineOf(what, `${now.name} folder`, `/${old.folder}`, `/${now.folder}`, `${key}/folder`, id),
      ...lineOf(what, `${now.name} translated alt texts`, textsOf(old), textsOf(now), `${key}/alts`, id),
      ...lineOf(what, `${now.name} tags`, old.tags?.join(', '), now.tags?.join(', '), `${key}/tags`, id),
      ...lineOf(what, `${now.name} focal point`, pointOf(old), pointOf(now), `${key}/focal`, id),
      ...(old.hash === now.hash ? [] : lineOf(what, `${now.name} content`, sizeOf(old), sizeOf(now), key, id)),
    ]
  })
}

const textsOf = ({ alts = {} }: MediaEntry) =>
  Object.entries(alts)
    .map(([locale, text]) => `${locale}: ${text}`)
    .join(', ') || undefined

const pointOf = ({ focal }: MediaEntry) => focal && `${Math.round(focal.x * 100)} %, ${Math.round(focal.y * 100)} %`

function sizeOf({ hash, bytes, width, height }: { hash: string; bytes: number; width?: number; height?: number }) {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`
  return `${width && height ? `${width} × ${height}, ` : ''}${size} (${hash.slice(0, 8)})`
}
