import { type BlockItem, type CssError, type Item, type Sheet, structuredAtRules } from './syntax.ts'
import { type Token, tokenize, unescapeName } from './tokenize.ts'

/** The depth of nested blocks that are parsed; deeper ones would only exhaust callers that walk the tree. */
const MAX_DEPTH = 64

const closing: Partial<Record<Token['type'], Token['type']>> = { '{': '}', '[': ']', '(': ')', function: ')' }

/** The property a declaration's name means: lower case and without escapes; custom properties keep their case. */
export function propertyName(written: string): string {
  const name = unescapeName(written)
  return name.startsWith('--') ? name : name.toLowerCase()
}

/**
 * Parses a stylesheet by CSS Syntax 3, section 5, keeping every character: `printSheet(parseCss(x))` is `x`.
 * Text that a browser would drop becomes a `bad` item and an entry in `errors`.
 */
export function parseCss(source: string): Sheet {
  return new Parser(source).sheet()
}

/** Parses the inside of a block, such as a `style` attribute or what a style panel was given. */
export function parseBlock(source: string): Sheet {
  return new Parser(source).body()
}

class Parser {
  readonly #source: string
  readonly #tokens: Token[]
  readonly #errors: CssError[] = []
  #index = 0
  #depth = 0
  #lines: number[] | undefined

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  sheet(): Sheet {
    const items: Item[] = []
    let before = ''
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.type === 'whitespace') {
        before += this.#text(token)
        this.#index += 1
        continue
      }
      if (token.type === 'comment') items.push(this.#comment(before, token))
      else if (token.type === 'cdo' || token.type === 'cdc') {
        this.#index += 1
        items.push(this.#bad(before, token.start, 'HTML comment marks mean nothing in CSS'))
      } else if (token.type === 'at-keyword') items.push(this.#atRule(before, false))
      else items.push(this.#qualifiedRule(before, false))
      before = ''
    }
    return { items, tail: before, errors: this.#errors }
  }

  body(): Sheet {
    const items: Item[] = []
    let tail = this.#block(items)
    // A `}` that closes nothing.
    while (this.#peek()) {
      const start = this.#peek()?.start ?? 0
      this.#index += 1
      items.push(this.#bad(tail, start, 'unmatched `}`'))
      tail = this.#block(items)
    }
    return { items, tail, errors: this.#errors }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#index]
  }

  #text(token: Token): string {
    return this.#source.slice(token.start, token.end)
  }

  /** The offset at which the token before the current one ended. */
  #position(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0
  }

  #comment(before: string, token: Token): Item {
    this.#index += 1
    if (token.open) this.#error(token.start, 'comment without an end')
    return { kind: 'comment', before, text: this.#text(token), start: token.start }
  }

  #bad(before: string, start: number, message: string): Item {
    const text = this.#source.slice(start, this.#position())
    this.#error(start, `${message}: \`${excerpt(text)}\` is dropped, as a browser would`)
    return { kind: 'bad', before, text, start }
  }

  /** Moves past one component value: a token, or a bracketed group whole. */
  #skip(): void {
    const open: Token['type'][] = []
    do {
      const token = this.#peek()
      if (!token) return
      const close = closing[token.type]
      if (close) open.push(close)
      else if (token.type === open.at(-1)) open.pop()
      this.#index += 1
    } while (open.length > 0)
  }

  /** Reads the contents of a block up to its `}` or the end; returns the white space in front of that. */
  #block(items: Item[]): string {
    let before = ''
    for (let token = this.#peek(); token && token.type !== '}'; token = this.#peek()) {
      if (token.type === 'whitespace' || token.type === 'semicolon') {
        before += this.#text(token)
        this.#index += 1
        continue
      }
      if (token.type === 'comment') items.push(this.#comment(before, token))
      else if (token.type === 'at-keyword') items.push(this.#atRule(before, true))
      else items.push(this.#declaration(before, token) ?? this.#qualifiedRule(before, true))
      before = ''
    }
    return before
  }

  #closed(kind: BlockItem['kind'], before: string, name: string, start: number): Item {
    if (this.#depth >= MAX_DEPTH) return this.#badBlock(before, start, `blocks nested more than ${MAX_DEPTH} deep`)
    const prelude = this.#source.slice(start, this.#position())
    this.#index += 1
    const items: Item[] = []
    this.#depth += 1
    const tail = this.#block(items)
    this.#depth -= 1
    const close = this.#peek() ? '}' : ''
    if (close) this.#index += 1
    else this.#error(start, `the block of \`${excerpt(prelude)}\` has no end`)
    return { kind, before, name, prelude, items, tail, close, start }
  }

  #atRule(before: string, nested: boolean): Item {
    const first = this.#tokens[this.#index]
    const start = first?.start ?? 0
    const name = first ? unescapeName(this.#text(first).slice(1)).toLowerCase() : ''
    let broken = false
    this.#index += 1
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.type === 'semicolon') {
        this.#index += 1
        break
      }
      if (token.type === '}' && nested) break
      if (token.type === '{') {
        if (broken) return this.#badBlock(before, start, `@${name} with unmatched brackets or quotes`)
        if (structuredAtRules.has(name)) return this.#closed('at', before, name, start)
        this.#skip()
        return { kind: 'raw', before, name, text: this.#source.slice(start, this.#position()), start }
      }
      broken ||= isBroken(token)
      this.#skip()
    }
    if (broken) return this.#bad(before, start, `@${name} with unmatched brackets or quotes`)
    return { kind: 'statement', before, name, text: this.#source.slice(start, this.#position()), start }
  }

  #qualifiedRule(before: string, nested: boolean): Item {
    const start = this.#peek()?.start ?? 0
    let problem = nested && this.#looksLikeCustomProperty() ? 'a selector cannot begin like a custom property' : ''
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.type === '{') {
        if (this.#peek()?.start === start) problem ||= 'a block without a selector'
        if (problem) return this.#badBlock(before, start, problem)
        return this.#closed('style', before, '', start)
      }
      if (nested && (token.type === '}' || token.type === 'semicolon')) {
        return this.#bad(before, start, 'expected `property: value`')
      }
      if (isBroken(token) || token.type === '}') problem ||= 'unmatched brackets or quotes in a selector'
      else if (token.type === 'semicolon') problem ||= '`;` outside a block'
      this.#skip()
    }
    return this.#bad(before, start, nested ? 'expected `property: value`' : 'expected `{` after a selector')
  }

  #badBlock(before: string, start: number, problem: string): Item {
    this.#skip()
    return this.#bad(before, start, problem)
  }

