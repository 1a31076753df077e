import { tokenize } from '../css/tokenize.ts'

/** The two values of `light-dark(…)`; undefined for any other value. */
export function lightAndDark(value: string): { light: string; dark: string } | undefined {
  const text = value.trim()
  if (!/^light-dark\(/i.test(text) || !text.endsWith(')')) return undefined
  const inner = text.slice('light-dark('.length, -1)
  let depth = 0
  for (const token of tokenize(inner)) {
    if (token.type === 'function' || token.type === '(') depth += 1
    else if (token.type === ')') depth -= 1
    else if (token.type === 'comma' && depth === 0) {
      return { light: inner.slice(0, token.start).trim(), dark: inner.slice(token.end).trim() }
    }
  }
  return undefined
}

/** One value for both schemes. */
export const printSchemes = (light: string, dark: string) => `light-dark(${light}, ${dark})`

/** A value with the values of the custom properties that it names in place of them, as far as they are known. */
export function resolveVariables(value: string, lookUp: (name: string) => string | undefined): string {
  let text = value
  for (let depth = 0; depth < 8 && text.includes('var('); depth += 1) {
    const next = text.replace(/var\(\s{0,9}(--[\p{L}\p{N}_-]{1,200})\s{0,9}\)/gu, (ref, name) => lookUp(name) ?? ref)
    if (next === text || next.length > 2000) return text
    text = next
  }
  return text
}
