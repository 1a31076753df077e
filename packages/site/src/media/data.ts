import { decodeXml, isRefused, refusedAttributes } from './svg.ts'
import { XmlReader, type XmlTag } from './xml.ts'

/** Elements of these run scripts in whatever XML a browser opens. */
const ACTIVE: ReadonlySet<string> = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'])

/**
 * Why an XML file (a feed, a browser's configuration) is refused, as a sentence; undefined if there is nothing
 * against it. A browser that opens one runs the scripts of the HTML and SVG in it, also of one that is not well-formed
 * further down, and lets a stylesheet turn all of it into a page.
 */
export function refuseXml(bytes: Uint8Array): string | undefined {
  const source = decodeXml(bytes)
  if (source === undefined) return 'It is not written in UTF-8, UTF-16 or Latin-1.'
  const reader = new XmlReader(source)
  const scopes: ReadonlyMap<string, string>[] = [new Map()]
  for (let piece = reader.next(); piece; piece = reader.next()) {
    if (piece.kind === 'problem') return `It is not well-formed: ${piece.message}`
    if (piece.kind === 'instruction' && /^<\?xml-stylesheet\s/i.test(piece.text)) {
      return 'A stylesheet in XML can turn it into a page with scripts.'
    }
    if (piece.kind === 'doctype' && piece.dropped.length > 0) {
      return `Its document type declares more than characters: ${piece.dropped[0]}.`
    }
    if (piece.kind === 'end') scopes.pop()
    if (piece.kind !== 'start') continue
    const scope = scopeOf(piece, scopes.at(-1))
    const namespace = scope.get(piece.name === piece.local ? '' : piece.name.slice(0, -piece.local.length - 1)) ?? ''
    if (ACTIVE.has(namespace)) {
      if (isRefused(piece)) return `It holds a <${piece.name}>, which a browser runs.`
      const [attribute] = refusedAttributes(piece)
      if (attribute) return `It holds ${attribute.name} of <${piece.name}>, which a browser runs.`
    }
    if (!piece.closed) scopes.push(scope)
  }
  return undefined
}

/** The namespaces by their prefixes, within a tag. Namespaces in XML 1.0, 6. */
function scopeOf({ attributes }: XmlTag, around: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const own = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (own.length === 0) return around
  return new Map([...around, ...own.map(({ name, value }): [string, string] => [name.slice(6), value.trim()])])
}
