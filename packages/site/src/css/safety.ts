import { type Token, tokenize, unescapeName } from './tokenize.ts'

const suspicious = /\\|script|expression|binding|behavior|data\s*:\s*text/i

/**
 * Why a piece of CSS is refused: script by way of a URL, `expression()`, `-moz-binding`, `behavior`. Undefined if
 * there is nothing against it. Escapes are resolved first, so that `j\61vascript:` is seen.
 */
export function cssRefusal(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined
  const tokens = tokenize(text)
  let property = true
  const functions: boolean[] = []
  for (const [index, token] of tokens.entries()) {
    const piece = text.slice(token.start, token.end)
    if (token.type === 'ident' && property) {
      const name = unescapeName(piece).toLowerCase()
      if ((name === '-moz-binding' || name === 'behavior') && isProperty(tokens, index))
        return `\`${name}\` runs script`
    }
    property = token.type === 'semicolon' || token.type === '{' || (property && isBlankToken(token))
    if (token.type === 'function') {
      if (unescapeName(piece.slice(0, -1)).toLowerCase() === 'expression') return '`expression()` runs script'
      functions.push(true)
    } else if (token.type === '(') functions.push(false)
    else if (token.type === ')') functions.pop()
    const url = urlOf(token, piece, functions.at(-1) === true || text.startsWith('@'))
    if (url !== undefined && runsScript(url)) return `the URL \`${url.trim().slice(0, 40)}\` runs script`
  }
  return undefined
}

const isBlankToken = (token: Token) => token.type === 'whitespace' || token.type === 'comment'

function isProperty(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(index + 1).find((token) => !isBlankToken(token))?.type === 'colon'
}

function urlOf(token: Token, piece: string, stringsAreUrls: boolean): string | undefined {
  if (token.type === 'url') return unescapeName(piece.replace(/^[^(]*\(/, '').replace(/\)$/, ''))
  if (token.type === 'string' && stringsAreUrls) return unescapeName(piece.slice(1, -1))
  return undefined
}

/** URLs are compared as browsers read them: without control characters and white space in the scheme. */
function runsScript(url: string): boolean {
  const bare = [...url].filter((character) => character > ' ').join('')
  return /^(?:javascript|vbscript|livescript):/i.test(bare) || /^data:text\/html/i.test(bare)
}
