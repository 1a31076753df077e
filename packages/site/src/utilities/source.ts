import { parseCss } from '../css/parse.ts'
import { missingEnd } from '../css/tokenize.ts'
import { compileUtilities, loadSheet } from './sheet.ts'

/** CSS that was written for Tailwind, as plain CSS. */
export interface PlainCss {
  css: string
  /** Rules for the theme of the site; undefined if the CSS has nothing of Tailwind. */
  theme: string | undefined
  /** Why a part stays as it was written, as sentences. */
  notes: string[]
}

const IS_TAILWIND =
  /@(?:apply|theme|tailwind|utility|custom-variant|variant|screen|plugin|config|source)\b|@import\s+["']tailwindcss|\btheme\(/
const THEME_RULES: ReadonlySet<string> = new Set(['theme', 'utility', 'custom-variant'])
const DIRECTIVES: ReadonlySet<string> = new Set(['tailwind', 'plugin', 'config', 'source'])

/**
 * Takes apart CSS with Tailwind's own rules: `@theme` and the like become the site's theme, `@apply` its
 * declarations.
 * @param theme the theme that the site has
 */
export async function plainCss(css: string, theme: string): Promise<PlainCss> {
  if (!IS_TAILWIND.test(css)) return { css, theme: undefined, notes: [] }
  const whole = css + missingEnd(css)
  const themes: string[] = []
  const rest: string[] = []
  const { items, tail } = parseCss(whole)
  for (const [index, item] of items.entries()) {
    const next = items[index + 1]
    const text = whole.slice(item.start, next ? next.start - next.before.length : whole.length - tail.length)
    const name = 'name' in item ? item.name : ''
    if (THEME_RULES.has(name)) themes.push(text)
    else if (!DIRECTIVES.has(name) && !/^@import\s+["']tailwindcss/.test(text)) rest.push(text)
  }
  const own = themes.join('\n')
  const plain = rest.join('\n')
  if (!IS_TAILWIND.test(plain)) return { css: plain, theme: own, notes: [] }
  // Values stand inline, so that the result means the same without the theme.
  const sheet = await loadSheet()
  const base = sheet.slice(0, sheet.indexOf('@layer base'))
  const source = `${base}\n${theme}\n${own}`.replace(/@theme\b[\w\s]{0,60}\{/g, '@theme inline reference {')
  const compiled = await compileUtilities(`${source}\n${plain}`, [])
  if (compiled.problem !== undefined) {
    return { css: plain, theme: own, notes: [`@apply does nothing here: ${compiled.problem}.`] }
  }
  return { css: compiled.css, theme: own, notes: [] }
}
