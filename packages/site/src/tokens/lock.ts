import type { View } from '@atelier/documents'
import { siteFramework } from './framework.ts'
import { designSystem, isEmptySystem } from './system.ts'
import type { TokenKind } from './variables.ts'

/** The classes and custom properties of the design system, which other CSS must not set. */
export interface TokenLock {
  /** Why a rule with this one class as its selector is refused; undefined if it is not. */
  utility(className: string): string | undefined
  /** Why a custom property is refused on the root; undefined if it is not. */
  variable(name: string): string | undefined
}

const words: Readonly<Record<TokenKind, readonly [what: string, operation: string]>> = {
  color: ['a colour token', 'set_color_tokens'],
  font: ['a font token', 'set_font_tokens'],
  type: ['the type scale', 'set_type_scale'],
  space: ['the spacing scale', 'set_spacing_scale'],
}

/** Undefined if the site has no tokens. */
export function tokenLock(site: View): TokenLock | undefined {
  if (isEmptySystem(designSystem(site))) return undefined
  const { variables, utilities } = siteFramework(site)
  // Custom properties that a stylesheet declares are edited in that stylesheet.
  const kinds = new Map(variables.flatMap(({ name, kind, declared }) => (declared ? [] : [[name, kind] as const])))
  const reason = (kind: TokenKind | undefined) => {
    if (!kind) return undefined
    const [what, operation] = words[kind]
    return `it comes from ${what}; change it with ${operation}`
  }
  return {
    utility: (className) => reason(utilities.get(className)?.kind),
    variable: (name) => reason(kinds.get(name)),
  }
}
