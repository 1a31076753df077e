import { localePattern } from '@atelier/content'

/** Codes of languages as they are typed, with commas or blanks between them; each once. */
export function readLanguages(typed: string): { codes: string[]; wrong: string | undefined } {
  const codes = [...new Set(typed.split(/[\s,;]+/).filter((code) => code !== ''))]
  return { codes, wrong: codes.find((code) => !localePattern.test(code)) }
}
