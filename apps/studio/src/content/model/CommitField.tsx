import { type KeyboardEvent, useEffect, useState } from 'react'
import { TextArea, TextField, type TextFieldProps } from '../../ui/index.ts'

export interface CommitFieldProps
  extends Pick<TextFieldProps, 'label' | 'hint' | 'mono' | 'disabled' | 'placeholder' | 'inputMode'> {
  value: string
  /** Several lines, in which Enter begins another one. */
  rows?: number
  /** Returns what is wrong with the text, or nothing once it is taken. */
  onCommit: (text: string) => string | undefined
}

/** A text that is taken when it is left, or with Enter; Escape brings back what it was. */
export function CommitField({ value, rows, onCommit, ...rest }: CommitFieldProps) {
  const [text, setText] = useState(value)
  const [error, setError] = useState<string>()
  useEffect(() => {
    setText(value)
    setError(undefined)
  }, [value])
  const commit = () => {
    if (text !== value) setError(onCommit(text))
  }
  const shared = {
    ...rest,
    value: text,
    ...(error === undefined ? {} : { error }),
    autoComplete: 'off',
    onBlur: commit,
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && text !== value) {
        event.stopPropagation()
        setText(value)
        setError(undefined)
      }
      if (event.key === 'Enter' && rows === undefined) commit()
    },
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  }
  if (rows === undefined) return <TextField {...shared} />
  const { inputMode: _, ...area } = shared
  return <TextArea {...area} rows={rows} />
}
