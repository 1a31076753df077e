import { useState } from 'react'
import { type PictureView, partPictureUrl } from '../../api/parts.ts'
import { Button } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'

/** The views that a press leads through, from the one that is shown first. */
const VIEWS: readonly PictureView[] = ['iso', 'front', 'right', 'back', 'left', 'top', 'bottom']
const SIDES = ['before', 'after'] as const

/** A part before and after a run, turned together. A side that has no picture, such as that of an empty part, says so. */
export function RunPictures({
  projectId,
  partId,
  changeSetId,
}: {
  projectId: string
  partId: string
  changeSetId: string
}) {
  const [shown, setShown] = useState(0)
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const view = VIEWS[shown] ?? 'iso'
  if (missing.size === SIDES.length) return null
  return (
    <div className={styles.runPictures}>
      {SIDES.map((side) => (
        <figure key={side}>
          {missing.has(side) ? (
            <span>{strings.noPicture}</span>
          ) : (
            <img
              src={partPictureUrl(projectId, partId, {
                view,
                width: 320,
                height: 240,
                change: { id: changeSetId, side },
              })}
              alt={strings.pictureOfSide(side)}
              loading="lazy"
              onError={() => setMissing((before) => new Set([...before, side]))}
            />
          )}
          <figcaption>{strings.sides[side]}</figcaption>
        </figure>
      ))}
      <Button size="sm" variant="quiet" onClick={() => setShown((shown + 1) % VIEWS.length)}>
        {strings.turnPictures(strings.viewNames[view])}
      </Button>
    </div>
  )
}
