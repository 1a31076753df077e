import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../../../navigation/Link.tsx'
import { placeBeside } from '../../../ui/placement.ts'
import type { FieldNote as Note } from '../session/textState.ts'
import styles from './FieldNote.module.css'

/** Says beside a text where it comes from, and leads there if it is not typed here. */
export function FieldNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const { box, message, link, isTyped } = note
  const element = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ x: box.left, y: box.top })
  useLayoutEffect(() => {
    const size = element.current
    if (!size) return
    const measured = { width: size.offsetWidth, height: size.offsetHeight }
    // A text mostly begins where its element does, however wide that is.
    const anchor = { x: box.left, y: box.top, width: Math.min(box.width, measured.width), height: box.height }
    setPlace(placeBeside(anchor, measured, { width: window.innerWidth, height: window.innerHeight }, 'top'))
  }, [box])
  useEffect(() => {
    // While one types the text keeps the keyboard.
    if (!isTyped) element.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [isTyped])
  return createPortal(
    <div
      ref={element}
      role="status"
      className={styles.note}
      data-typed={isTyped || undefined}
      style={{ left: place.x, top: place.y }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {message}
      {link && (
        <Link className="font-medium color-hand" to={link.to}>
          {link.label}
        </Link>
      )}
    </div>,
    document.body,
  )
}
