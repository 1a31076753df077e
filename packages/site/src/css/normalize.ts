import { type Token, tokenize } from './tokenize.ts'

const betweenSelectors = new Set([',', '>', '+', '~', '='])
const betweenConditions = new Set([',', ':', '<', '>', '='])

/**
 * One spelling of a selector, or of an at-rule up to its block, for telling whether two are the same: comments out,
 * white space out where it means nothing. `a>b , c` and `a > b,c` both become `a>b,c`.
 */
export function canonical(prelude: string): string {
  const isAtRule = prelude.trimStart().startsWith('@')
  const between = isAtRule ? betweenConditions : betweenSelectors
  let out = ''
  let gap = false
  let opened = true
  for (const token of tokenize(prelude)) {
    if (token.type === 'comment') continue
    if (token.type === 'whitespace') {
      gap = true
      continue
    }
    const text = prelude.slice(token.start, token.end)
    const tight = between.has(text)
    if (gap && !opened && !tight && !closes(token)) out += ' '
    out += token.type === 'at-keyword' ? text.toLowerCase() : text
    opened = tight || opens(token)
    gap = false
  }
  return out
}

const opens = (token: Token) => token.type === '(' || token.type === 'function' || token.type === '['
const closes = (token: Token) => token.type === ')' || token.type === ']'

/** A prelude on one line, for showing. */
export const oneLine = (prelude: string): string => prelude.trim().replace(/\s+/g, ' ')
