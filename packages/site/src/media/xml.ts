export interface XmlAttribute {
  name: string
  /** Without its prefix: what it means depends on a namespace that may go by any prefix. */
  local: string
  /** With references resolved. */
  value: string
  /** Its position in the tag's text, including the white space before it. */
  start: number
  end: number
}

export interface XmlTag {
  kind: 'start'
  text: string
  name: string
  local: string
  attributes: XmlAttribute[]
  /** `<a/>` */
  closed: boolean
}

export type XmlPiece =
  | XmlTag
  | { kind: 'end'; text: string }
  /** `value` is the text with references resolved. */
  | { kind: 'text'; text: string; value: string }
  | { kind: 'comment' | 'instruction'; text: string }
  /** `kept`: the declaration without what could act, which `dropped` names. */
  | { kind: 'doctype'; text: string; kept: string; dropped: string[] }
  | { kind: 'problem'; message: string }

const NAME = String.raw`[A-Za-z_\u0080-\u{10ffff}][\w.\-\u0080-\u{10ffff}]*(?::[A-Za-z_\u0080-\u{10ffff}][\w.\-\u0080-\u{10ffff}]*)?`
const attributePattern = new RegExp(
  String.raw`([\t\n\r ]+)(${NAME})[\t\n\r ]*=[\t\n\r ]*(?:"([^"<]*)"|'([^'<]*)')`,
  'uy',
)
const startPattern = new RegExp(`<(${NAME})`, 'uy')
const endPattern = new RegExp(String.raw`</(${NAME})[\t\n\r ]*>`, 'uy')
const entityPattern = new RegExp(
  String.raw`<!ENTITY[\t\n\r ]+(${NAME})[\t\n\r ]+(?:"([^"]*)"|'([^']*)')[\t\n\r ]*>`,
  'uy',
)
const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const maxDepth = 2_000

/**
 * Reads XML 1.0 piece by piece, strictly: the first thing that is not well-formed is a `problem` and ends it. Entities
 * that a document declares may hold plain text only.
 */
export class XmlReader {
  readonly #source: string
  readonly #entities = new Map<string, string>()
  readonly #open: string[] = []
  #at = 0
  #rootSeen = false
  #ended = false

  constructor(source: string) {
    this.#source = source
  }

  next(): XmlPiece | undefined {
    if (this.#ended) return undefined
    const source = this.#source
    const at = this.#at
    if (at >= source.length) {
      const open = this.#open.at(-1)
      if (open !== undefined) return this.#problem(`<${open}> is not closed`)
      return this.#rootSeen ? undefined : this.#problem('it has no element')
    }
    if (source.charAt(at) !== '<') return this.#text()
    if (source.startsWith('<!--', at)) return this.#until('comment', '-->', 4)
    if (source.startsWith('<![CDATA[', at)) {
      if (this.#open.length === 0) return this.#problem('text stands outside its root element')
      return this.#until('text', ']]>', 9)
    }
    if (source.startsWith('<?', at)) {
      if (/^<\?xml\s/i.test(source.slice(at, at + 6)) && at > (source.startsWith('\ufeff') ? 1 : 0)) {
        return this.#problem('its XML declaration does not come first')
      }
      return this.#until('instruction', '?>', 2)
    }
    if (source.startsWith('<!DOCTYPE', at)) return this.#doctype()
    if (source.startsWith('</', at)) return this.#end()
    return this.#start()
  }

  #problem(message: string): XmlPiece {
    this.#ended = true
    const line = this.#source.slice(0, this.#at).split('\n').length
    return { kind: 'problem', message: `${message} (line ${line}).` }
  }

  #take(end: number): string {
    const text = this.#source.slice(this.#at, end)
    this.#at = end
    return text
  }

