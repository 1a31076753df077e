import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { numbered } from '../../../../ui/numbered.tsx'
import { dropIndex } from '../../model/lists.ts'
import { useScrub } from '../fields/useScrub.ts'
import styles from './PartList.module.css'
import * as strings from './strings.ts'

export interface PartListProps {
  /** The parts of a value as they are written: layers, shadows, transitions. */
  parts: readonly string[]
  /** The part that a grip moves: `layer 2`. */
  nameOf: (number: number) => string
  onMove: (from: number, to: number) => void
  render: (part: string, index: number) => ReactNode
}

/** The parts of a value in their order. Each is moved by its grip, which is dragged or takes the arrow keys. */
export function PartList({ parts, nameOf, onMove, render }: PartListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  if (parts.length === 0) return null
  return (
    <ul ref={list} className={styles.parts}>
      {numbered(
        parts.map((part, index) => ({ part, index })),
        ({ part, index }) => (
          <li
            className={cx(styles.part, parts.length > 1 && styles.moves)}
            data-dragged={drag?.from === index || undefined}
            data-drop={dropSide(drag, index)}
          >
            {parts.length > 1 && (
              <Grip
                label={strings.movePart(nameOf(index + 1))}
                index={index}
                last={parts.length - 1}
                list={list}
                onDrag={(to) => setDrag(to === undefined ? undefined : { from: index, to })}
                onMove={(to) => onMove(index, to)}
              />
            )}
            <div className={styles.content}>{render(part, index)}</div>
          </li>
        ),
      )}
    </ul>
  )
}

/** The side of a part on which the line for the drop stands. */
function dropSide(drag: { from: number; to: number } | undefined, index: number) {
  if (drag?.to !== index || drag.from === index) return undefined
  return drag.to < drag.from ? 'before' : 'after'
}

interface GripProps {
  label: string
  index: number
  last: number
  list: { readonly current: HTMLUListElement | null }
  /** Called with the index that a drop would give, and with undefined when the drag ends. */
  onDrag: (to: number | undefined) => void
  onMove: (to: number) => void
}

function Grip({ label, index, last, list, onDrag, onMove }: GripProps) {
  const start = useRef({ y: 0, middles: [] as number[], to: index })
  const gripAt = (at: number) => list.current?.children.item(at)?.querySelector('button')
  const scrub = useScrub({
    onMove({ y }) {
      start.current.to = dropIndex(start.current.middles, index, start.current.y + y)
      onDrag(start.current.to)
    },
    onDone() {
      onDrag(undefined)
      if (start.current.to !== index) onMove(start.current.to)
    },
    onCancel: () => onDrag(undefined),
    onPress: () => gripAt(index)?.focus(),
  })
  const press = (event: PointerEvent<HTMLElement>) => {
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    start.current = { y: event.clientY, middles, to: index }
    scrub(event)
  }
  const step = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (to < 0 || to > last || to === index) return
    onMove(to)
    gripAt(to)?.focus()
  }
  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={label}
      data-tooltip={strings.dragOrArrows}
      onPointerDown={press}
      onKeyDown={step}
    >
      <GripVertical size={12} aria-hidden="true" />
    </button>
  )
}
