import { createDerived, type Derivation, type Fields, type Json, type View } from '@atelier/documents'
import { ruleKey, rulePrefix } from '../css/records.ts'
import { type Declaration, storedRule } from '../css/rules.ts'
import { isRecord } from '../document/node.ts'
import { asNumber, asText, asTexts, isTokenKey, readRecord, readRecords } from './records.ts'
import { defaultScales, type Scale, type ScaleEnd, type ScaleKind, stepName } from './scale.ts'
import { defaultVariants, MAX_STEPS, type VariantSettings } from './variants.ts'

export interface ColorToken extends VariantSettings {
  id: string
  slug: string
  lightValue: string
  category: string | undefined
  darkValue: string | undefined
  darkModeEnabled: boolean
  /** The rule of a stylesheet that declares the light value itself. */
  declared?: string
}

export interface FontToken {
  id: string
  name: string
  /** The name without the leading dashes: `font-heading`. */
  variable: string
  familyId: string | undefined
  fallback: string | undefined
  /** The rule of a stylesheet that declares the value itself; `fallback` is then the whole value. */
  declared?: string
}

/** One file of a font family. Bytes are kept by their hash among the project's media. */
export interface FontFile {
  /** `400`, `700italic`, or `100 900` for a variable font. */
  variant: string
  subset: string
  hash: string
  format: 'woff2' | 'woff' | 'truetype' | 'opentype'
  /** The published path, relative to the site's root. */
  path: string
  unicodeRange: string | undefined
  bytes: number
}

export interface FontFamily {
  id: string
  family: string
  source: 'google' | 'custom'
  variants: string[]
  subsets: string[]
  files: FontFile[]
}

/** Every design token of a site, with unique names. */
export interface DesignSystem {
  colors: readonly ColorToken[]
  fonts: readonly FontToken[]
  families: readonly FontFamily[]
  scales: Readonly<Partial<Record<ScaleKind, Scale>>>
}

const EMPTY: DesignSystem = { colors: [], fonts: [], families: [], scales: {} }

interface Reading {
  system: DesignSystem
  /** The keys of the rules that declare the values of tokens. */
  rules: ReadonlySet<string>
}

const reader: Derivation<Reading> = {
  read: readSystem,
  over: (reading) => ({ ...reading }),
  update(reading, view, keys) {
    for (const key of keys) {
      if (!isTokenKey(key) && !(key.startsWith(rulePrefix) && reading.rules.has(key.split('/', 1)[0] ?? ''))) continue
      Object.assign(reading, readSystem(view))
      return
    }
  },
}

const systemOf = createDerived(reader)

/** The design system of a site. The same object until a token changes. */
export function designSystem(site: View): DesignSystem {
  return systemOf(site).current().system
}

export const isEmptySystem = ({ colors, fonts, families, scales }: DesignSystem): boolean =>
  colors.length + fonts.length + families.length === 0 && !scales.type && !scales.space

function readSystem(view: View): Reading {
  const rules = new Set<string>()
  const declaredBy = (fields: Fields, name: string) => {
    const { rule } = fields
    if (typeof rule !== 'string') return undefined
    rules.add(ruleKey(rule))
    const value = declarationOf(view, rule, name)?.value
    return value === undefined ? undefined : { rule, value }
  }
  const taken = new Set<string>()
  const colors = readRecords(view, 'color:').flatMap(({ id, fields }) =>
    readColorToken(id, fields, (slug) => declaredBy(fields, slug)),
  )
  // Two users can use the same name concurrently: the later token then gets a number after its name.
  for (const color of colors) color.slug = claim(taken, color.slug)
  const fonts = readRecords(view, 'fontToken:').flatMap(({ id, fields }) =>
    readFontToken(id, fields, (variable) => declaredBy(fields, variable)),
  )
  for (const font of fonts) font.variable = claim(taken, font.variable)
  const families = readRecords(view, 'fontFamily:').flatMap(({ id, fields }) => readFamily(id, fields))
  const scales: Partial<Record<ScaleKind, Scale>> = {}
  for (const kind of ['type', 'space'] as const) {
    const fields = readRecord(view, `scale:${kind}`)
    if (fields) scales[kind] = readScale(kind, fields)
  }
  const isNone = colors.length + fonts.length + families.length === 0 && !scales.type && !scales.space
  return { system: isNone ? EMPTY : { colors, fonts, families, scales }, rules }
}

/** The last value that a rule declares for a custom property; undefined if it declares none. */
export function declarationOf(view: View, ruleId: string, name: string): Declaration | undefined {
  return storedRule(view, ruleId)?.declarations.findLast((each) => each.name === `--${name}`)
}

type Declared = (name: string) => { rule: string; value: string } | undefined

function claim(taken: Set<string>, name: string): string {
  const free = freeOf(name, taken)
  taken.add(free)
  return free
}