  #until(kind: 'comment' | 'text' | 'instruction', mark: string, skip: number): XmlPiece {
    const end = this.#source.indexOf(mark, this.#at + skip)
    if (end < 0) return this.#problem(`a ${kind} is not closed`)
    if (kind === 'comment' && this.#source.slice(this.#at + skip, end).includes('--')) {
      return this.#problem('a comment holds two hyphens')
    }
    const text = this.#take(end + mark.length)
    return kind === 'text' ? { kind, text, value: text.slice(skip, -mark.length) } : { kind, text }
  }

  #text(): XmlPiece {
    const next = this.#source.indexOf('<', this.#at)
    const end = next < 0 ? this.#source.length : next
    const text = this.#source.slice(this.#at, end)
    if (this.#open.length === 0 && /[^\s\ufeff]/.test(text))
      return this.#problem('text stands outside its root element')
    const { text: value, problem } = this.#resolve(text)
    if (problem !== undefined) return this.#problem(problem)
    return { kind: 'text', text: this.#take(end), value }
  }

  #end(): XmlPiece {
    endPattern.lastIndex = this.#at
    const match = endPattern.exec(this.#source)
    if (!match) return this.#problem('a closing tag is cut off')
    const open = this.#open.pop()
    if (open !== match[1]) return this.#problem(`</${match[1]}> closes ${open === undefined ? 'nothing' : `<${open}>`}`)
    return { kind: 'end', text: this.#take(endPattern.lastIndex) }
  }

  #start(): XmlPiece {
    const source = this.#source
    startPattern.lastIndex = this.#at
    const name = startPattern.exec(source)?.[1]
    if (name === undefined) return this.#problem('a < stands by itself')
    if (this.#open.length === 0 && this.#rootSeen) return this.#problem('it has a second root element')
    if (this.#open.length >= maxDepth) return this.#problem('it is nested too deep')
    const attributes: XmlAttribute[] = []
    const names = new Set<string>()
    let at = startPattern.lastIndex
    for (;;) {
      attributePattern.lastIndex = at
      const match = attributePattern.exec(source)
      if (!match) break
      const attribute = match[2] ?? ''
      if (names.has(attribute)) return this.#problem(`<${name}> has ${attribute} twice`)
      names.add(attribute)
      const { text: value, problem } = this.#resolve(match[3] ?? match[4] ?? '')
      if (problem !== undefined) return this.#problem(problem)
      attributes.push({
        name: attribute,
        local: localOf(attribute),
        value,
        start: at - this.#at,
        end: attributePattern.lastIndex - this.#at,
      })
      at = attributePattern.lastIndex
    }
    const close = /\s*(\/?)>/y
    close.lastIndex = at
    const end = close.exec(source)
    if (!end)
      return this.#problem(`the tag <${name}> is cut off or has an attribute that is not written as it should be`)
    const closed = end[1] === '/'
    if (!closed) this.#open.push(name)
    this.#rootSeen = true
    return { kind: 'start', text: this.#take(close.lastIndex), name, local: localOf(name), attributes, closed }
  }

  /** Text with its references resolved: an entity that was not declared is a problem, as in any XML parser. */
  #resolve(text: string): { text: string; problem?: string } {
    let problem: string | undefined
    const resolved = text.replace(/&([^;\s&]{0,100})(;?)/g, (whole, name: string, mark: string) => {
      const value = mark === '' ? undefined : this.#reference(name)
      if (value === undefined) problem ??= `"${whole.slice(0, 20)}" is not a character or entity`
      return value ?? ''
    })
    return problem === undefined ? { text: resolved } : { text: '', problem }
  }

  #reference(name: string): string | undefined {
    const code = /^#x[\da-f]+$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#\d+$/.test(name)
        ? Number(name.slice(1))
        : undefined
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    return predefined[name] ?? this.#entities.get(name)
  }

  /** A document type may declare entities of plain text (old drawing programs do); everything else in it goes. */
  #doctype(): XmlPiece {
    if (this.#rootSeen) return this.#problem('its document type does not come first')
    const head = /<!DOCTYPE\s[^[>]*/y
    head.lastIndex = this.#at
    if (!head.exec(this.#source)) return this.#problem('its document type is cut off')
    let at = head.lastIndex
    let kept = this.#source.slice(this.#at, at)
    const dropped: string[] = []
    if (this.#source.charAt(at) === '[') {
      const declarations: string[] = []
      at += 1
      for (;;) {
        const space = /\s*/y
        space.lastIndex = at
        space.exec(this.#source)
        at = space.lastIndex
        if (this.#source.charAt(at) === ']') break
        entityPattern.lastIndex = at
        const entity = entityPattern.exec(this.#source)
        const value = entity?.[2] ?? entity?.[3] ?? ''
        if (entity?.[1] !== undefined && !/[<&%]/.test(value)) {
          if (!this.#entities.has(entity[1])) this.#entities.set(entity[1], value)
          declarations.push(entity[0])
          at = entityPattern.lastIndex
          continue
        }
        const other = /<!--[\s\S]*?-->|<!(?:[^"'>]|"[^"]*"|'[^']*')*>|<\?[\s\S]*?\?>|%[\w.-]+;/y
        other.lastIndex = at
        const match = other.exec(this.#source)
        if (!match) return this.#problem('its document type is cut off')
        if (!match[0].startsWith('<!--')) dropped.push(`${match[0].slice(0, 40)} in the document type`)
        at = other.lastIndex
      }
      at += 1
      kept += dropped.length > 0 ? `[${declarations.join('\n')}]` : this.#source.slice(head.lastIndex, at)
    }
    const end = /\s*>/y
    end.lastIndex = at
    if (!end.exec(this.#source)) return this.#problem('its document type is cut off')
    const text = this.#take(end.lastIndex)
    return { kind: 'doctype', text, kept: `${kept}${text.slice(at - (end.lastIndex - text.length))}`, dropped }
  }
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
