import { type Token, tokenize, unescapeName } from '../css/tokenize.ts'
import {
  foreignFunctions,
  isFunction,
  mathFunctions,
  newerWords,
  newerWordsOf,
  openFunctions,
  units,
} from './cssNames.ts'
import type { CssGrammar } from './cssTree.ts'
import { nearestName } from './nearest.ts'
import { quote } from './problem.ts'

/** The length in characters above which a value is only checked token by token. */
const LONGEST_MATCHED = 300

export interface ValueProblem {
  kind: string
  message: string
}

/** Why no browser accepts `name: value`; undefined if one does, or if only a browser can decide. */
export function valueProblem(grammar: CssGrammar, name: string, value: string): ValueProblem | undefined {
  const tokens = tokenize(value).filter(({ type }) => type !== 'comment')
  const text = (token: Token | undefined) => (token ? value.slice(token.start, token.end) : '')
  const said = `${name}: ${value}`
  return (
    foreignSyntax(tokens, text, said) ??
    unknownUnit(tokens, text, said) ??
    unknownFunction(tokens, text, said) ??
    brokenMath(tokens, text, said) ??
    (value.length <= LONGEST_MATCHED ? mismatch(grammar, name, value, tokens, text) : undefined)
  )
}

type TextOf = (token: Token | undefined) => string

/** Variables and interpolation of Sass and Less, templates of scripts. */
function foreignSyntax(tokens: readonly Token[], text: TextOf, said: string): ValueProblem | undefined {
  for (const [index, token] of tokens.entries()) {
    const piece = text(token)
    const next = tokens[index + 1]
    const isSass = piece === '$' && (next?.type === 'ident' || next?.type === '{')
    const isLess = token.type === 'at-keyword'
    const isInterpolation = (piece === '#' || piece === '@') && next?.type === '{'
    if (!isSass && !isLess && !isInterpolation) continue
    const message = `${quote(said)} names a variable of another language, and nothing fills it in, so browsers drop the declaration; write the value, or var(--name).`
    return { kind: 'foreign-variable', message }
  }
  return undefined
}

function unknownUnit(tokens: readonly Token[], text: TextOf, said: string): ValueProblem | undefined {
  for (const token of tokens) {
    if (token.type !== 'dimension') continue
    const unit = unescapeName(text(token))
      .toLowerCase()
      .replace(/^[+-]?[\d.]+(?:e[+-]?\d+)?/, '')
    // A range of characters (U+0-FF), and 2n+1.
    if (units.has(unit) || /^n(?:-\d*)?$/.test(unit) || /^u\+/i.test(said.slice(said.indexOf(':') + 1).trim())) continue
    const near = nearestUnit(unit)
    const message = `${quote(said)}: no browser knows the unit “${unit.slice(0, 20)}” and the declaration is dropped; ${near ? `did you mean ${near}?` : 'use px, rem, % or another unit of CSS.'}`
    return { kind: 'unknown-unit', message }
  }
  return undefined
}

const misspeltUnits: Readonly<Record<string, string>> = {
  xp: 'px',
  ppx: 'px',
  pxx: 'px',
  pixels: 'px',
  pixel: 'px',
  p: 'px',
  x: 'px',
  dp: 'px',
  sp: 'px',
  rpx: 'px',
  rems: 'rem',
  ren: 'rem',
  re: 'rem',
  r: 'rem',
  ems: 'em',
  points: 'pt',
  hv: 'vh',
  wv: 'vw',
  percent: '%',
  pct: '%',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  msec: 'ms',
  degrees: 'deg',
  degree: 'deg',
  d: 'deg',
  frs: 'fr',
}

const nearestUnit = (unit: string) => misspeltUnits[unit] ?? nearestName(unit, units)

function unknownFunction(tokens: readonly Token[], text: TextOf, said: string): ValueProblem | undefined {
  for (const token of tokens) {
    if (token.type !== 'function') continue
    const name = unescapeName(text(token).slice(0, -1)).toLowerCase()
    const foreign = foreignFunctions[name]
    // A name with leading dashes is a vendor's or the site's: -webkit-gradient(), --own().
    if (foreign === undefined && (isFunction(name) || name.startsWith('-'))) continue
    const instead = foreign ?? nearestFunction(name)
    const message = `${quote(said)}: no browser has a function ${name.slice(0, 40)}() and the declaration is dropped; ${instead === undefined ? 'write what it stands for.' : `write ${instead}.`}`
    return { kind: 'unknown-function', message }
  }
  return undefined
}