  #looksLikeCustomProperty(): boolean {
    const token = this.#peek()
    return token?.type === 'ident' && this.#text(token).startsWith('--') && this.#colonAfter() > 0
  }

  /** The index of the colon that makes the current identifier a property name, or -1. */
  #colonAfter(): number {
    let index = this.#index + 1
    while (this.#tokens[index]?.type === 'whitespace' || this.#tokens[index]?.type === 'comment') index += 1
    return this.#tokens[index]?.type === 'colon' ? index : -1
  }

  /** Reads a declaration; returns undefined and reads nothing if a rule is there instead. */
  #declaration(before: string, first: Token): Item | undefined {
    const colon = first.type === 'ident' ? this.#colonAfter() : -1
    if (colon < 0) return undefined
    const from = this.#index
    const name = propertyName(this.#text(first))
    const custom = name.startsWith('--')
    let blocks = 0
    let others = 0
    let broken = false
    this.#index = colon + 1
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.type === 'semicolon' || token.type === '}') break
      if (token.type === '{') blocks += 1
      else if (token.type !== 'whitespace' && token.type !== 'comment') others += 1
      if (blocks > 0 && blocks + others > 1 && !custom) {
        this.#index = from
        return undefined
      }
      broken ||= isBroken(token)
      this.#skip()
    }
    const terminated = this.#peek()?.type === 'semicolon'
    let last = this.#index
    while (!terminated && this.#tokens[last - 1]?.type === 'whitespace' && last - 1 > colon) last -= 1
    this.#index = last
    if (broken || (!custom && blocks > 0)) return this.#bad(before, first.start, `no browser accepts this \`${name}\``)
    if (!custom && others === 0) return this.#bad(before, first.start, `\`${name}\` has no value`)
    const text = this.#source.slice(first.start, this.#position())
    if (terminated) this.#index += 1
    return { kind: 'declaration', before, name, text, end: terminated ? ';' : '', start: first.start }
  }

  #error(offset: number, message: string): void {
    this.#errors.push({ ...this.#place(offset), message })
  }

  #place(offset: number): { line: number; column: number } {
    this.#lines ??= [
      0,
      ...Array.from(this.#source.matchAll(/\r\n|[\n\r\f]/g), (match) => match.index + match[0].length),
    ]
    let low = 0
    let high = this.#lines.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#lines[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (this.#lines[low] ?? 0) + 1 }
  }
}

const isBroken = (token: Token) =>
  token.type === 'bad-string' || token.type === 'bad-url' || token.type === ')' || token.type === ']'

const excerpt = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
