/** The most languages that stand side by side. */
const MOST = 3

/** The languages that an address names, with a comma between them; only those of the model, and at least its first. */
export function localesShown(asked: string | undefined, locales: readonly string[]): string[] {
  const named = (asked ?? '').split(',')
  const shown = locales.filter((locale) => named.includes(locale)).slice(0, MOST)
  return shown.length > 0 ? shown : locales.slice(0, 1)
}

/** With one language more or less, in the order of the model; one always stays, and the last gives way to a fourth. */
export function withLocale(shown: readonly string[], locale: string, locales: readonly string[]): string[] {
  if (shown.includes(locale)) return shown.length > 1 ? shown.filter((each) => each !== locale) : [...shown]
  const next = [...shown.slice(0, MOST - 1), locale]
  return locales.filter((each) => next.includes(each))
}
