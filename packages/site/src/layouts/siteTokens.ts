import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'
import { authoredTokens } from '../tokens/digest.ts'
import { siteFramework } from '../tokens/framework.ts'
import { rootFontSize } from '../tokens/rootSize.ts'

export type LengthKind = 'space' | 'size' | 'radius'
export type ColorRole = keyof typeof colorRoles

/** How sites name the tokens of a kind, without the dashes in front. */
const lengthNames: Readonly<Record<LengthKind, RegExp>> = {
  space: /^(?:space|spacing|gap|pad|padding|gutter)(?:-|$)/,
  size: /^(?:text|font-size|fs|type|heading|h\d)(?:-|$)/,
  radius: /^(?:radius|rounded|round|corner|border-radius)(?:-|$)/,
}

/** How sites name a colour of a role; the first that fits is taken, the more exact names before the others. */
const colorRoles = {
  line: [/^(?:line|border|hairline|divider|outline)$/, /(?:^|-)(?:line|border|divider|hairline)(?:-|$)/],
  muted: [/^(?:muted|quiet|subtle|secondary-text|text-secondary|text-muted)$/],
  surface: [/^(?:surface|card|sheet|panel)$/, /(?:^|-)(?:surface|card|sheet|panel)(?:-|$)/],
  accent: [/^(?:accent|primary|brand)$/, /^(?:color-)?(?:accent|primary|brand)$/],
  'on-accent': [
    /^(?:on-|text-on-)(?:accent|primary|brand)$/,
    /(?:^|-)(?:accent|primary|brand)-(?:text|ink|contrast|foreground)$/,
  ],
} satisfies Record<string, readonly RegExp[]>

/** A token farther from a wished length than this factor is another step of the scale. */
const NEAR = 1.45

/** The tokens of a site, asked for by what they are for. */
export interface SiteTokens {
  /** `var(--name)` of the token nearest to a length in CSS pixels, if one is near. */
  length(kind: LengthKind, pixels: number): string | undefined
  color(role: ColorRole): string | undefined
}

/** Reads the custom properties of the site's own CSS and of its design system. */
export function readSiteTokens(site: View): SiteTokens {
  const rem = rootFontSize(site)
  const authored = authoredTokens(site)
  const system = siteFramework(site).variables
  const all = new Map([...system, ...authored].map(({ name, value }) => [name.replace(/^--/, ''), value]))
  const kinds = new Map(system.map(({ name, kind }) => [name.replace(/^--/, ''), kind]))
  const lengths = (kind: LengthKind) =>
    [...all].flatMap(([name, value]) => {
      const isKind = kinds.get(name) === (kind === 'size' ? 'type' : kind) || lengthNames[kind].test(name)
      const pixels = isKind ? lengthOf(value, rem) : undefined
      return pixels === undefined ? [] : [{ name, pixels }]
    })
  return {
    length(kind, pixels) {
      const near = lengths(kind)
        .map(({ name, pixels: own }) => ({ name, off: Math.max(own / pixels, pixels / own) }))
        .sort((a, b) => a.off - b.off)[0]
      return near && near.off <= NEAR ? `var(--${near.name})` : undefined
    },
    color(role) {
      for (const pattern of colorRoles[role]) {
        const name = [...all.keys()].find((each) => pattern.test(each) || pattern.test(each.replace(/^color-/, '')))
        if (name !== undefined) return `var(--${name})`
      }
      return undefined
    },
  }
}

/** A length in CSS pixels; of `clamp()` its largest value, which wide frames show. Undefined for anything else. */
function lengthOf(value: string, rem: number): number | undefined {
  const last = /^clamp\(.{0,200},([^,()]{1,40})\)$/.exec(value.trim())?.[1] ?? value
  const [, number, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|rem|em)$/.exec(last.trim()) ?? []
  if (number === undefined || Number(number) === 0) return undefined
  return Number(number) * (unit === 'px' ? 1 : rem)
}

/** Whether most rules of the site's CSS are on one line each. */
export function writesOneLiners(site: View): boolean {
  let own = 0
  let broken = 0
  for (const { kind, declarations } of everyRule(site)) {
    if (kind !== 'style' || declarations.length < 2) continue
    own += 1
    if (declarations.some(({ before }) => before.includes('\n'))) broken += 1
  }
  return own > 0 && broken * 2 < own
}
