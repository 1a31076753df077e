import type { View } from '@atelier/documents'
import { everyRule } from '../css/rules.ts'
import { escapeName } from '../css/tokenize.ts'
import { rootFontSize } from './rootSize.ts'
import { type DesignSystem, designSystem, type FontFamily, type FontFile, isEmptySystem } from './system.ts'
import { addVariables, codeWords, type Uses } from './uses.ts'
import { type Framework, frameworkOf, quoted, type Variable } from './variables.ts'

export interface FrameworkOptions {
  /** The URL of a font file; defaults to its published path from the root. */
  fontUrl?(file: FontFile): string
}

/**
 * The CSS of a site's design system: its custom properties, its fonts, and utility classes. It precedes the
 * site's own CSS, which wins over it. Empty if the site has no tokens. With `uses`, only the utilities and custom
 * properties that those documents (or a code asset) name are printed; without, all of them. The same call on the same
 * content returns the same text.
 */
export function frameworkCss(site: View, uses?: Uses, options: FrameworkOptions = {}): string {
  const system = designSystem(site)
  if (isEmptySystem(system)) return ''
  const framework = siteFramework(site)
  const used = usedNames(site, uses)
  const named = namedVariables(site, uses, framework, used)
  const parts = [
    ...fontFaces(site, system, options.fontUrl ?? (({ path }) => `/${path}`), uses && named),
    ...variableRules(
      framework.variables.filter(({ name }) => named(name)),
      used,
    ),
  ]
  for (const [name, { declarations }] of framework.utilities) {
    if (used(name)) parts.push(`.${escapeName(name)} { ${declarations} }`)
  }
  return parts.join('\n')
}

/** The computed design system of a site. */
export function siteFramework(site: View): Framework {
  const system = designSystem(site)
  const asksRoot = [system.scales.type, system.scales.space].some((scale) => scale?.isRem && !scale.rootFontSize)
  return frameworkOf(system, asksRoot ? rootFontSize(site) : 16)
}

function usedNames(site: View, uses: Uses | undefined): (name: string) => boolean {
  if (!uses) return () => true
  const words = codeWords(site)
  return (name) => uses.classes.has(name) || words.has(name)
}

/**
 * The custom properties that anything uses: the documents, scripts and styles, the printed utilities, and
 * other used custom properties. A script that concatenates a name (`--space-${step}`) may use all that share its
 * prefix.
 */
function namedVariables(
  site: View,
  uses: Uses | undefined,
  { variables, utilities }: Framework,
  used: (name: string) => boolean,
): (name: string) => boolean {
  if (!uses?.variables) return () => true
  const asked = new Set(uses.variables)
  for (const word of codeWords(site)) if (word.startsWith('--')) asked.add(word)
  for (const [name, { declarations }] of utilities) if (used(name)) addVariables(declarations, asked)
  const beginnings = [...asked].filter((name) => name.endsWith('-'))
  const found = new Set<string>()
  const left = variables.filter(({ name }) => asked.has(name) || beginnings.some((start) => name.startsWith(start)))
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  for (let variable = left.pop(); variable; variable = left.pop()) {
    if (found.has(variable.name)) continue
    found.add(variable.name)
    const inner = new Set<string>()
    addVariables(`${variable.value} ${variable.dark ?? ''}`, inner)
    for (const name of inner) {
      const next = byName.get(name)
      if (next) left.push(next)
    }
  }
  return (name) => found.has(name)
}

const block = (selector: string, entries: readonly (readonly [name: string, value: string])[], indent = '') =>
  `${indent}${selector} {\n${entries.map(([name, value]) => `${indent}  ${name}: ${value};\n`).join('')}${indent}}`

const inDark = (...[selector, entries]: Parameters<typeof block>) =>
  `@media (prefers-color-scheme: dark) {\n${block(selector, entries, '  ')}\n}`

/** The signs of pages, scripts and class names that choose a scheme for an element. */
const themeSigns = ['data-theme', 'dataset', 'theme-', 'theme-light', 'theme-dark', 'theme-alt', 'theme-inverted']

/**
 * `:root` has the light values; the visitor's scheme selects the dark ones, and a class or `data-theme` on any element
 * overrides it for everything inside, if anything on the site uses one. All of these have the same specificity, so that
 * their order decides.
 */
function variableRules(variables: readonly Variable[], used: (name: string) => boolean): string[] {
  if (variables.length === 0) return []
  const own = variables.flatMap(({ name, value, declared }) => (declared ? [] : [[name, value] as const]))
  const rules = own.length > 0 ? [block(':root', own)] : []
  const both = variables.flatMap(({ name, value, dark }) => (dark === undefined ? [] : [{ name, value, dark }]))
  if (both.length === 0) return rules
  const light = both.map(({ name, value }) => [name, value] as const)
  const dark = both.map((each) => [each.name, each.dark] as const)
  rules.push(inDark(':root', dark))
  if (!themeSigns.some(used)) return rules
  rules.push(block('.theme-light, [data-theme="light"]', light))
  const alternatives = used('theme-alt') ? ', .theme-alt' : ''
  rules.push(block(`.theme-dark, [data-theme="dark"]${alternatives}`, dark))
  if (used('theme-inverted')) {
    const inside = (theme: string) => `:where(.theme-${theme}, [data-theme="${theme}"]) .theme-inverted`
    rules.push(
      block('.theme-inverted', dark),
      inDark('.theme-inverted', light),
      block(inside('light'), dark),
      block(inside('dark'), light),
    )
  }
  return rules
}

function fontFaces(
  site: View,
  { fonts, families }: DesignSystem,
  url: (file: FontFile) => string,
  named: ((variable: string) => boolean) | undefined,
): string[] {
  const bound = new Set(fonts.flatMap(({ familyId, variable }) => (named?.(`--${variable}`) ? familyId : [])))
  return families.flatMap((family) =>
    !named || bound.has(family.id) || isNamed(site, family)
      ? family.files.map((file) => fontFace(family, file, url))
      : [],
  )
}

/** Whether the site's own CSS names a family that no token is bound to. */
function isNamed(site: View, { family }: FontFamily): boolean {
  for (const { declarations } of everyRule(site)) {
    if (declarations.some(({ name, value }) => name.startsWith('font') && value.includes(family))) return true
  }
  return false
}

function fontFace({ family }: FontFamily, file: FontFile, url: (file: FontFile) => string): string {
  const { style, weight } = readVariant(file.variant)
  const range = file.unicodeRange === undefined ? '' : ` unicode-range: ${file.unicodeRange};`
  return `@font-face { font-family: ${quoted(family)}; font-style: ${style}; font-weight: ${weight}; font-display: swap; src: url(${quoted(url(file))}) format("${file.format}");${range} }`
}

/** `regular`, `italic`, `700`, `700italic` or `100 900` in CSS notation. */
function readVariant(variant: string): { style: 'normal' | 'italic'; weight: string } {
  const style = variant.endsWith('italic') ? 'italic' : 'normal'
  const weight = variant.replace(/italic$/, '').trim()
  return { style, weight: /^\d+(?: \d+)?$/.test(weight) ? weight : '400' }
}

/** The files that a site's fonts need when it is published, each path once. */
export function fontFiles(site: View): { path: string; hash: string; contentType: string }[] {
  const files = new Map<string, { path: string; hash: string; contentType: string }>()
  for (const { files: all } of designSystem(site).families) {
    for (const { path, hash, format } of all) {
      files.set(path, {
        path,
        hash,
        contentType: `font/${format === 'truetype' ? 'ttf' : format === 'opentype' ? 'otf' : format}`,
      })
    }
  }
  return [...files.values()]
}
