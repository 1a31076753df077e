import { escapeName, type Token, tokenize, unescapeName } from './tokenize.ts'

/** Renames classes in a selector, or in other CSS text: `.old` becomes what `rename` returns for `old`, else it stays. */
export function renameClasses(css: string, rename: (name: string) => string | undefined): string {
  let before: Token | undefined
  return mapTokens(css, (token, text) => {
    const isClass = token.type === 'ident' && before?.type === 'delim' && css.slice(before.start, before.end) === '.'
    before = token
    const next = isClass ? rename(unescapeName(text)) : undefined
    return next === undefined ? text : escapeName(next)
  })
}

/** Renames custom properties in CSS text, with their dashes: declarations, `var()` and every other mention. */
export function renameVariables(css: string, rename: (name: string) => string | undefined): string {
  if (!css.includes('--')) return css
  return mapTokens(css, ({ type }, text) => {
    if (type !== 'ident' || !text.startsWith('--')) return text
    const next = rename(`--${unescapeName(text.slice(2))}`)
    return next === undefined ? text : `--${escapeName(`x${next.slice(2)}`).slice(1)}`
  })
}

/** The classes that a selector names, inside `:is()` and its like too. */
export function classesIn(selector: string): Set<string> {
  const names = new Set<string>()
  renameClasses(selector, (name) => {
    names.add(name)
    return undefined
  })
  return names
}

function mapTokens(css: string, map: (token: Token, text: string) => string): string {
  let out = ''
  for (const token of tokenize(css)) out += map(token, css.slice(token.start, token.end))
  return out
}
