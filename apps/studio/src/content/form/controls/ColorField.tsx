import { useMemo } from 'react'
import { SharedField } from '../text/SharedField.tsx'
import styles from './Controls.module.css'
import type { ControlProps } from './controlProps.ts'
import * as strings from './strings.ts'

/** A colour: its swatch, which opens the browser's picker, and its text. */
export function ColorField({ label, text, onText, onLeave, error, hint, readsOnly }: ControlProps) {
  const hex = useMemo(() => hexOf(text), [text])
  return (
    <SharedField
      label={label}
      value={text}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      disabled={readsOnly}
      mono
      autoComplete="off"
      spellCheck={false}
      leading={
        <span
          className={styles.swatch}
          data-empty={hex === undefined || undefined}
          style={hex === undefined ? undefined : { background: text }}
        >
          <input
            type="color"
            aria-label={strings.pickColor(label)}
            value={hex ?? '#000000'}
            disabled={readsOnly}
            onChange={(event) => onText(event.currentTarget.value)}
            onBlur={onLeave}
          />
        </span>
      }
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onLeave}
    />
  )
}

/** A colour of CSS as `#rrggbb`, without what shines through; undefined if the browser knows none by this name. */
function hexOf(text: string): string | undefined {
  const plain = text.trim()
  if (plain === '' || !CSS.supports('color', plain)) return undefined
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return undefined
  context.fillStyle = plain
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
