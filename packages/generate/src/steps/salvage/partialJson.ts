/** The value of a JSON text that may end anywhere, with what of it was read. */
export interface PartialJson {
  /** Texts and lists that are not finished have what there is of them. */
  value: unknown
  /** The keys that lead to the text in which the source ends; undefined if it ends elsewhere. */
  cut: readonly (string | number)[] | undefined
}

const DEEPEST = 20
/** How many blanks behind a quote are passed over to see whether it ends a text. */
const MOST_BLANKS = 40

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const isJsonSpace = (sign: string) => sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t'

/**
 * Reads JSON that may be cut anywhere, also within an escape. Line breaks in texts, and quotes in them that were not
 * escaped, are put up with. One pass.
 */
export function readPartialJson(source: string): PartialJson {
  const path: (string | number)[] = []
  let cut: (string | number)[] | undefined
  let at = 0

  const skipBlanks = () => {
    while (at < source.length && isJsonSpace(source.charAt(at))) at += 1
  }
  /** Whether what follows a quote can follow a text. */
  const endsText = (from: number) => {
    let next = from
    while (next < from + MOST_BLANKS && isJsonSpace(source.charAt(next))) next += 1
    return next >= source.length || ',:}]'.includes(source.charAt(next))
  }
  const readText = (): { text: string; whole: boolean } => {
    const pieces: string[] = []
    at += 1
    let from = at
    while (at < source.length) {
      const sign = source.charAt(at)
      if (sign === '"' && endsText(at + 1)) {
        pieces.push(source.slice(from, at))
        at += 1
        return { text: pieces.join(''), whole: true }
      }
      if (sign !== '\\') {
        at += 1
        continue
      }
      pieces.push(source.slice(from, at))
      const name = source.charAt(at + 1)
      const code = name === 'u' ? source.slice(at + 2, at + 6) : ''
      const isWhole = name !== '' && (name !== 'u' || code.length === 4)
      if (!isWhole) {
        at = source.length
        from = at
        break
      }
      const isCode = name === 'u' && /^[0-9a-f]{4}$/i.test(code)
      pieces.push(isCode ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[name] ?? name))
      at += isCode ? 6 : 2
      from = at
    }
    pieces.push(source.slice(from))
    at = source.length
    const text = pieces.join('')
    return { text: /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text, whole: false }
  }
  const readObject = (): Record<string, unknown> => {
    const entries: [string, unknown][] = []
    at += 1
    for (;;) {
      skipBlanks()
      const sign = source.charAt(at)
      if (sign === ',') at += 1
      else if (sign === '}') {
        at += 1
        break
      } else if (sign === '"') {
        const key = readText()
        skipBlanks()
        if (!key.whole || source.charAt(at) !== ':') break
        at += 1
        path.push(key.text)
        const value = readValue()
        path.pop()
        if (value !== undefined) entries.push([key.text, value])
      } else break
    }
    return Object.fromEntries(entries)
  }
  const readList = (): unknown[] => {
    const list: unknown[] = []
    at += 1
    for (;;) {
      skipBlanks()
      const sign = source.charAt(at)
      if (sign === ',') at += 1
      else if (sign === ']') {
        at += 1
        break
      } else {
        path.push(list.length)
        const value = readValue()
        path.pop()
        if (value === undefined) break
        list.push(value)
      }
    }
    return list
  }
  const readWord = (): unknown => {
    const from = at
    while (at < source.length && !',]}'.includes(source.charAt(at)) && !isJsonSpace(source.charAt(at))) at += 1
    const word = source.slice(from, Math.min(at, from + 40))
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    const number = Number(word)
    return word === '' || Number.isNaN(number) ? undefined : number
  }
  const readValue = (): unknown => {
    skipBlanks()
    const sign = source.charAt(at)
    if (sign === '"') {
      const { text, whole } = readText()
      if (!whole) cut = [...path]
      return text
    }
    if (path.length >= DEEPEST) {
      at = source.length
      return undefined
    }
    if (sign === '{') return readObject()
    return sign === '[' ? readList() : readWord()
  }

  const value = readValue()
  return { value, cut }
}
