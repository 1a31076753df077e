import { useRef } from 'react'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '../../../ui/index.ts'
import { useKeptCaret } from './keptCaret.ts'

type LineProps = Omit<TextAreaProps, 'onChange'> & { onChange: (event: { currentTarget: { value: string } }) => void }
type Shared<Props> = Omit<Props, 'ref' | 'value'> & { value: string }

/** One line of text that others may change while one writes in it. */
export function SharedField({ value, ...props }: Shared<TextFieldProps>) {
  const field = useRef<HTMLInputElement>(null)
  useKeptCaret(field, value)
  return <TextField ref={field} {...props} value={value} />
}

/** One line of text that is wrapped where its control is narrow, so that all of it can be read beside other languages. */
export function SharedLine({ value, onChange, ...props }: Shared<LineProps>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptCaret(field, value)
  return (
    <TextArea
      ref={field}
      rows={1}
      grows
      {...props}
      value={value}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={({ currentTarget }) => onChange({ currentTarget: { value: oneLine(currentTarget.value) } })}
    />
  )
}

/** Pasted lines are joined into one. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ')

/** Several lines of text that others may change while one writes in them. */
export function SharedArea({ value, ...props }: Shared<TextAreaProps>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptCaret(field, value)
  return <TextArea ref={field} {...props} value={value} />
}
