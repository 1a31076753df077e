import type { SelectOption } from '../../ui/index.ts'

/** A name of a list as a person says it: `cta-banner` is “Cta banner”. */
export function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const optionsOf = (names: readonly string[]): SelectOption[] =>
  names.map((value) => ({ value, label: inWords(value) }))
