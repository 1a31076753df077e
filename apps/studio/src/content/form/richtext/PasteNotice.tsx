import { X } from 'lucide-react'
import { IconButton } from '../../../ui/index.ts'
import { MAX_CELLS } from './model/tableAt.ts'
import type { PasteNote } from './paste/pasting.ts'
import styles from './RichText.module.css'
import * as strings from './strings.ts'

/** Says of a paste which pictures are on their way, and what is not in the text. */
export function PasteNotice({ note, onDismiss }: { note: PasteNote | undefined; onDismiss: () => void }) {
  const lines = note ? noteLines(note) : []
  return (
    <div className={styles.note} role="status" data-empty={lines.length === 0 ? '' : undefined}>
      {lines.length > 0 && (
        <>
          <div>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <IconButton size="sm" label={strings.dismissNote} onClick={onDismiss}>
            <X size={14} />
          </IconButton>
        </>
      )}
    </div>
  )
}

function noteLines({ busy, tooManyCells, leftOut, waiting, added, remote, failed }: PasteNote): string[] {
  if (busy) return [strings.reading]
  return [
    ...(tooManyCells === undefined ? [] : [strings.tooManyCells(tooManyCells, MAX_CELLS)]),
    ...strings.leftOutWords(leftOut),
    ...(waiting > 0 ? [strings.picturesWaiting(waiting)] : []),
    ...(added > 0 ? [strings.picturesAdded(added)] : []),
    ...(remote[0] === undefined ? [] : [strings.picturesRemote(remote.length, remote[0])]),
    ...(failed[0] === undefined ? [] : [strings.picturesFailed(failed.length, failed[0])]),
  ]
}
