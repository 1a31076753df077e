import { pixelsPerUnit } from '../css/lengths.ts'
import { type Token, tokenize } from '../css/tokenize.ts'
import { mediaFeatures, mediaRanges, mediaTypes, units } from './cssNames.ts'
import { nearestName } from './nearest.ts'
import { quote } from './problem.ts'

/** The maximum nesting depth of conditions that is checked. */
const DEEPEST = 8
const LONGEST = 1_000

/** Why no browser takes the condition of an `@media` or `@container` rule, as a sentence; undefined if one does. */
export function mediaProblem(name: 'media' | 'container', condition: string): string | undefined {
  if (condition.length > LONGEST) return undefined
  const all = tokenize(condition).filter(({ type }) => type !== 'comment')
  const read: Reading = { source: condition, name, shown: quote(`@${name} ${condition.trim()}`) }
  for (const query of splitAtCommas(all)) {
    const wrong = queryProblem(read, query)
    if (wrong) return wrong
  }
  return undefined
}

interface Reading {
  source: string
  name: 'media' | 'container'
  shown: string
}

const EFFECT = 'browsers ignore the rules in it'

function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.type === '(' || token.type === 'function') depth += 1
    else if (token.type === ')') depth -= 1
    if (token.type === 'comma' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

function queryProblem(read: Reading, tokens: readonly Token[]): string | undefined {
  const { source, name, shown } = read
  const parts = tokens.filter(({ type }) => type !== 'whitespace')
  if (parts.length === 0) {
    return tokens.length > 0 || name === 'media' ? undefined : `${shown} has no condition, so ${EFFECT}.`
  }
  const limits: Limits = {}
  let wantsCondition = false
  let named = false
  /** Whether the query is only conditions joined by `and`. */
  let isPlain = true
  for (let index = 0; index < parts.length; index += 1) {
    const token = parts[index]
    if (!token) break
    const text = source.slice(token.start, token.end).toLowerCase()
    if (token.type === '(' || token.type === 'function') {
      const end = closing(parts, index)
      const inner = parts.slice(index + 1, end)
      const wrong =
        token.type === 'function' ? functionProblem(read, text.slice(0, -1)) : groupProblem(read, inner, limits, 0)
      if (wrong) return wrong
      index = end
      wantsCondition = false
    } else if (token.type === 'ident') {
      if (/^(?:and|or|not|only)$/.test(text)) {
        wantsCondition = text !== 'only'
        isPlain &&= text === 'and' || text === 'only'
        continue
      }
      if (isFeature(text) && (parts[index + 1]?.type === 'colon' || name === 'media')) {
        return `${shown}: the condition has no parentheses, so ${EFFECT}; write (${source.slice(token.start).trim().slice(0, 60)}).`
      }
      if (name === 'container') {
        if (named)
          return `${shown}: “${text.slice(0, 40)}” is not a condition, so ${EFFECT}; conditions stand in parentheses.`
        named = true
        continue
      }
      if (!mediaTypes.has(text)) {
        const near = nearestName(text, mediaTypes)
        return `${shown}: there is no media type “${text.slice(0, 40)}”, so ${EFFECT}; ${near ? `did you mean ${near}?` : 'write a width such as (width < 768px).'}`
      }
      wantsCondition = false
    } else {
      const foreign = text === '$' || text === '@' || token.type === 'at-keyword' || text === '#'
      const why = foreign ? 'names a variable of another language' : `has ${quote(text, 20)} where a condition stands`
      return `${shown} ${why}, so ${EFFECT}; write the condition out, such as (width < 768px).`
    }
  }
  if (wantsCondition) return `${shown} ends without a condition, so ${EFFECT}.`
  return isPlain ? emptyRange(shown, limits) : undefined
}

function functionProblem({ name, shown }: Reading, called: string): string | undefined {
  const known = name === 'container' ? ['style', 'scroll-state', 'not', 'and', 'or'] : ['media', 'supports']
  if (called === 'and' || called === 'or' || called === 'not') {
    return `${shown}: “${called}” needs white space behind it, so ${EFFECT}; write ${called} (…).`
  }
  if (known.includes(called) || called.startsWith('-')) return undefined
  if (called === 'var' || called === 'env')
    return `${shown}: ${called}() does not work in conditions, so ${EFFECT}; write the value.`
  return `${shown}: no browser has ${called.slice(0, 30)}() in a condition, so ${EFFECT}; write the condition out.`
}

/** The index of the token that closes the bracket at `from`, or of the last token. */
function closing(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let index = from; index < tokens.length; index += 1) {
    const type = tokens[index]?.type
    if (type === '(' || type === 'function') depth += 1
    else if (type === ')') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return tokens.length
}

/** The widths in CSS pixels between which a query applies. */
interface Limits {
  least?: number
  most?: number
}

function groupProblem(read: Reading, tokens: readonly Token[], limits: Limits, depth: number): string | undefined {
  const { source, shown } = read
  const text = (token: Token | undefined) => (token ? source.slice(token.start, token.end).toLowerCase() : '')
  const [first] = tokens
  if (!first) return `${shown} has empty parentheses, so ${EFFECT}; write a condition such as (width < 768px).`
  const nests =
    first.type === '(' || text(first) === 'not' || (first.type === 'function' && tokens.at(-1)?.type === ')')
  if (nests && !tokens.some(({ type }) => type === 'colon' || type === 'delim')) return undefined
  if (first.type === '(' || text(first) === 'not') {
    if (depth >= DEEPEST) return undefined
    for (let index = 0; index < tokens.length; index += 1) {
      if (tokens[index]?.type !== '(') continue
      const end = closing(tokens, index)
      const wrong = groupProblem(read, tokens.slice(index + 1, end), {}, depth + 1)
      if (wrong) return wrong
      index = end
    }
    return undefined
  }
  const foreign = tokens.find((token) => token.type === 'at-keyword' || /^[$#]$/.test(text(token)))
  if (foreign) return `${shown} names a variable of another language, so ${EFFECT}; write the value.`
  const called = tokens.find((token) => token.type === 'function' && /^(?:var|theme|screen)\($/.test(text(token)))
  if (called) return `${shown}: ${text(called)}) does not work in conditions, so ${EFFECT}; write the value itself.`
  const isRange = tokens.some((token) => /^[<>=]$/.test(text(token)))
  const feature = isRange ? tokens.find((token) => token.type === 'ident') : first
  const name = text(feature)
  if (feature?.type !== 'ident')
    return `${shown}: ${quote(text(first), 30)} is not a condition, so ${EFFECT}; name a feature, such as (width < 768px).`
  if (!isFeature(name)) {
    if (name.startsWith('-')) return undefined
    const near = nearestName(name, [
      ...mediaRanges,
      'min-width',
      'max-width',
      'min-height',
      'max-height',
      ...Object.keys(mediaFeatures),
    ])
    return `${shown}: there is no feature “${name.slice(0, 40)}”, so ${EFFECT}; ${near ? `did you mean ${near}?` : 'write one such as (width < 768px).'}`
  }
  if (isRange) return rangeProblem(read, tokens)
  const [, colon, value, ...more] = tokens
  if (!colon) return /^(?:min|max)-/.test(name) ? `${shown}: ${name} has no value, so ${EFFECT}.` : undefined
  if (colon.type !== 'colon')
    return `${shown}: a colon is missing behind ${name}, so ${EFFECT}; write (${name}: ${text(colon)}).`
  if (!value) return `${shown}: ${name} has no value, so ${EFFECT}.`
  const words = mediaFeatures[name]
  if (words !== undefined && words !== '' && value.type === 'ident' && !words.split(/\s+/).includes(text(value))) {
    return `${shown}: ${name} has no value “${text(value).slice(0, 40)}”, so ${EFFECT}; it is one of ${words.split(/\s+/).join(', ')}.`
  }
  if (words === undefined && more.length === 0) {
    const wrong = lengthProblem(read, name, value)
    if (wrong) return wrong
  }
  const pixels = pixelsOf(text(value))
  if (pixels !== undefined && name === 'min-width') limits.least = Math.max(limits.least ?? 0, pixels)
  if (pixels !== undefined && name === 'max-width') limits.most = Math.min(limits.most ?? pixels, pixels)
  return undefined
}

const isFeature = (name: string) =>
  mediaRanges.has(name.replace(/^(?:min|max)-/, '')) || Object.hasOwn(mediaFeatures, name)

const isLength = (name: string) => /^(?:(?:min|max)-)?(?:device-)?(?:width|height|inline-size|block-size)$/.test(name)

function rangeProblem(read: Reading, tokens: readonly Token[]): string | undefined {
  const { source } = read
  const feature = tokens.find(({ type }) => type === 'ident')
  const name = feature ? source.slice(feature.start, feature.end).toLowerCase() : ''
  if (/^(?:min|max)-/.test(name)) {
    return `${read.shown}: ${name} takes no <, > or =, so ${EFFECT}; write (${name.slice(4)} ${name.startsWith('min') ? '>=' : '<='} …).`
  }
  for (const token of tokens) {
    const wrong = token.type === 'ident' ? undefined : lengthProblem(read, name, token)
    if (wrong) return wrong
  }
  return undefined
}

function lengthProblem({ source, shown }: Reading, name: string, token: Token): string | undefined {
  const text = source.slice(token.start, token.end).toLowerCase()
  if (token.type === 'dimension') {
    const unit = text.replace(/^[+-]?[\d.]+/, '')
    return units.has(unit)
      ? undefined
      : `${shown}: no browser knows the unit “${unit.slice(0, 20)}”, so ${EFFECT}; use px or em.`
  }
  if (!isLength(name)) return undefined
  if (token.type === 'number' && Number(text) !== 0)
    return `${shown}: ${text} has no unit, so ${EFFECT}; write ${text}px.`
  if (token.type === 'percentage')
    return `${shown}: a percentage is not a width of a screen, so ${EFFECT}; use px or em.`
  if (token.type === 'ident' || token.type === 'string')
    return `${shown}: ${quote(text, 30)} is not a length, so ${EFFECT}; use px or em.`
  return undefined
}

function pixelsOf(text: string): number | undefined {
  const match = /^(\d{1,6}(?:\.\d{1,6})?)([a-z]{1,4})$/.exec(text)
  const factor = match ? pixelsPerUnit[match[2] ?? ''] : undefined
  return match && factor !== undefined ? Number(match[1]) * factor : undefined
}

function emptyRange(shown: string, { least, most }: Limits): string | undefined {
  if (least === undefined || most === undefined || least <= most) return undefined
  return `${shown}: no screen is at least ${least}px and at most ${most}px wide, so the rules in it never apply; swap the two.`
}
