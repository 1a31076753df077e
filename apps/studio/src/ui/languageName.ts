const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** The name of a language by its code, `pt-BR` as “Brazilian Portuguese”; the code of one that has no name. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    // It is no code of a language, such as that of a model without languages.
    return code
  }
}
