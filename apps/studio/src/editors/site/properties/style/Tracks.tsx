import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../../ui/Button.tsx'
import { numbered } from '../../../../ui/numbered.tsx'
import { readNumber } from '../../model/numberText.ts'
import { dragTrack, printTracks, readTracks } from '../../model/tracks.ts'
import { suggestValues } from '../fields/suggest.ts'
import { useScrub } from '../fields/useScrub.ts'
import { ValueField } from '../fields/ValueField.tsx'
import { subjectOf, useStyle } from './editing.ts'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'
import tracksStyles from './Tracks.module.css'

export interface TracksProps {
  property: 'grid-template-columns' | 'grid-template-rows'
  title: string
}

/** The columns or rows of a grid: a bar whose lines are dragged, and a field for each track. */
export function Tracks({ property, title }: TracksProps) {
  const style = useStyle()
  const { value, origin } = style.read(property)
  const tracks = readTracks(value)
  const widths = (readTracks(style.computed(property)) ?? []).map((track) => readNumber(track)?.value ?? 0)
  const write = (next: readonly string[]) =>
    style.set({ [property]: next.length > 0 ? printTracks(next) : null }, property)
  const preview = (next: readonly string[] | undefined) => style.preview(next && { [property]: printTracks(next) })
  return (
    <fieldset className={styles.group} aria-label={title}>
      <div className="row justify-between min-h-24 type-label color-secondary">
        <span>{title}</span>
        <IconButton
          label={strings.addTo(title)}
          size="sm"
          disabled={tracks === undefined}
          onClick={() => void write([...(tracks ?? []), tracks?.at(-1) ?? '1fr'])}
        >
          <Plus size={13} />
        </IconButton>
      </div>
      {tracks === undefined ? (
        <StyleField property={property} label={title} />
      ) : (
        <>
          {tracks.length > 1 && (
            <div className={tracksStyles.trackBar}>
              {numbered(
                tracks.map((track, index) => ({ track, index })),
                ({ track, index }) => (
                  <span className={tracksStyles.track} style={{ flexGrow: widths[index] || 1 }}>
                    {index > 0 && (
                      <TrackLine
                        label={strings.lineBetween(title, index)}
                        onDrag={(by) => {
                          const next = dragTrack(tracks, widths, index - 1, by)
                          preview(next)
                          return next
                        }}
                        scale={(bar) => (bar > 0 ? widths.reduce((sum, width) => sum + width, 0) / bar : 1)}
                        onDone={(next) => void write(next)}
                        onCancel={() => preview(undefined)}
                      />
                    )}
                    <span className={tracksStyles.trackName}>{track}</span>
                  </span>
                ),
              )}
            </div>
          )}
          <div className={tracksStyles.trackFields}>
            {numbered(
              tracks.map((track, index) => ({ track, index })),
              ({ track, index }) => {
                const withTrack = (next: string) => tracks.map((each, at) => (at === index ? next : each))
                return (
                  <span className={tracksStyles.trackField}>
                    <ValueField
                      subject={subjectOf(style, `${property} ${index}`)}
                      layout="bare"
                      label={strings.track(title, index + 1)}
                      property={property}
                      value={track}
                      origin={origin}
                      suggest={(text, caret) => suggestValues(style.vocabulary.of(property), text, caret)}
                      onFocus={style.vocabulary.load}
                      onPreview={(next) => preview(next === undefined ? undefined : withTrack(next))}
                      onCommit={(next) => write(withTrack(next).filter((each) => each !== ''))}
                    />
                    <button
                      type="button"
                      className={styles.smallButton}
                      aria-label={strings.removeTrack(title, index + 1)}
                      onClick={() => void write(tracks.filter((_, at) => at !== index))}
                    >
                      <X size={12} />
                    </button>
                  </span>
                )
              },
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}

interface TrackLineProps {
  label: string
  /** Pixels of the page for one pixel of the bar. */
  scale: (barWidth: number) => number
  onDrag: (by: number) => string[]
  onDone: (tracks: string[]) => void
  onCancel: () => void
}

/** The line between two tracks. */
function TrackLine({ label, scale, onDrag, onDone, onCancel }: TrackLineProps) {
  const line = useRef<HTMLButtonElement>(null)
  const last = useRef<string[]>(undefined)
  const drag = (by: number) => {
    const bar = line.current?.closest(`.${tracksStyles.trackBar}`)?.clientWidth ?? 0
    last.current = onDrag(by * scale(bar))
  }
  const finish = () => {
    if (last.current) onDone(last.current)
    last.current = undefined
  }
  const scrub = useScrub({ onMove: ({ x }) => drag(x), onDone: finish, onCancel })
  return (
    <button
      ref={line}
      type="button"
      className={tracksStyles.trackLine}
      aria-label={label}
      onPointerDown={scrub}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -4, ArrowRight: 4 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        event.stopPropagation()
        drag(event.shiftKey ? step * 10 : step)
        finish()
      }}
    />
  )
}
