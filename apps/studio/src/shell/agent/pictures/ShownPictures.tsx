import { createContext, use, useState } from 'react'
import { pictureUrl } from '../../../api/index.ts'
import { Dialog } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import styles from './Pictures.module.css'

/** The chat whose pictures are shown. */
export const PictureSession = createContext<string | undefined>(undefined)

/** Pictures of a message or a result; pressed, one is shown as large as there is room. */
export function ShownPictures({ hashes, label }: { hashes: readonly string[]; label: string }) {
  const sessionId = use(PictureSession)
  const [open, setOpen] = useState<string>()
  if (hashes.length === 0 || sessionId === undefined) return null
  return (
    <div className="flex wrap gap-8">
      {hashes.map((hash) => (
        <button
          key={hash}
          type="button"
          className={styles.picture}
          aria-label={strings.enlarge(label)}
          onClick={() => setOpen(hash)}
        >
          <img src={pictureUrl(sessionId, hash)} alt={label} loading="lazy" />
        </button>
      ))}
      <Dialog open={open !== undefined} onOpenChange={(next) => !next && setOpen(undefined)} title={label} wide>
        {open !== undefined && <img className={styles.large} src={pictureUrl(sessionId, open)} alt={label} />}
      </Dialog>
    </div>
  )
}
