import { type Token, tokenize, unescapeName } from './tokenize.ts'

export type Combinator = ' ' | '>' | '+' | '~'

export type SimpleSelector =
  | { kind: 'universal' | 'nesting' }
  | { kind: 'type' | 'class' | 'id'; name: string }
  | { kind: 'attribute'; name: string; operator?: string; value?: string; ignoreCase: boolean }
  | { kind: 'pseudo-class'; name: string; argument?: string; selectors?: ComplexSelector[]; nth?: Nth }
  | { kind: 'pseudo-element'; name: string; text: string }

/** `An+B`. */
export interface Nth {
  step: number
  offset: number
}

export interface ComplexSelector {
  /** Compounds from left to right; each but the first says how it hangs on the one before it. */
  parts: { combinator: Combinator | undefined; compound: SimpleSelector[] }[]
  /** It is in a nested rule without naming its parent, or begins with a combinator. */
  relative: boolean
}

/** [ids, classes and the like, types]: Selectors 4, section 17. */
export type Specificity = readonly [number, number, number]

const listArguments = new Set([
  'is',
  'where',
  'not',
  'has',
  'matches',
  '-webkit-any',
  '-moz-any',
  'host',
  'host-context',
])
const nthArguments = new Set(['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type'])
/** Pseudo-elements that may be written with one colon. */
const oldPseudoElements = new Set(['before', 'after', 'first-line', 'first-letter'])

/**
 * Parses a selector list by Selectors 4. Undefined if a browser would not accept it; `:is()` and `:where()` only
 * lose the parts that are wrong.
 */
export function parseSelectors(source: string): ComplexSelector[] | undefined {
  const tokens = tokenize(source).filter(({ type }) => type !== 'comment')
  return depthOf(tokens) > MAX_DEPTH ? undefined : parseList(source, tokens, false)
}

/** Functions within functions; no selector that means something comes near. */
const MAX_DEPTH = 32

function depthOf(tokens: readonly Token[]): number {
  let depth = 0
  let most = 0
  for (const { type } of tokens) {
    if (type === '(' || type === 'function') depth += 1
    else if (type === ')') depth -= 1
    most = Math.max(most, depth)
  }
  return most
}

function parseList(source: string, tokens: readonly Token[], forgiving: boolean): ComplexSelector[] | undefined {
  const list: ComplexSelector[] = []
  for (const part of splitAt(tokens, 'comma')) {
    const selector = parseComplex(source, trim(part))
    if (selector) list.push(selector)
    else if (!forgiving) return undefined
  }
  return list
}

function splitAt(tokens: readonly Token[], type: Token['type']): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.type === '(' || token.type === 'function' || token.type === '[') depth += 1
    else if (token.type === ')' || token.type === ']') depth -= 1
    if (depth === 0 && token.type === type) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function trim(tokens: readonly Token[]): Token[] {
  const start = tokens.findIndex(({ type }) => type !== 'whitespace')
  const end = tokens.findLastIndex(({ type }) => type !== 'whitespace')
  return start < 0 ? [] : tokens.slice(start, end + 1)
}

function parseComplex(source: string, tokens: readonly Token[]): ComplexSelector | undefined {
  const parts: ComplexSelector['parts'] = []
  let index = 0
  let namesParent = false
  let leading = false
  while (index < tokens.length) {
    let combinator: Combinator | undefined = parts.length > 0 ? ' ' : undefined
    while (tokens[index]?.type === 'whitespace') index += 1
    const delim = tokenSource(source, tokens[index])
    if (delim === '>' || delim === '+' || delim === '~') {
      if (parts.length === 0) leading = true
      combinator = delim
      index += 1
      while (tokens[index]?.type === 'whitespace') index += 1
    }
    const compound: SimpleSelector[] = []
    for (;;) {
      const read = parseSimple(source, tokens, index)
      if (!read) break
      // A type can only come first.
      if (compound.length > 0 && (read.simple.kind === 'type' || read.simple.kind === 'universal')) return undefined
      compound.push(read.simple)
      index = read.next
    }
    if (compound.length === 0) return undefined
    namesParent ||= compound.some(mentionsParent)
    parts.push({ combinator, compound })
  }
  return parts.length > 0 ? { parts, relative: leading || !namesParent } : undefined
}

function mentionsParent(simple: SimpleSelector): boolean {
  if (simple.kind === 'nesting') return true
  if (simple.kind !== 'pseudo-class') return false
  return simple.selectors?.some(({ parts }) => parts.some(({ compound }) => compound.some(mentionsParent))) ?? false
}

const tokenSource = (source: string, token: Token | undefined) => (token ? source.slice(token.start, token.end) : '')

function parseSimple(
  source: string,
  tokens: readonly Token[],
  index: number,
): { simple: SimpleSelector; next: number } | undefined {
  const token = tokens[index]
  const text = tokenSource(source, token)
  const following = tokens[index + 1]
  if (!token) return undefined
  if (token.type === 'ident') return { simple: { kind: 'type', name: unescapeName(text) }, next: index + 1 }
  if (token.type === 'hash') return { simple: { kind: 'id', name: unescapeName(text.slice(1)) }, next: index + 1 }
  if (text === '*') return { simple: { kind: 'universal' }, next: index + 1 }
  if (text === '&') return { simple: { kind: 'nesting' }, next: index + 1 }
  if (text === '.' && following?.type === 'ident') {
    return { simple: { kind: 'class', name: unescapeName(tokenSource(source, following)) }, next: index + 2 }
  }
  if (token.type === '[') return parseAttribute(source, tokens, index)
  if (token.type === 'colon') return parsePseudo(source, tokens, index)
  // A frame of an animation: `50%`.
  if (token.type === 'percentage') return { simple: { kind: 'type', name: text }, next: index + 1 }
  return undefined
}

