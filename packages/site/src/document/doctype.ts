/** A document's doctype as a parser reports it; without a name there was none. */
export interface Doctype {
  name: string | null
  publicId: string | null
  systemId: string | null
}

const FORM = /^[^\s>"']+(?: PUBLIC "[^">]*"(?: "[^">]*")?| SYSTEM "[^">]*")?$/

/**
 * The content of `<!doctype …>` from which a browser reads the same doctype, and chooses the same mode (quirks or
 * not). Empty if there was none. Identifiers that no text in double quotes can hold are left out.
 */
export function doctypeText({ name, publicId, systemId }: Doctype): string {
  if (!name) return ''
  const quoted = (id: string) => `"${id}"`
  const known = publicId || null
  const rest = known ? ` PUBLIC ${quoted(known)}${systemId ? ` ${quoted(systemId)}` : ''}` : ''
  const text = `${name}${rest || (systemId ? ` SYSTEM ${quoted(systemId)}` : '')}`
  return FORM.test(text) ? text : name
}

/** Whether a stored doctype can be printed; an empty text means no doctype. */
export const isDoctype = (text: string): boolean => text === '' || FORM.test(text)

const OLD =
  /^(?:-\/\/(?:W3C\/\/DTD (?:HTML (?:3|4\.0 (?!1)|Experimental)|W3 HTML)|W3O\/\/|IETF\/\/|Netscape|Microsoft|SoftQuad|Sun Micro|SQ\/\/|Spyglass|WebTechs|AS\/\/|AdvaSoft|Metrius|O'Reilly)|\+\/\/Silmaril|-\/W3C\/DTD HTML 4\.0 Transitional|HTML$)/i

/** Whether a page with this stored doctype is in quirks mode. HTML, 13.2.6.4.1. */
export function isQuirky(doctype: string): boolean {
  const [, name = '', publicId, systemId] =
    /^([^\s>]*)(?: PUBLIC "([^">]*)"(?: "([^">]*)")?| SYSTEM "[^">]*")?$/i.exec(doctype) ?? []
  if (name.toLowerCase() !== 'html') return true
  if (publicId === undefined) return false
  const isTransitional = /^-\/\/W3C\/\/DTD HTML 4\.01 (?:Frameset|Transitional)\/\//i.test(publicId)
  return OLD.test(publicId) || (isTransitional && systemId === undefined)
}
