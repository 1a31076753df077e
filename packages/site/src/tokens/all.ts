import type { View } from '@atelier/documents'
import { type Rule, walkRules } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { siteFramework } from './framework.ts'
import { kindOfValue, type ValueKind } from './kinds.ts'
import { type DesignSystem, designSystem } from './system.ts'

/** A token of a site: of its design system, or a custom property that its CSS declares on the root. */
export interface Token {
  /** With its dashes. */
  name: string
  value: string
  /** The value in a dark scheme, if it differs. */
  dark?: string
  kind: ValueKind
  /** `system`: a record of the design system decides it. `authored`: a declaration of a stylesheet does. */
  origin: 'system' | 'authored'
  /** The name of the colour whose shade, tint or transparency it is. */
  variantOf?: string
  /** Where its value is declared; the last one, which wins. */
  declared?: { ruleId: string; declarationId: string; sheet: string }
  /** Where its dark value is declared. */
  darkDeclared?: { ruleId: string; declarationId: string; sheet: string }
}

const ROOT = /(?:^|,)(?::root|html)(?:,|$)/
const DARK_ROOT =
  /(?:^|,)(?::root|html)?(?:\.dark|\.theme-dark|\[data-(?:theme|color-scheme|mode)=["']?dark["']?\])(?:,|$)/
const DARK_MEDIA = /^@media ?\(prefers-color-scheme:dark\)$/

/**
 * Every token of a site: those of the design system first, then the custom properties that its stylesheets, imported
 * ones too, declare on `:root`; in order, each name once. A name that both have is the design system's.
 */
export function tokens(site: View): Token[] {
  const authored = authoredOf(site)
  const system = designSystem(site)
  const known = new Set<string>()
  const found: Token[] = []
  const bases = colorNames(system)
  for (const { name, value, dark, kind, declared } of siteFramework(site).variables) {
    const own = declared ? authored.get(name) : undefined
    const base = kind === 'color' ? bases.of(name) : undefined
    const inDark = dark ?? own?.dark
    known.add(name)
    found.push({
      name,
      value,
      ...(inDark === undefined ? {} : { dark: inDark }),
      kind,
      origin: 'system',
      ...(base === undefined ? {} : { variantOf: base }),
      ...(own?.declared ? { declared: own.declared } : {}),
      ...(own?.darkDeclared ? { darkDeclared: own.darkDeclared } : {}),
    })
  }
  return [...found, ...[...authored.values()].filter(({ name }) => !known.has(name))]
}

/** The colours of a design system by the names of their variants. */
function colorNames({ colors }: DesignSystem): { of(variable: string): string | undefined } {
  const slugs = new Set(colors.map(({ slug }) => `--${slug}`))
  return {
    of(variable) {
      const base = variable.replace(/-(?:\d{1,3}|[dl]-\d{1,2})$/, '')
      return !slugs.has(variable) && slugs.has(base) ? base : undefined
    },
  }
}

function authoredOf(site: View): Map<string, Token> {
  const light = new Map<string, Declared>()
  const dark = new Map<string, Declared>()
  for (const [rule, scheme] of rootRules(site)) {
    const into = scheme === 'dark' ? dark : light
    for (const { id, name, value } of rule.declarations) {
      if (!name.startsWith('--')) continue
      into.set(name, { value, at: { ruleId: rule.id, declarationId: id, sheet: rule.sheet } })
    }
  }
  const lookUp = (name: string) => light.get(name)?.value
  return new Map(
    [...light].map(([name, { value, at }]) => {
      const other = dark.get(name)
      const kind = kindOfValue(name, value, lookUp)
      const token: Token = { name, value, kind, origin: 'authored', declared: at }
      return [name, other ? { ...token, dark: other.value, darkDeclared: other.at } : token]
    }),
  )
}

/** The rules of all stylesheets that declare tokens, each with the scheme that it is for. */
export function* rootRules(site: View): Generator<[rule: Rule, scheme: 'light' | 'dark']> {
  for (const [rule, around] of walkRules(readSheets(site))) {
    const scheme = schemeOf(rule, around)
    if (scheme !== undefined) yield [rule, scheme]
  }
}

interface Declared {
  value: string
  at: { ruleId: string; declarationId: string; sheet: string }
}

/** Whether a rule is about the root, always or in a dark scheme; layers do not count as a condition. */
function schemeOf(rule: Rule, around: readonly Rule[]): 'light' | 'dark' | undefined {
  if (rule.kind !== 'style') return undefined
  const conditions = around.filter(({ name }) => name !== 'layer')
  const [only, more] = conditions
  if (more) return undefined
  if (only) return DARK_MEDIA.test(only.canonical) && ROOT.test(rule.canonical) ? 'dark' : undefined
  if (ROOT.test(rule.canonical)) return 'light'
  return DARK_ROOT.test(rule.canonical) ? 'dark' : undefined
}

/** Whether a declaration defines a token: a custom property on the root, in light or in dark. */
export const definesToken = (rule: Rule, around: readonly Rule[], property: string): boolean =>
  property.startsWith('--') && schemeOf(rule, around) !== undefined

/** How often each custom property is used: in declarations of all stylesheets, and in values of the design system. */
export function countTokenUses(site: View): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (text: string) => {
    if (!text.includes('--')) return
    for (const [, name = ''] of text.matchAll(/var\(\s{0,20}(--[\p{L}\p{N}_-]{1,200})/gu))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [rule] of walkRules(readSheets(site))) for (const { value } of rule.declarations) count(value)
  for (const { lightValue, darkValue, declared } of designSystem(site).colors)
    count(`${declared === undefined ? lightValue : ''} ${darkValue ?? ''}`)
  return counts
}