function parseAttribute(source: string, tokens: readonly Token[], index: number) {
  const end = closeOf(tokens, index)
  if (end < 0) return undefined
  const inner = tokens.slice(index + 1, end).filter(({ type }) => type !== 'whitespace')
  const match = /^(?:(?:[^|=]*\|)(?!=))?([^~|^$*=]+)(?:([~|^$*]?=))?/.exec(
    inner.map((each) => tokenSource(source, each)).join(''),
  )
  const name = match?.[1]
  if (name === undefined) return undefined
  const operator = match?.[2]
  if (operator === undefined) {
    return { simple: { kind: 'attribute' as const, name: unescapeName(name), ignoreCase: false }, next: end + 1 }
  }
  const value = inner.findLast(
    ({ type }, at) => type === 'string' || (type === 'ident' && at > 1 && tokenSource(source, inner[at - 1]) === '='),
  )
  const flag = inner.at(-1)
  if (!value || !flag) return undefined
  const text = tokenSource(source, value)
  const ignoreCase = flag !== value && tokenSource(source, flag).toLowerCase() === 'i'
  const bare = value.type === 'string' ? text.slice(1, -1) : text
  const simple = {
    kind: 'attribute' as const,
    name: unescapeName(name),
    operator,
    value: unescapeName(bare),
    ignoreCase,
  }
  return { simple, next: end + 1 }
}

function parsePseudo(source: string, tokens: readonly Token[], index: number) {
  const double = tokens[index + 1]?.type === 'colon'
  const at = index + (double ? 2 : 1)
  const token = tokens[at]
  if (token?.type !== 'ident' && token?.type !== 'function') return undefined
  const end = token.type === 'function' ? closeOf(tokens, at) : at
  if (end < 0) return undefined
  const name = unescapeName(tokenSource(source, token).replace(/\($/, '')).toLowerCase()
  if (double || oldPseudoElements.has(name)) {
    const text = source.slice(tokens[index]?.start, tokens[end]?.end)
    return { simple: { kind: 'pseudo-element' as const, name, text }, next: end + 1 }
  }
  if (token.type === 'ident') return { simple: { kind: 'pseudo-class' as const, name }, next: at + 1 }
  const inner = trim(tokens.slice(at + 1, end))
  const argument = source.slice(inner[0]?.start ?? 0, inner.at(-1)?.end ?? 0)
  if (listArguments.has(name)) {
    const selectors = parseList(source, inner, name === 'is' || name === 'where')
    return selectors && { simple: { kind: 'pseudo-class' as const, name, argument, selectors }, next: end + 1 }
  }
  if (nthArguments.has(name)) {
    const [formula = '', of] = argument.split(/\sof\s/i).map((part) => part.trim())
    const nth = parseNth(formula)
    const selectors = of === undefined ? undefined : parseSelectors(of)
    if (!nth || (of !== undefined && !selectors)) return undefined
    return { simple: { kind: 'pseudo-class' as const, name, argument, nth, selectors }, next: end + 1 }
  }
  return { simple: { kind: 'pseudo-class' as const, name, argument }, next: end + 1 }
}

function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let index = open; index < tokens.length; index += 1) {
    const type = tokens[index]?.type
    if (type === '(' || type === 'function' || type === '[') depth += 1
    else if (type === ')' || type === ']') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return -1
}

/** CSS Syntax 3, section 6: `2n + 1`, `odd`, `-n+3`, `4`. */
function parseNth(source: string): Nth | undefined {
  const text = source.trim().toLowerCase()
  if (text === 'odd') return { step: 2, offset: 1 }
  if (text === 'even') return { step: 2, offset: 0 }
  const match = /^(?:([+-]?\d*)n(?:\s*([+-])\s*(\d+))?|([+-]?\d+))$/.exec(text)
  if (!match) return undefined
  const [, step, sign, offset, only] = match
  if (only !== undefined) return { step: 0, offset: Number(only) }
  const factor = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  return { step: factor, offset: offset === undefined ? 0 : Number(`${sign}${offset}`) }
}

/** `parent` is the specificity of `&`. */
export function specificityOf(selector: ComplexSelector, parent: Specificity = [0, 0, 0]): Specificity {
  let [ids, classes, types]: [number, number, number] = [0, 0, 0]
  const add = ([a, b, c]: Specificity) => {
    ids += a
    classes += b
    types += c
  }
  for (const simple of selector.parts.flatMap(({ compound }) => compound)) {
    if (simple.kind === 'id') ids += 1
    else if (simple.kind === 'class' || simple.kind === 'attribute') classes += 1
    else if (simple.kind === 'type' || simple.kind === 'pseudo-element') types += 1
    else if (simple.kind === 'nesting') add(parent)
    else if (simple.kind === 'pseudo-class' && simple.name !== 'where') {
      const isLogical = ['is', 'not', 'has', 'matches', '-webkit-any', '-moz-any'].includes(simple.name)
      if (!isLogical) classes += 1
      if (simple.selectors) add(highest(simple.selectors.map((inner) => specificityOf(inner, parent))))
    }
  }
  return [ids, classes, types]
}

export const compareSpecificity = (one: Specificity, other: Specificity) =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2]

export const highest = (all: readonly Specificity[]): Specificity =>
  all.reduce((best, each) => (compareSpecificity(each, best) > 0 ? each : best), [0, 0, 0])
