/** A control for a long text. */
export interface TextFieldProps {
  label: string
  value: string
  error: string | undefined
  hint: string | undefined
  disabled: boolean
  onBlur: () => void
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** An editor of a long text. */
export interface LongTextProps extends TextFieldProps {
  /** The text at this moment, which may not be rendered yet. */
  valueNow: () => string
  /** @param over what the editor showed before */
  onText: (text: string, over: string) => void
}
