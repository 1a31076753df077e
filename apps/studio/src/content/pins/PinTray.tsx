import { File, Pin as PinIcon, X } from 'lucide-react'
import { useStore } from '../../documents/store.ts'
import { useContent } from '../session/context.ts'
import type { Pin } from '../session/pins.ts'
import styles from './Pins.module.css'
import * as strings from './strings.ts'

/** The pinned entries and files above the text of a message, each with a way to take it out again. */
export function PinTray() {
  const { pins } = useContent()
  const all = useStore(pins.all, whole)
  if (all.length === 0) return null
  return (
    <ul className={styles.tray} aria-label={strings.pinned}>
      {all.map(({ reference, title }) => (
        <li key={reference} className={styles.pin} title={title}>
          {reference.startsWith('file:') ? (
            <File size={12} aria-hidden="true" />
          ) : (
            <PinIcon size={12} aria-hidden="true" />
          )}
          <span className="truncate min-w-0">{title}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={strings.remove(title)}
            onClick={() => pins.remove(reference)}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const whole = (all: readonly Pin[]) => all
