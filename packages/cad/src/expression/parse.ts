import { angleUnits, lengthUnits } from './units.ts'

export type Node =
  | { kind: 'number'; value: number; unit?: string }
  | { kind: 'name'; name: string }
  | { kind: 'negate'; of: Node }
  | { kind: 'binary'; op: '+' | '-' | '*' | '/' | '^'; left: Node; right: Node }
  | { kind: 'call'; name: string; args: Node[] }

/** Why a text is no expression, and at which character. */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
  readonly code: 'invalid_expression' | 'unit_mismatch' | 'unknown_parameter' | 'parameter_cycle'
  readonly at: number | undefined
  constructor(code: ExpressionError['code'], message: string, at?: number) {
    super(message)
    this.code = code
    this.at = at
  }
}

type Token = { kind: 'number' | 'name' | 'sign'; text: string; at: number }

/** The deepest nesting of brackets, signs and powers. */
const MAX_DEPTH = 60
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/

function expressionTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at, at + 80)
    const space = /^\s+/.exec(rest)?.[0]
    if (space) {
      at += space.length
      continue
    }
    const number = NUMBER.exec(rest)?.[0]
    const name = number ? undefined : NAME.exec(rest)?.[0]
    const sign = '+-*/^(),'.includes(rest[0] ?? ' ') ? rest[0] : undefined
    const found = number ?? name ?? sign
    if (found === undefined)
      throw new ExpressionError('invalid_expression', `“${rest[0]}” has no meaning in an expression.`, at)
    tokens.push({ kind: number ? 'number' : name ? 'name' : 'sign', text: found, at })
    at += found.length
  }
  return tokens
}

const isUnit = (token: Token | undefined): token is Token =>
  token?.kind === 'name' && (Object.hasOwn(lengthUnits, token.text) || Object.hasOwn(angleUnits, token.text))

/**
 * Parses numbers with units, names, `+ - * / ^`, brackets and calls. A unit belongs to the number before it, and to a
 * fraction of two numbers as a whole: `3/8 in`.
 * @throws ExpressionError
 */
export function parseExpression(text: string): Node {
  const tokens = expressionTokens(text)
  let next = 0
  let depth = 0
  const peek = (sign: string): boolean => tokens[next]?.kind === 'sign' && tokens[next]?.text === sign
  const wrong = (): ExpressionError => {
    const token = tokens[next]
    return token
      ? new ExpressionError('invalid_expression', `“${token.text}” does not belong here.`, token.at)
      : new ExpressionError('invalid_expression', 'The expression ends too early.', text.length)
  }
  const take = (sign: string): void => {
    if (!peek(sign)) throw wrong()
    next += 1
  }
  const deeper = <T>(parse: () => T): T => {
    depth += 1
    if (depth > MAX_DEPTH) throw new ExpressionError('invalid_expression', 'The expression is nested too deeply.')
    const parsed = parse()
    depth -= 1
    return parsed
  }

  function sum(): Node {
    let left = product()
    while (peek('+') || peek('-')) {
      const op = peek('+') ? '+' : '-'
      next += 1
      left = { kind: 'binary', op, left, right: product() }
    }
    return left
  }
  function product(): Node {
    let left = signed()
    while (peek('*') || peek('/')) {
      const op = peek('*') ? '*' : '/'
      next += 1
      left = { kind: 'binary', op, left, right: signed() }
    }
    return left
  }
  function signed(): Node {
    if (peek('+')) {
      next += 1
      return deeper(signed)
    }
    if (!peek('-')) return power()
    next += 1
    return { kind: 'negate', of: deeper(signed) }
  }
  function power(): Node {
    const base = single()
    if (!peek('^')) return base
    next += 1
    return { kind: 'binary', op: '^', left: base, right: deeper(signed) }
  }
  function single(): Node {
    const token = tokens[next]
    if (token?.kind === 'number') return number(token)
    if (token?.kind === 'name') {
      next += 1
      if (!peek('(')) return { kind: 'name', name: token.text }
      next += 1
      const args = [deeper(sum)]
      while (peek(',')) {
        next += 1
        args.push(deeper(sum))
      }
      take(')')
      return { kind: 'call', name: token.text, args }
    }
    take('(')
    const inner = deeper(sum)
    take(')')
    return inner
  }
  function number(token: Token): Node {
    next += 1
    const value = Number(token.text)
    if (isUnit(tokens[next])) return { kind: 'number', value, unit: tokens[next++]?.text ?? '' }
    const divisor = tokens[next + 1]
    const unit = tokens[next + 2]
    if (peek('/') && divisor?.kind === 'number' && isUnit(unit)) {
      next += 3
      return { kind: 'number', value: value / Number(divisor.text), unit: unit.text }
    }
    return { kind: 'number', value }
  }

  const parsed = sum()
  if (next < tokens.length) throw wrong()
  return parsed
}
