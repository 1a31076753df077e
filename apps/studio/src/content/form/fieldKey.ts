/** For a field in one locale: locales have no slash. */
export const toKey = (locale: string, name: string) => `${locale}/${name}`

export function fromKey(key: string): { locale: string; name: string } {
  const slash = key.indexOf('/')
  return { locale: key.slice(0, slash), name: key.slice(slash + 1) }
}
