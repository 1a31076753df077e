import type { View } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import type { FontAnswer, FontRequest, InstalledFont } from '../context/services.ts'
import { addMedia, type MediaEntry, mediaEntries, mediaEntry } from '../media/entries.ts'
import { createRecord, editRecord } from './records.ts'
import { designSystem, type FontFamily, type FontFile, tokenSlug } from './system.ts'
import { fontWeights } from './weights.ts'

export interface Bound {
  familyId: string
  /** Whether its files were fetched by this call. */
  installed: boolean
}

export interface Wanted {
  googleFamily?: string | undefined
  variants?: readonly string[] | undefined
  subsets?: readonly string[] | undefined
  familyId?: string | undefined
}

/** The variants that are installed if none is requested and the styles name no weight. */
const DEFAULT_VARIANTS = ['400', '700']
const DEFAULT_SUBSETS = ['latin', 'latin-ext']

/**
 * Finds or installs the family for a token. `googleFamily` wins over `familyId`.
 * @param fetched what was fetched of it, if `missingFonts` found that it has to be
 */
export function bindFamily(
  context: SiteContext,
  wanted: Wanted,
  fetched: FontAnswer | undefined,
  path: string,
): Bound | { refused: Envelope<never> } {
  if (wanted.googleFamily !== undefined) return installFamily(context, wanted.googleFamily, { wanted, fetched }, path)
  const id = wanted.familyId ?? ''
  const { families } = designSystem(context.site)
  if (families.some((family) => family.id === id)) return { familyId: id, installed: false }
  const media = mediaEntry(context.site, id)
  if (media && formatOf(media)) return { familyId: fromUpload(context, media), installed: false }
  const known = families.map((family) => `${family.id} (${family.family})`)
  const uploads = mediaEntries(context.site).filter((entry) => formatOf(entry))
  const all = [...known, ...uploads.map((entry) => `${entry.id} (${entry.name})`)].slice(0, 30)
  const hint =
    all.length > 0 ? `There are ${all.join(', ')}.` : 'There are none yet: give googleFamily, or upload a font file.'
  const message = `There is no font family "${id.slice(0, 60)}".`
  return { refused: fail('unknown_family', message, { path: `${path}/familyId`, hint }) }
}

/** The variants of a family to fetch for a token; undefined if the site has it, or if the name or a variant is none. */
export function missingFonts(site: View, wanted: Wanted): FontRequest | undefined {
  const asked = wanted.googleFamily === undefined ? undefined : readGoogleFamily(site, wanted.googleFamily, wanted)
  return asked && 'request' in asked ? asked.request : undefined
}

type GoogleFamily =
  | { known: FontFamily | undefined; subsets: string[]; request: FontRequest }
  /** It is installed as it is wanted. */
  | { known: FontFamily }
  | { problem: string; hint: string; code: string }

function readGoogleFamily(site: View, asked: string, { variants, subsets }: Wanted): GoogleFamily {
  const name = asked.trim().replace(/\s+/g, ' ')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} &'.+-]*$/u.test(name)) {
    const problem = `"${name.slice(0, 60)}" is not a valid name of a font family.`
    return { problem, hint: 'Such as "Inter".', code: 'invalid_family' }
  }
  const bad = variants?.find((variant) => !/^(?:regular|italic|[1-9]\d{0,2}0?(?:italic)?)$/.test(variant))
  if (bad !== undefined) {
    const problem = `"${bad}" is not a variant of a font.`
    return { problem, hint: 'Such as "400", "700" or "400italic".', code: 'invalid_variant' }
  }
  const known = designSystem(site).families.find(
    ({ family, source }) => source === 'google' && family.toLowerCase() === name.toLowerCase(),
  )
  const all = [...new Set([...(known?.variants ?? []), ...(variants ?? []).map(plainVariant)])]
  const allSubsets = [...new Set([...(known?.subsets ?? []), ...(subsets ?? (known ? [] : DEFAULT_SUBSETS))])]
  if (known && all.length === known.variants.length && allSubsets.length === known.subsets.length) return { known }
  const isAsked = all.length > 0
  const request = {
    family: known?.family ?? name,
    variants: isAsked ? all : usualVariants(site),
    subsets: allSubsets,
    ...(isAsked ? {} : { partial: true }),
  }
  return { known, subsets: allSubsets, request }
}

