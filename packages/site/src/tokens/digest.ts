import type { View } from '@atelier/documents'
import { excerpt } from '@atelier/operation'
import { everyRule } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { designSystem, isEmptySystem } from './system.ts'

const MAX_LISTED = { colors: 30, steps: 16, fonts: 20, authored: 60 }

/** A custom property that the site's own CSS declares on the root. */
export interface AuthoredToken {
  name: string
  value: string
}

/** The custom properties that the site's CSS declares on `:root` outside any at-rule; the last one of a name wins. */
export function authoredTokens(site: View): AuthoredToken[] {
  const found = new Map<string, string>()
  for (const { kind, canonical, declarations } of readSheets(site)) {
    if (kind !== 'style' || !/(?:^|,)(?::root|html)(?:,|$)/.test(canonical)) continue
    for (const { name, value } of declarations) if (name.startsWith('--')) found.set(name, value)
  }
  return [...found].map(([name, value]) => ({ name, value }))
}

/** The names of all custom properties that the site's CSS declares anywhere, sorted. */
export function customPropertyNames(site: View): string[] {
  const names = new Set<string>()
  for (const { declarations } of everyRule(site)) {
    for (const { name } of declarations) if (name.startsWith('--')) names.add(name)
  }
  return [...names].sort()
}

/**
 * One line for the prompt: the colours, the steps of the scales, the fonts, and custom properties of the site's own CSS.
 * Values are truncated, without angle brackets and line breaks.
 */
export function tokenDigest(site: View): string {
  const system = designSystem(site)
  const tokens = new Set([...system.colors.map(({ slug }) => slug), ...system.fonts.map(({ variable }) => variable)])
  const authored = authoredTokens(site).filter(({ name }) => !tokens.has(name.slice(2)))
  if (isEmptySystem(system) && authored.length === 0) {
    return 'Tokens: (none — no design system yet; establish one first with set_color_tokens, set_font_tokens, set_type_scale and set_spacing_scale)'
  }
  const parts: string[] = []
  if (system.colors.length > 0) {
    const colors = system.colors.map(({ slug, lightValue }) => `${slug}=${clean(lightValue)}`)
    parts.push(`colors: ${joinItems(colors, MAX_LISTED.colors)}`)
  }
  for (const [kind, label] of [
    ['type', 'type'],
    ['space', 'spacing'],
  ] as const) {
    const scale = system.scales[kind]
    if (!scale) continue
    const pattern = scale.namingConvention.includes('{step}')
      ? scale.namingConvention.replaceAll('{step}', '*')
      : `${scale.namingConvention}-*`
    parts.push(`${label} --${clean(pattern)}: ${joinItems(scale.steps.map(clean), MAX_LISTED.steps)}`)
  }
  if (system.fonts.length > 0) {
    const fonts = system.fonts.map(({ variable, familyId, fallback }) => {
      const family = system.families.find(({ id }) => id === familyId)?.family
      return `--${variable}→${clean(family ?? fallback ?? 'sans-serif')}`
    })
    parts.push(`fonts: ${joinItems(fonts, MAX_LISTED.fonts)}`)
  }
  if (authored.length > 0) {
    const own = authored.map(({ name, value }) => `${clean(name)}: ${clean(value)}`)
    parts.push(`own on :root: ${joinItems(own, MAX_LISTED.authored, '; ')}`)
  }
  return `Tokens — ${parts.join('; ')}`
}

function joinItems(items: readonly string[], most: number, between = ', '): string {
  const more = items.length > most ? `${between}and ${items.length - most} more` : ''
  return `[${items.slice(0, most).join(between)}${more}]`
}

function clean(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›')
  return excerpt(line, 60)
}
