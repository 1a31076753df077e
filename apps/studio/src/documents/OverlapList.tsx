import type { Json } from '@atelier/documents'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { FoundOverlap } from './connection.ts'
import styles from './OverlapList.module.css'
import type { OverlapsDialogProps } from './OverlapsDialog.tsx'
import * as strings from './strings.ts'

/** The dialog of all overlaps; one that is put off comes back when there is another. */
export function OverlapList({
  connection,
  titleOf,
  overlaps,
}: OverlapsDialogProps & { overlaps: readonly FoundOverlap[] }) {
  const [later, setLater] = useState<readonly FoundOverlap[]>([])
  if (overlaps === later) return null
  const decideAll = async (side: 'mine' | 'theirs') => {
    for (const overlap of overlaps) await connection.decide(overlap, overlap[side])
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && setLater(overlaps)}
      title={strings.changedOnBothSides(overlaps.length)}
      description={strings.changedMeanwhile}
      footer={
        <>
          <Button onClick={() => void decideAll('theirs')}>{strings.takeAllOfTheirs}</Button>
          <Button variant="primary" onClick={() => void decideAll('mine')}>
            {strings.keepAllOfMine}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {overlaps.map((overlap) => (
          <li key={`${overlap.documentId} ${overlap.key}`} className="grid gap-6">
            <h3 className="m-0 type-control">
              {strings.valuePlace(titleOf(overlap.documentId), changedPart(overlap.key))}
            </h3>
            <Side label={strings.yours} value={overlap.mine} />
            <Side label={overlap.by?.length ? strings.theirsOf(overlap.by) : strings.theirs} value={overlap.theirs} />
            <div className="flex gap-8">
              <Button size="sm" onClick={() => void connection.decide(overlap, overlap.mine)}>
                {strings.keepMine}
              </Button>
              <Button size="sm" onClick={() => void connection.decide(overlap, overlap.theirs)}>
                {strings.takeTheirs}
              </Button>
              {overlap.key.endsWith('/text') && (
                <Button size="sm" onClick={() => connection.leave(overlap)}>
                  {strings.leaveText}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Side({ label, value }: { label: string; value: Json | undefined }) {
  return (
    <div className={styles.side}>
      <span className="type-control color-secondary">{label}</span>
      <code className={styles.value}>{overlapText(value)}</code>
    </div>
  )
}

/** Names what was changed, from the part of a key that says it: `attr:href` of an element, `text`. */
function changedPart(key: string): string {
  const part = key.slice(key.indexOf('/') + 1)
  return part.startsWith('attr:') ? strings.attributeLabel(part.slice('attr:'.length)) : part
}

function overlapText(value: Json | undefined): string {
  if (value === undefined) return strings.deletedValue
  if (value === '') return strings.emptyText
  return typeof value === 'string' ? value : JSON.stringify(value)
}