function installFamily(
  context: SiteContext,
  asked: string,
  { wanted, fetched }: { wanted: Wanted; fetched: FontAnswer | undefined },
  path: string,
): Bound | { refused: Envelope<never> } {
  const refuse = (message: string, hint: string, code = 'font_not_installed') => ({
    refused: fail(code, message, { path: `${path}/googleFamily`, hint }),
  })
  const read = readGoogleFamily(context.site, asked, wanted)
  if ('problem' in read) return refuse(read.problem, read.hint, read.code)
  if (!('request' in read)) return { familyId: read.known.id, installed: false }
  if (!fetched) return refuse('Fonts cannot be installed here.', 'Give a fallback, or upload a font file.')
  if (!fetched.ok) return refuse(fetched.problem, fetched.hint)
  const { known, subsets } = read
  const { font } = fetched
  const files = font.files.map((file) => fileRecord(font.family, file))
  for (const { hash, path: at, bytes } of files) {
    const name = at.slice(at.lastIndexOf('/') + 1)
    const media = { id: context.newId(), name, path: at, hash, type: 'font/woff2', bytes, createdAt: context.now() }
    addMedia(context.site, { ...media, folder: 'Fonts' })
  }
  // Another call may have installed other variants since these were asked for.
  const isNew = ({ variant, subset }: Pick<FontFile, 'variant' | 'subset'>) =>
    !files.some((file) => file.variant === variant && file.subset === subset)
  const fields = {
    family: font.family,
    source: 'google',
    variants: [...new Set([...font.variants, ...(known?.variants ?? [])])],
    subsets,
    files: [
      ...files,
      ...(known?.files ?? []).filter(isNew).map(({ unicodeRange, ...file }) => ({
        ...file,
        ...(unicodeRange === undefined ? {} : { unicodeRange }),
      })),
    ],
  }
  if (known) {
    editRecord(context.site, `fontFamily:${known.id}`, fields)
    return { familyId: known.id, installed: true }
  }
  const id = context.newId()
  createRecord(context.site, 'fontFamily:', id, fields)
  return { familyId: id, installed: true }
}

/** The variants of a family that suit a site: the weights that its styles use, else the usual ones. */
function usualVariants(site: View): string[] {
  const used = [...fontWeights(site).keys()].filter((weight) => weight % 100 === 0).map(String)
  return used.length > 0 ? [...new Set(['400', ...used])].sort() : DEFAULT_VARIANTS
}

/** `regular` is 400, `italic` is 400italic. */
const plainVariant = (variant: string) => (variant === 'regular' ? '400' : variant === 'italic' ? '400italic' : variant)

function fileRecord(
  family: string,
  { variant, subset, hash, format, unicodeRange, bytes }: InstalledFont['files'][number],
) {
  // A variable font is one file for several weights, so its path does not name them.
  const parts = [ascii(family), ascii(subset), hash.slice(0, 10)].filter((part) => part !== '')
  const path = `fonts/${parts.join('-').replace(/[^\w-]+/g, '-')}.woff2`
  return { variant, subset, hash, format, path, bytes, ...(unicodeRange === undefined ? {} : { unicodeRange }) }
}

const ascii = (text: string) =>
  tokenSlug(text)
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '')

const formats: Readonly<Record<string, FontFile['format']>> = {
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/ttf': 'truetype',
  'font/otf': 'opentype',
}

/** The format of a font file among the media; undefined if browsers cannot load it. */
const formatOf = ({ type }: Pick<MediaEntry, 'type'>): FontFile['format'] | undefined => formats[type]

/** The family of an uploaded font file: the existing one, otherwise a new one with all files of its name. */
function fromUpload(context: SiteContext, media: MediaEntry): string {
  const { families } = designSystem(context.site)
  const known = families.find(({ files }) => files.some(({ hash }) => hash === media.hash))
  if (known) return known.id
  const { family } = uploadedFace(media.name)
  const files = mediaEntries(context.site)
    .filter((entry) => formatOf(entry) && uploadedFace(entry.name).family === family)
    .map((entry) => ({
      variant: uploadedFace(entry.name).variant,
      subset: '',
      hash: entry.hash,
      format: formatOf(entry) ?? 'woff2',
      path: entry.path,
      bytes: entry.bytes,
    }))
    .sort((a, b) => (a.variant < b.variant ? -1 : 1))
  const own = families.find((each: FontFamily) => each.source === 'custom' && each.family === family)
  const fields = {
    family,
    source: 'custom',
    variants: [...new Set(files.map(({ variant }) => variant))],
    subsets: [],
    files,
  }
  if (own) {
    editRecord(context.site, `fontFamily:${own.id}`, fields)
    return own.id
  }
  const id = context.newId()
  createRecord(context.site, 'fontFamily:', id, fields)
  return id
}

const weights: readonly (readonly [pattern: RegExp, weight: string])[] = [
  [/(?:extra|ultra)[\s_-]*light/i, '200'],
  [/(?:semi|demi)[\s_-]*bold/i, '600'],
  [/(?:extra|ultra)[\s_-]*bold/i, '800'],
  [/thin|hairline/i, '100'],
  [/light/i, '300'],
  [/medium/i, '500'],
  [/black|heavy/i, '900'],
  [/bold/i, '700'],
  [/regular|normal|book|roman/i, '400'],
]

/** The family and variant in a font's file name: `OpenSans-BoldItalic.woff2` is Open Sans, 700italic. */
function uploadedFace(name: string): { family: string; variant: string } {
  const stem = name.replace(/\.[^.]*$/, '')
  const isItalic = /italic|oblique/i.test(stem)
  const isVariable = /variable|\[[a-z,]*wght/i.test(stem)
  const number = /(?:^|[\s_-])([1-9]00)(?=$|[\s_-]|italic)/i.exec(stem)
  const found = weights.find(([pattern]) => pattern.test(stem))
  const weight = isVariable ? '100 900' : (number?.[1] ?? found?.[1] ?? '400')
  const family = stem
    .replace(/\[[^[\]]*\]|variable(?:font)?|italic|oblique/gi, ' ')
    .replace(number?.[0] ?? '\0', ' ')
    .replace(found?.[0] ?? /\0/, ' ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return { family: family === '' ? stem : family, variant: isItalic ? `${weight}italic` : weight }
}
