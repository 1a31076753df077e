/** What a parser says about a document's doctype; without a name there was none. */
export interface Doctype {
  name: string | null
  publicId: string | null
  systemId: string | null
}

const FORM = /^[^\s>"']+(?: PUBLIC "[^">]*"(?: "[^">]*")?| SYSTEM "[^">]*")?$/

/**
 * What stands in `<!doctype …>`, so that a browser reads it as the same doctype, and chooses the same mode (quirks or
 * not). Empty where there was none. Identifiers that no text in double quotes can hold are left out.
 */
export function doctypeText({ name, publicId, systemId }: Doctype): string {
  if (!name) return ''
  const quoted = (id: string) => `"${id}"`
  const known = publicId || null
  const rest = known ? ` PUBLIC ${quoted(known)}${systemId ? ` ${quoted(systemId)}` : ''}` : ''
  const text = `${name}${rest || (systemId ? ` SYSTEM ${quoted(systemId)}` : '')}`
  return FORM.test(text) ? text : name
}

/** Whether a stored doctype can be printed; the empty one is none. */
export const isDoctype = (text: string): boolean => text === '' || FORM.test(text)
