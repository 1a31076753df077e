import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import type { EntryLocale } from '../entry/entry.ts'
import { isStale, mainLocale } from '../entry/settle.ts'
import { sourceChanges } from '../entry/sharedFields.ts'
import { type ContentSchema, localesOf, type Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { memberOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'

export const analyses = ['seo', 'parity', 'stale', 'quality'] as const
export type AnalysisKind = (typeof analyses)[number]

/** Something to better. It names the entry, the locale and the field, unless it is about the model as a whole. */
export interface AnalysisFinding extends Finding {
  analysis: AnalysisKind
  model: string
}

export interface Score {
  model: string
  entries: number
  /** From 0 to 100: the mean of its entries. */
  score: number
  grade: 'excellent' | 'good' | 'fair' | 'poor'
}

export interface Analysis {
  findings: AnalysisFinding[]
  /** The score of each model that has entries. */
  scores: Score[]
}

/** Characters of a title that search engines show, and that say something. */
const TITLE = { shortest: 10, longest: 60 } as const
/** The fields that a search engine may show below the title, the first that is set. */
const descriptions = ['meta_description', 'seo_description', 'description', 'excerpt', 'summary'] as const
/** The cost of one finding to an entry, of 100. */
const costs: Readonly<Record<AnalysisKind, number>> = { seo: 3, parity: 10, stale: 10, quality: 5 }
const ISSUE_COST = 20
/** A field that so many entries of a model have is missed where it is not set. */
const USUAL = 0.8
/** From so many entries on it is known what is usual. */
const ENOUGH = 5

/**
 * Analyses the settled entries of one model; archived ones are left out. Interruptible behind each entry.
 * @param kinds those whose findings are returned; the score counts all
 */
export function* analyseModel(
  model: Model,
  entries: readonly StoredEntry[],
  schema: ContentSchema,
  kinds: ReadonlySet<AnalysisKind>,
): Steps<{ findings: AnalysisFinding[]; score?: Score }> {
  const locales = localesOf(model, schema.config)
  const source = mainLocale(model, schema.config)
  const current = entries.filter(
    ({ settled }) => settled && memberOf(settled.locales, source)?.meta.status !== 'archived',
  )
  const page = isPage(model)
  const described = descriptions.filter((name) => valueFields(model).some((field) => field.name === name))
  const titles = yield* countTitles(model, current)
  const usual = yield* usualFields(model, current, source)

  const findings: AnalysisFinding[] = []
  const keep = (found: AnalysisFinding[]) => {
    for (const each of found) if (kinds.has(each.analysis)) findings.push(each)
  }
  if (page && described.length === 0 && current.length > 0) {
    const message = `${model.name} has no field for a description, which search engines show.`
    const hint = `Add a field such as "${descriptions[0]}".`
    keep([{ analysis: 'seo', severity: 'warning', code: 'no_description_field', message, model: model.id, hint }])
  }
  let points = 0
  for (const stored of current) {
    const found = [
      ...(page ? seo(stored, model, locales, described, titles) : []),
      ...parity(stored, model, locales, source),
      ...stale(stored, model, schema, locales),
      ...incomplete(stored, model, locales, usual),
    ]
    keep(found)
    const lost = found.reduce((sum, { analysis }) => sum + costs[analysis], 0)
    const errors = stored.issues.filter(({ severity }) => severity === 'error').length
    points += Math.max(0, 100 - lost - errors * ISSUE_COST)
    yield
  }
  if (current.length === 0) return { findings }
  const score = Math.round(points / current.length)
  return { findings, score: { model: model.id, entries: current.length, score, grade: gradeOf(score) } }
}

export function gradeOf(score: number): Score['grade'] {
  if (score >= 90) return 'excellent'
  if (score >= 75) return 'good'
  return score >= 50 ? 'fair' : 'poor'
}

/** Whether entries of a model are read as pages of their own. */
function isPage(model: Model): boolean {
  if (model.kind === 'document') return true
  if (model.kind !== 'collection') return false
  return model.fields.some(
    ({ name, definition: { type } }) =>
      type === 'markdown' || type === 'richtext' || type === 'slug' || descriptions.some((each) => each === name),
  )
}

/** The entries of each title, by locale and title. */
type Titles = Map<string, string[]>

function* countTitles(model: Model, entries: readonly StoredEntry[]): Steps<Titles> {
  const titles: Titles = new Map()
  for (const { id, settled } of entries) {
    for (const [locale, each] of Object.entries(settled?.locales ?? {})) {
      const title = titleIn(model, each)
      if (title === '' || each.standIn) continue
      const key = `${locale} ${title.toLowerCase()}`
      titles.set(key, [...(titles.get(key) ?? []).slice(0, 3), id])
    }
    yield
  }
  return titles
}

function seo(
  { id, settled }: StoredEntry,
  model: Model,
  locales: readonly string[],
  described: readonly string[],
  titles: Titles,
): AnalysisFinding[] {
  return locales.flatMap((locale) => {
    const own = memberOf(settled?.locales ?? {}, locale)
    if (!own || own.standIn) return []
    const where = { analysis: 'seo', severity: 'warning', model: model.id, entry: id, locale } as const
    const found: AnalysisFinding[] = []
    const title = titleIn(model, own)
    const field = model.title_field ?? 'title'
    if (title === '') found.push({ ...where, field, code: 'no_title', message: 'It has no title.' })
    else if (title.length < TITLE.shortest || title.length > TITLE.longest) {
      const message = `The title has ${title.length} characters; ${TITLE.shortest} to ${TITLE.longest} are shown whole and say something.`
      found.push({ ...where, field, code: 'title_length', message })
    }
    const same = titles.get(`${locale} ${title.toLowerCase()}`)?.filter((other) => other !== id) ?? []
    if (same.length > 0) {
      found.push({ ...where, field, code: 'same_title', message: `It has the title of ${same.join(', ')}.` })
    }
    const [first] = described
    if (first !== undefined && described.every((name) => trimmedText(memberOf(own.values, name)) === '')) {
      found.push({
        ...where,
        field: first,
        code: 'no_description',
        message: 'Search engines have no description to show.',
      })
    }
    return found
  })
}

/** By ids and keys, never by counts: as many entries elsewhere say nothing of this one. */
function parity(
  { id, settled }: StoredEntry,
  model: Model,
  locales: readonly string[],
  source: string,
): AnalysisFinding[] {
  if (!model.i18n) return []
  const own = (locale: string): EntryLocale | undefined => {
    const found = memberOf(settled?.locales ?? {}, locale)
    return found?.standIn ? undefined : found
  }
  const original = own(source)
  return locales.flatMap((locale): AnalysisFinding[] => {
    const where = { analysis: 'parity', severity: 'warning', model: model.id, entry: id, locale } as const
    const translation = own(locale)
    if (!translation) {
      const field = model.kind === 'dictionary' ? undefined : model.title_field
      const message = `It is not translated to “${locale}”.`
      return [{ ...where, ...(field === undefined ? {} : { field }), code: 'not_translated', message }]
    }
    if (!original || locale === source) return []
    const names = new Set([
      ...Object.keys(original.values),
      ...(model.kind === 'dictionary' ? Object.keys(translation.values) : []),
    ])
    return [...names].flatMap((field): AnalysisFinding[] => {
      const [there, here] = [original, translation].map(({ values }) => isEmpty(memberOf(values, field)))
      if (here && !there) {
        return [
          {
            ...where,
            field,
            code: 'not_translated',
            message: `“${field}” is set in “${source}”, and not in “${locale}”.`,
          },
        ]
      }
      if (there && !here) {
        return [
          {
            ...where,
            field,
            code: 'not_in_source',
            message: `“${field}” is set in “${locale}”, and not in “${source}”.`,
          },
        ]
      }
      return []
    })
  })
}

/** A translation is stale when its source has changed since it was made, however long ago that is. */
function stale(
  { id, settled }: StoredEntry,
  model: Model,
  schema: ContentSchema,
  locales: readonly string[],
): AnalysisFinding[] {
  if (!settled) return []
  const source = mainLocale(model, schema.config)
  const values = memberOf(settled.locales, source)?.values ?? {}
  return locales.flatMap((locale): AnalysisFinding[] => {
    if (locale === source || !isStale(settled, model, schema.config, locale)) return []
    const where = {
      analysis: 'stale',
      severity: 'warning',
      code: 'source_changed',
      model: model.id,
      entry: id,
      locale,
    } as const
    const digest = memberOf(settled.locales, locale)?.translated ?? ''
    const changed = sourceChanges(values, digest, model)
    if (!changed || changed.length === 0) {
      return [{ ...where, message: `The text in “${source}” has changed since it was translated to “${locale}”.` }]
    }
    return changed.map((field) => ({
      ...where,
      field,
      message: `“${field}” has changed in “${source}” since it was translated to “${locale}”.`,
    }))
  })
}

/** The fields that most entries of a model have. */
function* usualFields(model: Model, entries: readonly StoredEntry[], source: string): Steps<string[]> {
  if (model.kind === 'dictionary' || entries.length < ENOUGH) return []
  const counts = new Map<string, number>()
  for (const { settled } of entries) {
    for (const [name, value] of Object.entries(memberOf(settled?.locales ?? {}, source)?.values ?? {})) {
      if (!isEmpty(value)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    yield
  }
  return [...counts].filter(([, count]) => count >= entries.length * USUAL).map(([name]) => name)
}

function incomplete(
  { id, settled, issues }: StoredEntry,
  model: Model,
  locales: readonly string[],
  usual: readonly string[],
): AnalysisFinding[] {
  const where = { analysis: 'quality', severity: 'warning', model: model.id, entry: id } as const
  const missed = locales.flatMap((locale) => {
    const own = memberOf(settled?.locales ?? {}, locale)
    if (!own || own.standIn) return []
    return usual
      .filter((field) => isEmpty(memberOf(own.values, field)))
      .map((field) => ({
        ...where,
        locale,
        field,
        code: 'empty_field',
        message: `“${field}” is empty, which most of ${model.name} have.`,
      }))
  })
  return [...missed, ...issues.map((issue) => ({ ...issue, ...where, severity: issue.severity }))]
}

function titleIn({ title_field }: Model, { values }: EntryLocale): string {
  return title_field === undefined ? '' : trimmedText(memberOf(values, title_field))
}

const trimmedText = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