function nearestFunction(name: string): string | undefined {
  const near = nearestName(name, [...mathFunctions, ...openFunctions, 'rgb', 'rgba', 'hsl', 'hsla', 'oklch', 'minmax'])
  return near && `${near}()`
}

const isOperand = (type: Token['type']) => type === 'number' || type === 'dimension' || type === 'percentage'

/** Two numbers in a row within arithmetic: a + or - that has no white space around it is part of a number. */
function brokenMath(tokens: readonly Token[], text: TextOf, said: string): ValueProblem | undefined {
  const inMath: boolean[] = []
  let before: Token | undefined
  for (const [index, token] of tokens.entries()) {
    const { type } = token
    if (type === 'function') {
      const name = text(token).slice(0, -1).toLowerCase()
      inMath.push(mathFunctions.has(name) && name !== 'progress' && name !== 'round')
    } else if (type === '(') inMath.push(inMath.at(-1) === true)
    else if (type === ')') inMath.pop()
    if (type === 'whitespace') continue
    const sign = text(token)
    const isMath = inMath.at(-1) === true
    const isGlued = isMath && (sign === '+' || sign === '-') && tokens[index + 1]?.type !== 'whitespace'
    const follows = before !== undefined && (isOperand(before.type) || before.type === ')')
    if (isMath && follows && (isOperand(type) || isGlued)) {
      const message = `${quote(said)}: + and - in arithmetic need white space on both sides, and an operator must stand between two values, so browsers drop the declaration; write calc(100% - 20px).`
      return { kind: 'broken-math', message }
    }
    before = token
  }
  return undefined
}

function mismatch(
  grammar: CssGrammar,
  name: string,
  value: string,
  tokens: readonly Token[],
  text: TextOf,
): ValueProblem | undefined {
  const isOpen = tokens.some((token) => {
    const piece = text(token).toLowerCase()
    if (token.type === 'function') {
      const called = piece.slice(0, -1)
      return openFunctions.has(called) || mathFunctions.has(called) || called.startsWith('-')
    }
    // A relative colour, a vendor keyword, a newer keyword, a hack for old browsers.
    return (
      (token.type === 'ident' &&
        (piece === 'from' || piece.startsWith('-') || newerWords.has(piece) || newerWordsOf[name]?.has(piece))) ||
      piece === '\\'
    )
  })
  if (isOpen) return undefined
  const { error } = grammar.matchProperty(name, value)
  if (error === null || error.name !== 'SyntaxMatchError') return undefined
  const said = quote(`${name}: ${value}`)
  const unit = unitlessProblem(grammar, name, tokens, text)
  if (unit)
    return {
      kind: 'missing-unit',
      message: `${said}: a number without a unit is not a length here, and the declaration is dropped; write ${quote(unit)}.`,
    }
  const odd = tokens.find(({ type, start }) => type !== 'whitespace' && start >= (error.mismatchOffset ?? 0))
  const culprit = odd && tokens.length > 1 ? `, from ${quote(value.slice(odd.start), 30)} on` : ''
  const comma = name.startsWith('grid') || !value.includes(',') ? '' : ' Commas separate whole values of a list.'
  return {
    kind: 'invalid-value',
    message: `No browser takes ${said}${culprit}; the declaration is dropped. Write a value that ${name} has.${comma}`,
  }
}

/** The value with units added to its bare numbers, if that makes it valid; otherwise undefined. */
function unitlessProblem(
  grammar: CssGrammar,
  name: string,
  tokens: readonly Token[],
  text: TextOf,
): string | undefined {
  if (!tokens.some(({ type }) => type === 'number')) return undefined
  for (const unit of ['px', 's', 'deg', '%']) {
    const written = tokens
      .map((token) => (token.type === 'number' && Number(text(token)) !== 0 ? `${text(token)}${unit}` : text(token)))
      .join('')
    if (grammar.matchProperty(name, written).error === null) return `${name}: ${written}`
  }
  // A zero time or angle needs its unit too.
  const zeros = tokens.map((token) => (token.type === 'number' ? `${text(token)}s` : text(token))).join('')
  return grammar.matchProperty(name, zeros).error === null ? `${name}: ${zeros}` : undefined
}