/** `name`, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeOf(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}

/** The custom properties of the design system, except those of colour variants, each with the kind of its token. */
export function tokenNames({ colors, fonts, scales }: DesignSystem): Map<string, 'color' | 'font' | ScaleKind> {
  const names = new Map<string, 'color' | 'font' | ScaleKind>()
  for (const { slug } of colors) names.set(slug, 'color')
  for (const { variable } of fonts) names.set(variable, 'font')
  for (const scale of [scales.type, scales.space]) {
    if (!scale) continue
    for (const step of scale.steps) {
      const name = stepName(scale.namingConvention, step)
      if (!names.has(name)) names.set(name, scale.kind)
    }
  }
  return names
}

/** Converts words to a token name of lower-case letters, digits and hyphens; empty if the text has none of these. */
export function tokenSlug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}

function readColorToken(id: string, fields: Fields, declared: Declared): ColorToken[] {
  const { slug, lightValue } = fields
  if (typeof slug !== 'string' || typeof lightValue !== 'string') return []
  const darkValue = asText(fields.darkValue)
  const said = declared(slug)
  const count = (value: Json | undefined, fallback: number) =>
    Math.min(MAX_STEPS, Math.max(0, Math.floor(asNumber(value) ?? fallback)))
  return [
    {
      id,
      slug,
      lightValue: said?.value ?? lightValue,
      category: asText(fields.category),
      darkValue,
      darkModeEnabled: darkValue !== undefined && fields.darkModeEnabled !== false,
      shades: count(fields.shades, defaultVariants.shades),
      tints: count(fields.tints, defaultVariants.tints),
      transparencies: fields.transparencies !== false,
      ...(said ? { declared: said.rule } : {}),
    },
  ]
}

function readFontToken(id: string, fields: Fields, declared: Declared): FontToken[] {
  const { name, variable } = fields
  if (typeof name !== 'string' || typeof variable !== 'string') return []
  const said = declared(variable)
  const familyId = asText(fields.familyId)
  if (said) return [{ id, name, variable, familyId, fallback: said.value, declared: said.rule }]
  return [{ id, name, variable, familyId, fallback: asText(fields.fallback) }]
}

const formats = ['woff2', 'woff', 'truetype', 'opentype'] as const

function readFamily(id: string, fields: Fields): FontFamily[] {
  const { family, source, files } = fields
  if (typeof family !== 'string' || !Array.isArray(files)) return []
  return [
    {
      id,
      family,
      source: source === 'google' ? 'google' : 'custom',
      variants: asTexts(fields.variants),
      subsets: asTexts(fields.subsets),
      files: files.flatMap(readFile),
    },
  ]
}

function readFile(value: Json): FontFile[] {
  if (!isRecord(value)) return []
  const { variant, subset, hash, path } = value
  const format = formats.find((each) => each === value.format)
  if (typeof variant !== 'string' || typeof hash !== 'string' || typeof path !== 'string' || !format) return []
  return [
    {
      variant,
      subset: typeof subset === 'string' ? subset : '',
      hash,
      format,
      path,
      unicodeRange: asText(value.unicodeRange),
      bytes: asNumber(value.bytes) ?? 0,
    },
  ]
}

/** Accepts the size at one end of a scale as `fontSize` or `size`, the names in the operations. */
function readEnd(value: Json | undefined, fallback: ScaleEnd): ScaleEnd {
  if (!isRecord(value)) return fallback
  return {
    size: asNumber(value.fontSize) ?? asNumber(value.size) ?? fallback.size,
    scaleRatio: asNumber(value.scaleRatio) ?? fallback.scaleRatio,
  }
}

export function readScale(kind: ScaleKind, fields: Fields): Scale {
  const base = defaultScales[kind]
  const steps = asTexts(fields.steps)
  return {
    kind,
    namingConvention: asText(fields.namingConvention) ?? base.namingConvention,
    steps: steps.length > 0 ? steps : base.steps,
    baseScaleIndex: asNumber(fields.baseScaleIndex) ?? base.baseScaleIndex,
    min: readEnd(fields.min, base.min),
    max: readEnd(fields.max, base.max),
    manual: readManual(fields.manual),
    minScreenWidth: asNumber(fields.minScreenWidth) ?? base.minScreenWidth,
    maxScreenWidth: asNumber(fields.maxScreenWidth) ?? base.maxScreenWidth,
    isRem: fields.isRem !== false,
    rootFontSize: asNumber(fields.rootFontSize),
  }
}

function readManual(value: Json | undefined): Scale['manual'] {
  if (!isRecord(value)) return undefined
  const manual: Record<string, { min: number; max: number }> = {}
  for (const [step, each] of Object.entries(value)) {
    if (!isRecord(each) || typeof each.min !== 'number' || typeof each.max !== 'number') continue
    manual[step] = { min: each.min, max: each.max }
  }
  return manual
}
