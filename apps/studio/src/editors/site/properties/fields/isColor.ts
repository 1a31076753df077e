/** Whether the browser reads a value as one colour. */
export function isColor(value: string): boolean {
  return (
    !/^(inherit|initial|unset|revert|revert-layer|currentcolor|transparent)$/i.test(value) &&
    !value.includes('var(') &&
    CSS.supports('color', value)
  )
}
