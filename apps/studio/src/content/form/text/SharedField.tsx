import { useRef } from 'react'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '../../../ui/index.ts'
import { useKeptCaret } from './keptCaret.ts'

type Shared<Props> = Omit<Props, 'ref' | 'value'> & { value: string }

/** One line of text that others may change while one writes in it. */
export function SharedField({ value, ...props }: Shared<TextFieldProps>) {
  const field = useRef<HTMLInputElement>(null)
  useKeptCaret(field, value)
  return <TextField ref={field} {...props} value={value} />
}

/** Several lines of text that others may change while one writes in them. */
export function SharedArea({ value, ...props }: Shared<TextAreaProps>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptCaret(field, value)
  return <TextArea ref={field} {...props} value={value} />
}
