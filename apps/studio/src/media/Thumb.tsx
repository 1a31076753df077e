import { type MediaEntry, mediaTypeOf } from '@atelier/site'
import { File, FileText, Film, Images, Music, Type } from 'lucide-react'
import { useState } from 'react'
import { mediaUrl } from '../api/media.ts'

const icons = { image: Images, video: Film, audio: Music, font: Type, document: FileText, text: FileText }
/** As wide as a tile is at most, on a screen with two pixels for one. */
const thumbWidth = 320

/** A small picture of a file, behind it at first the few pixels that its entry holds; or a sign of its kind. */
export function Thumb({ projectId, entry }: { projectId: string; entry: Pick<MediaEntry, 'id' | 'type' | 'blur'> }) {
  const [loaded, setLoaded] = useState(false)
  const kind = mediaTypeOf(entry.type)?.kind
  if (kind === 'image') {
    const waits = !loaded && entry.blur !== undefined
    return (
      <img
        src={mediaUrl(projectId, entry.id, thumbWidth)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={waits ? { backgroundImage: `url(data:image/webp;base64,${entry.blur})` } : undefined}
        onLoad={() => setLoaded(true)}
      />
    )
  }
  const Icon = kind === undefined ? File : icons[kind]
  return <Icon size={20} />
}
