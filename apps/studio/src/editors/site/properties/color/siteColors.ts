import { type Rule, readColor, tokenize, walkRules } from '@atelier/site'

const MAX_COLORS = 24

/** The colours that stylesheets name, the most frequent first, each as it is written first. Custom properties are left out. */
export function siteColors(rules: readonly Rule[]): string[] {
  const found = new Map<string, { text: string; count: number }>()
  for (const [{ declarations }] of walkRules(rules)) {
    for (const { name, value } of declarations) {
      if (name.startsWith('--')) continue
      for (const text of colorsIn(value)) {
        const key = text.toLowerCase()
        const known = found.get(key)
        if (known) known.count += 1
        else found.set(key, { text, count: 1 })
      }
    }
  }
  const all = [...found.values()].sort((a, b) => b.count - a.count)
  return all.slice(0, MAX_COLORS).map(({ text }) => text)
}

/** The colours in a value that are known without a browser, as they are written; names of colours are left out. */
export function colorsIn(value: string): string[] {
  const colors: string[] = []
  const tokens = tokenize(value)
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    let end = token.end
    if (token.type === 'function') {
      const name = value.slice(token.start, token.end).toLowerCase()
      if (!/^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch))\($/.test(name)) continue
      while (at + 1 < tokens.length && tokens[at]?.type !== ')') at += 1
      end = tokens[at]?.end ?? end
    } else if (token.type !== 'hash') continue
    const text = value.slice(token.start, end)
    if (readColor(text).kind === 'known') colors.push(text)
  }
  return colors
}
