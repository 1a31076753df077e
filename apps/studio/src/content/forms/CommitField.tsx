import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../../ui/index.ts'

interface CommitFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'error'> {
  value: string
  /** Called on Enter or on leaving, if the text differs. */
  onCommit: (value: string) => void
  /** The problem of a typed text; it is not committed then. */
  problemOf?: (value: string) => string | undefined
}

/** A field that is saved when it is left; Escape takes back what was typed. */
export function CommitField({ value, onCommit, problemOf, ...rest }: CommitFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const wasSaved = useRef(value)
  // Values that others save are shown while nothing is typed here.
  useEffect(() => {
    if (wasSaved.current !== value) setTyped(undefined)
    wasSaved.current = value
  }, [value])
  const commit = () => {
    if (typed === undefined || typed === value) return setTyped(undefined)
    const wrong = problemOf?.(typed.trim())
    setProblem(wrong)
    if (wrong === undefined) onCommit(typed.trim())
  }
  return (
    <TextField
      {...rest}
      value={typed ?? value}
      error={problem}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setProblem(undefined)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key !== 'Escape' || typed === undefined) return
        event.stopPropagation()
        setTyped(undefined)
        setProblem(undefined)
      }}
    />
  )
}
