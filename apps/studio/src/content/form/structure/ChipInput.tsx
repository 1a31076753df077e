import { useState } from 'react'
import { TextField } from '../../../ui/index.ts'
import styles from './Structure.module.css'
import * as strings from './strings.ts'
import { linesOf } from './structure.ts'

/** Takes the texts of new items: Enter, a comma or leaving it adds what is typed, and each pasted line is one. */
export function ChipInput({
  label,
  splitsAtComma,
  onAdd,
  onLeave,
  onBack,
}: {
  label: string
  splitsAtComma: boolean
  onAdd: (texts: readonly string[]) => void
  onLeave: () => void
  /** The key in front of its text was pressed that leads to the item before. */
  onBack: () => void
}) {
  const [text, setText] = useState('')
  const add = () => {
    onAdd(linesOf(text))
    setText('')
  }
  return (
    <TextField
      className={styles.chipInput}
      label={label}
      hideLabel
      placeholder={strings.addItem}
      title={strings.addHint}
      value={text}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        add()
        onLeave()
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!/[\r\n]/.test(pasted)) return
        event.preventDefault()
        const { selectionStart, selectionEnd, value } = event.currentTarget
        onAdd(linesOf(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0)))
        setText('')
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        const { key, currentTarget } = event
        if (key === 'Enter' || (key === ',' && splitsAtComma)) {
          event.preventDefault()
          add()
        }
        const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
        if ((key === 'Backspace' || key === 'ArrowLeft') && isAtStart) {
          event.preventDefault()
          onBack()
        }
      }}
    />
  )
}
