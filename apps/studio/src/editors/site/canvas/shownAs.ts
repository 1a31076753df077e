import { tokenize } from '@atelier/site'
import type { PageScheme } from '../session/state.ts'

/** A state that the canvas shows instead of the browser's real one: a colour scheme, and a state of one element. */
export interface ShownAs {
  scheme?: PageScheme
  /** Such as `:hover`. */
  state?: string
}

type Token = ReturnType<typeof tokenize>[number]

/** Marks, only in the frame, the elements that are shown as if they were in a state. */
export const STATE_ATTRIBUTE = 'data-atelier-state'

/**
 * A stylesheet that shows a page as if the state or the scheme were given: the selectors of the state match marked
 * elements too, with the specificity that they have, and each media feature about the scheme is true or false.
 */
export function cssShownAs(css: string, { scheme, state }: ShownAs): string {
  if (scheme === undefined && state === undefined) return css
  const shown: string[] = []
  let piece: Token[] = []
  const text = (tokens: readonly Token[]) => css.slice(tokens[0]?.start ?? css.length, tokens.at(-1)?.end)
  for (const token of tokenize(css)) {
    piece.push(token)
    if (token.type !== '{' && token.type !== '}' && token.type !== 'semicolon') continue
    const written = text(piece)
    if (token.type !== '{') shown.push(declarationShownAs(written, scheme))
    else if (isAtRule(piece)) shown.push(scheme ? mediaShownAs(written, scheme) : written)
    else shown.push(state === undefined ? written : selectorShownAs(css, piece, state))
    piece = []
  }
  return shown.join('') + text(piece)
}

function isAtRule(tokens: readonly Token[]): boolean {
  return tokens.find(({ type }) => type !== 'whitespace' && type !== 'comment')?.type === 'at-keyword'
}

function selectorShownAs(css: string, tokens: readonly Token[], state: string): string {
  const name = state.replace(/^:/, '')
  const at = (index: number) => {
    const token = tokens[index]
    return token ? css.slice(token.start, token.end) : ''
  }
  return tokens
    .map((token, index) => {
      const pseudo = tokens[index - 1]?.type === 'colon' && tokens[index - 2]?.type !== 'colon'
      const isState = pseudo && token.type === 'ident' && at(index).toLowerCase() === name
      if (isState) return `is(:${at(index)},[${STATE_ATTRIBUTE}~="${name}"])`
      return at(index)
    })
    .join('')
}

/** A query whose features about the scheme of the browser are true or false. */
export function mediaShownAs(query: string, scheme: PageScheme): string {
  return query.replace(/\(\s*prefers-color-scheme\s*(?::\s*([a-z-]+)\s*)?\)/gi, (_feature, wanted?: string) =>
    wanted === undefined || wanted.toLowerCase() === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  )
}

/** `color-scheme: light dark` leaves it to the browser: it becomes the scheme that is shown. */
function declarationShownAs(written: string, scheme: PageScheme | undefined): string {
  if (scheme === undefined) return written
  return written.replace(/^(\s*color-scheme\s*:)([^!;}]*)/i, (whole, name: string, value: string) => {
    const schemes = value.toLowerCase().split(/\s+/)
    return schemes.includes('light') && schemes.includes('dark') ? `${name} ${scheme}` : whole
  })
}

/** Marks one element and all around it, as a pointer over it is over those too, and nothing else. */
export function markState(document: Document, element: Element | undefined, state: string | undefined): void {
  const name = state?.replace(/^:/, '')
  const marked = new Set<Element>()
  const around = name === 'hover' || name === 'active'
  for (
    let at = name === undefined ? undefined : element;
    at;
    at = around ? (at.parentElement ?? undefined) : undefined
  ) {
    marked.add(at)
  }
  for (const each of document.querySelectorAll(`[${STATE_ATTRIBUTE}]`)) {
    if (!marked.has(each)) each.removeAttribute(STATE_ATTRIBUTE)
  }
  for (const each of marked) if (name !== undefined) each.setAttribute(STATE_ATTRIBUTE, name)
}
