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
