import type { Draft, View } from '@atelier/documents'
import { parseCss } from '../css/parse.ts'
import { readBirth, ruleKey } from '../css/records.ts'
import { readDeclaration, readRules } from '../css/rules.ts'
import type { BlockItem, Item } from '../css/syntax.ts'
import { tokenize } from '../css/tokenize.ts'
import { sheetEntry } from '../sheet/records.ts'
import { readColor } from '../tokens/color.ts'
import { siteFramework } from '../tokens/framework.ts'
import { createRecord, deleteRecord } from '../tokens/records.ts'
import { designSystem, tokenNames, tokenSlug } from '../tokens/system.ts'
import { isFontStack } from '../validate/tokens.ts'
import type { PreparedImport } from './prepare.ts'

/** A custom property that an import declares on its root. A colour or a font stack becomes a design token. */
export interface ImportedProperty {
  /** With its dashes. */
  name: string
  kind: 'color' | 'font' | 'other'
  value: string
  /** The stylesheet or page that declares it. */
  path: string
}

/** Selectors of rules that apply to the whole page. */
const ROOT = /(?:^|,)\s*(?::root|html)\s*(?:,|$)/

/**
 * The custom properties that an import declares on its root, outside any condition; of several declarations of one name the
 * last counts. Declarations in pages are left out if more than one page has them, since they may differ.
 */
export function importedProperties({ sheets, pages }: Pick<PreparedImport, 'sheets' | 'pages'>): ImportedProperty[] {
  const found = new Map<string, ImportedProperty>()
  for (const { path, css, always } of sheets) {
    if (always) for (const each of readProperties(css)) found.set(each.name, { ...each, path })
  }
  const byPage = new Map<string, ImportedProperty & { pages: Set<string> }>()
  for (const { path, styles } of pages) {
    for (const each of styles.flatMap(readProperties)) {
      const known = byPage.get(each.name)
      byPage.set(each.name, { ...each, path, pages: (known?.pages ?? new Set<string>()).add(path) })
    }
  }
  for (const { pages: on, ...each } of byPage.values()) if (on.size === 1) found.set(each.name, each)
  return resolved([...found.values()])
}

function readProperties(css: string): Omit<ImportedProperty, 'path'>[] {
  if (!css.includes('--')) return []
  return [...rootBlocks(parseCss(css).items)].flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'declaration' ? (propertyOf(item.text) ?? []) : [])),
  )
}

function* rootBlocks(items: readonly Item[]): Generator<BlockItem> {
  for (const item of items) {
    if (item.kind === 'style' && ROOT.test(item.prelude)) yield item
    if (item.kind === 'at' && item.name === 'layer') yield* rootBlocks(item.items)
  }
}

function propertyOf(text: string): Omit<ImportedProperty, 'path'> | undefined {
  const { name, value, important } = readDeclaration(text)
  if (!name.startsWith('--')) return undefined
  return { name, value, kind: important ? 'other' : propertyKind(name.slice(2), value) }
}

/** A `var()` counts as a colour until `resolved` follows it. */
function propertyKind(bare: string, value: string): ImportedProperty['kind'] {
  if (tokenSlug(bare) !== bare || value.length > 400) return 'other'
  const { kind } = readColor(value)
  if (kind === 'known' || (kind === 'expression' && /^(?!env)[a-z-]+\(/i.test(value))) return 'color'
  return isFamilies(value) && isFontStack(value) ? 'font' : 'other'
}

/** Recognizes a `var()` of a value that is not a colour. */
function resolved(all: readonly ImportedProperty[]): ImportedProperty[] {
  const byName = new Map(all.map((each) => [each.name, each]))
  const isColor = (value: string, depth = 0): boolean => {
    const [, name = '', rest = ''] = /^var\(\s*(--[^\s,)]+)\s*(?:,([\s\S]*))?\)$/i.exec(value) ?? []
    if (name === '') return true
    const next = byName.get(name)
    if (next) return depth < 20 && next.kind === 'color' && isColor(next.value, depth + 1)
    return readColor(rest).kind === 'known'
  }
  return all.map((each) => (each.kind === 'color' && !isColor(each.value) ? { ...each, kind: 'other' } : each))
}

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|math|emoji|fangsong)$/i

/** Names of families with commas between them, of which at least one is generic. */
function isFamilies(value: string): boolean {
  let generic = false
  for (const { type, start, end } of tokenize(value)) {
    if (type !== 'ident' && type !== 'string' && type !== 'comma' && type !== 'whitespace') return false
    if (type === 'ident' && GENERIC.test(value.slice(start, end))) generic = true
  }
  return generic
}

/** Every custom property name used by the design tokens of a site. */
export function tokensOf(site: View): ReadonlySet<string> {
  const names = new Set(siteFramework(site).variables.map(({ name }) => name))
  for (const name of tokenNames(designSystem(site)).keys()) names.add(`--${name}`)
  return names
}

/** The path of the stylesheet that declares a token of the site; undefined for a token that stores its own value. */
export function declaringPath(site: View, name: string): string | undefined {
  const rule = tokenNamed(site, name)?.declared
  const sheet = rule === undefined ? undefined : readBirth(site.get(ruleKey(rule)))?.sheet
  return sheet === undefined ? undefined : sheetEntry(site, sheet)?.path
}

function tokenNamed(site: View, name: string): { key: string; declared: string | undefined } | undefined {
  const { colors, fonts } = designSystem(site)
  const color = colors.find(({ slug }) => `--${slug}` === name)
  if (color) return { key: `color:${color.id}`, declared: color.declared }
  const font = fonts.find(({ variable }) => `--${variable}` === name)
  return font && { key: `fontToken:${font.id}`, declared: font.declared }
}

/** The rule of a stylesheet that declares a custom property on the root last. */
function declaringRule(site: View, sheets: readonly string[], name: string): string | undefined {
  let found: string | undefined
  const look = (rules: ReturnType<typeof readRules>) => {
    for (const rule of rules) {
      if (rule.kind === 'style' && ROOT.test(rule.prelude) && rule.declarations.some((each) => each.name === name)) {
        found = rule.id
      }
      if (rule.name === 'layer') look(rule.rules)
    }
  }
  for (const sheet of sheets) look(readRules(site, sheet))
  return found
}

/**
 * Makes tokens of custom properties that stylesheets of the site declare. Their declarations stay in place and keep
 * deciding the value, so nothing looks different.
 * @param sheets ids of the stylesheets that may declare them, weakest first
 * @returns the created tokens
 */
export function writeTokens(
  site: Draft,
  tokens: readonly ImportedProperty[],
  sheets: readonly string[],
  newId: () => string,
): ImportedProperty[] {
  return tokens.filter(({ name, kind, value }) => {
    const rule = declaringRule(site, sheets, name)
    if (rule === undefined) return false
    const bare = name.slice(2)
    if (kind === 'other') return false
    if (kind === 'color') {
      const none = { shades: 0, tints: 0, transparencies: false }
      createRecord(site, 'color:', newId(), { slug: bare, lightValue: value, ...none, rule })
    } else
      createRecord(site, 'fontToken:', newId(), { name: variableTitle(bare), variable: bare, fallback: value, rule })
    return true
  })
}

/** `bs-font-sans-serif` as `Bs font sans serif`. */
const variableTitle = (variable: string) => {
  const words = variable.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Removes a token of the site; returns false for a part of a scale or a variant, which define more names. */
export function removeToken(site: Draft, name: string): boolean {
  const key = tokenNamed(site, name)?.key
  if (key === undefined) return false
  deleteRecord(site, key)
  return true
}
