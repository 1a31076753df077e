import type { ChangeLine, View } from '@atelier/documents'
import { type MediaEntry, mediaEntry, mediaPrefix } from '../media/entries.ts'
import { mediaTypeOf } from '../media/types.ts'
import { diffLine, idsOf } from './line.ts'

/** The changes to pictures and other files of the media. */
export function mediaLines(keys: readonly string[], before: View, after: View): ChangeLine[] {
  return idsOf(keys, mediaPrefix).flatMap((id) => {
    const [old, now] = [mediaEntry(before, id), mediaEntry(after, id)]
    const entry = now ?? old
    if (!entry) return []
    const what = mediaTypeOf(entry.type)?.kind === 'image' ? 'picture' : 'file'
    const key = `${mediaPrefix}${id}`
    if (!old || !now) return diffLine(what, entry.name, old?.path, now?.path, key, id)
    return [
      ...diffLine(what, `${now.name} name`, old.name, now.name, `${key}/name`, id),
      ...diffLine(what, `${now.name} alt text`, old.alt || undefined, now.alt || undefined, `${key}/alt`, id),
      ...diffLine(what, `${now.name} folder`, `/${old.folder}`, `/${now.folder}`, `${key}/folder`, id),
      ...diffLine(what, `${now.name} translated alt texts`, altTexts(old), altTexts(now), `${key}/alts`, id),
      ...diffLine(what, `${now.name} tags`, old.tags?.join(', '), now.tags?.join(', '), `${key}/tags`, id),
      ...diffLine(what, `${now.name} focal point`, pointOf(old), pointOf(now), `${key}/focal`, id),
      ...(old.hash === now.hash ? [] : diffLine(what, `${now.name} content`, mediaSize(old), mediaSize(now), key, id)),
    ]
  })
}

const altTexts = ({ alts = {} }: MediaEntry) =>
  Object.entries(alts)
    .map(([locale, text]) => `${locale}: ${text}`)
    .join(', ') || undefined

const pointOf = ({ focal }: MediaEntry) => focal && `${Math.round(focal.x * 100)} %, ${Math.round(focal.y * 100)} %`

function mediaSize({ hash, bytes, width, height }: { hash: string; bytes: number; width?: number; height?: number }) {
  const size = bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`
  return `${width && height ? `${width} × ${height}, ` : ''}${size} (${hash.slice(0, 8)})`
}
