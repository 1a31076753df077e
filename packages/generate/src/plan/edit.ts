import type { Draft, Json } from '@atelier/documents'
import { normalizeFileName, refuseFileName } from '@atelier/site'
import { generateNKeysBetween } from 'fractional-indexing'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { fitted } from '../blueprint/fit.ts'
import { emptyPage } from '../blueprint/read.ts'
import { MOST_PAGES, MOST_SECTIONS, PagePlan, SectionPlan } from '../blueprint/schema.ts'
import {
  blueprintOf,
  type Group,
  groupSchemas,
  type PlannedPage,
  type PlannedSection,
  pageKey,
  readPlan,
  sectionKey,
  writtenPages,
} from './plan.ts'
import { furtherLanguages, plannedTranslations, translatedFile } from './translations.ts'

/** Why an edit was refused, as a sentence; nothing was written then. */
export type PlanOutcome = { ok: true; key: string } | { ok: false; error: string }

const refusedPlanEdit = (error: string): PlanOutcome => ({ ok: false, error })
const done = (key: string): PlanOutcome => ({ ok: true, key })

/** The fault of a field's value; undefined if nothing is. */
export function refuseField(schema: TSchema, field: string, value: Json): string | undefined {
  const shape: { properties?: Record<string, TSchema> } = schema
  const inner = Object.hasOwn(shape.properties ?? {}, field) ? shape.properties?.[field] : undefined
  if (!inner)
    return `There is no field “${field.slice(0, 60)}”; there are ${Object.keys(shape.properties ?? {}).join(', ')}.`
  if (Value.Check(inner, value)) return undefined
  const { enum: names, pattern }: { enum?: readonly string[]; pattern?: string } = inner
  if (names) return `“${field}” is one of ${names.join(', ')}.`
  return pattern === undefined
    ? `“${field}” cannot be ${JSON.stringify(value).slice(0, 60)}.`
    : `“${field}” is a colour such as #1d4ed8.`
}

/** Sets a field of the site, the design, the content or the shared parts. */
export function setPlanField(draft: Draft, group: Group, field: string, value: Json): PlanOutcome {
  const wrong = refuseField(groupSchemas[group], field, value)
  if (wrong !== undefined) return refusedPlanEdit(wrong)
  draft.set(`${group}/${field}`, value)
  return done(`${group}/${field}`)
}

/** Sets a field of a page. A new file name also counts in the menu. */
export function setPageField(draft: Draft, key: string, field: string, value: Json): PlanOutcome {
  const { pages, shared } = readPlan(draft)
  const page = pages.find((each) => each.key === key)
  if (!page) return refusedPlanEdit('This page is no longer planned.')
  const wrong = field === 'sections' ? 'Sections are planned one by one.' : refuseField(PagePlan, field, value)
  if (wrong !== undefined) return refusedPlanEdit(wrong)
  if (field !== 'filename' || typeof value !== 'string') {
    draft.set(`${pageKey(key)}/${field}`, value)
    return done(key)
  }
  const filename = normalizeFileName(value)
  const why = refuseFileName(filename) ?? (filename.endsWith('.html') ? undefined : 'The file of a page ends in .html.')
  if (why !== undefined) return refusedPlanEdit(why)
  if (pages.some((each) => each.key !== key && each.filename === filename))
    return refusedPlanEdit(`Another page is planned as ${filename}.`)
  draft.set(`${pageKey(key)}/filename`, filename)
  for (const { key: other, translation } of pages) {
    if (translation?.of !== page.filename) continue
    draft.set(`${pageKey(other)}/translation`, { ...translation, of: filename })
    draft.set(`${pageKey(other)}/filename`, translatedFile(filename, translation.locale))
  }
  const links = shared.navLinks.map((link) => (link.href === page.filename ? { ...link, href: filename } : link))
  if (links.some((link, i) => link !== shared.navLinks[i])) draft.set('shared/navLinks', links)
  return done(key)
}

/** Plans another page, in front of the page at `index`; behind all by default. It is linked in the menu. */
export function addPlannedPage(draft: Draft, newId: () => string, title: string, index?: number): PlanOutcome {
  const { pages, shared } = readPlan(draft)
  if (writtenPages({ pages }).length >= MOST_PAGES) return refusedPlanEdit(`A plan has at most ${MOST_PAGES} pages.`)
  const words = title.trim().slice(0, 200)
  if (words === '') return refusedPlanEdit('A page has a title.')
  const stem =
    words
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]/g, '-')
      .split('-')
      .filter(Boolean)
      .join('-')
      .slice(0, 60) || 'page'
  const taken = new Set(pages.map(({ filename }) => filename))
  let filename = `${stem}.html`
  for (let number = 2; taken.has(filename); number += 1) filename = `${stem}-${number}.html`
  const key = newId()
  const { sections: _, ...page } = emptyPage(filename, words)
  draft.set(pageKey(key), { ...page, at: orderAt(pages, index) })
  draft.set('shared/navLinks', [...shared.navLinks, { label: words, href: filename }])
  addTranslations(draft, newId)
  return done(key)
}

/** Sets the further languages of a site: pages are planned in new ones, and those in languages that are left out go. */
export function setPlanLanguages(draft: Draft, newId: () => string, languages: readonly string[]): PlanOutcome {
  const set = setPlanField(draft, 'site', 'languages', [...languages])
  if (!set.ok) return set
  const { site, pages } = readPlan(draft)
  const kept = new Set(furtherLanguages(site))
  const wrong = languages.find((each) => !kept.has(each) && each !== site.language)
  if (wrong !== undefined) return refusedPlanEdit(`“${wrong.slice(0, 40)}” is no language tag such as de or pt-BR.`)
  for (const { key, translation } of pages)
    if (translation && !kept.has(translation.locale)) draft.set(`${pageKey(key)}/deleted`, true)
  addTranslations(draft, newId)
  return set
}

/** Plans the pages that are missing in the further languages. */
function addTranslations(draft: Draft, newId: () => string): void {
  const plan = readPlan(draft)
  const taken = new Set(plan.pages.map(({ filename }) => filename))
  const missing = plannedTranslations(blueprintOf(plan)).filter(({ page }) => !taken.has(page.filename))
  for (const { page, translation } of missing) {
    const { sections: _, ...fields } = page
    draft.set(pageKey(newId()), { ...fields, translation: { ...translation }, at: orderAt(readPlan(draft).pages) })
  }
}

/** Moves a page in front of the one at `index`, counted without itself. */
export function movePlannedPage(draft: Draft, key: string, index: number): PlanOutcome {
  const { pages } = readPlan(draft)
  if (!pages.some((each) => each.key === key)) return refusedPlanEdit('This page is no longer planned.')
  draft.set(
    `${pageKey(key)}/at`,
    orderAt(
      pages.filter((each) => each.key !== key),
      index,
    ),
  )
  return done(key)
}

/** Takes a page out of the plan, with its sections and its links in the menu. */
export function removePlannedPage(draft: Draft, key: string): PlanOutcome {
  const { pages, shared } = readPlan(draft)
  const page = pages.find((each) => each.key === key)
  if (!page) return refusedPlanEdit('This page is no longer planned.')
  if (pages.length === 1) return refusedPlanEdit('A site has at least one page.')
  if (page.filename === 'index.html')
    return refusedPlanEdit('The home page stays; another page can become it by the file name index.html.')
  draft.set(`${pageKey(key)}/deleted`, true)
  for (const { key: other, translation } of pages)
    if (translation?.of === page.filename) draft.set(`${pageKey(other)}/deleted`, true)
  const links = shared.navLinks.filter(({ href }) => href !== page.filename)
  if (links.length < shared.navLinks.length) draft.set('shared/navLinks', links)
  return done(key)
}

/** Plans a section of a page, in front of the one at `index`; behind all by default. */
export function addPlannedSection(
  draft: Draft,
  newId: () => string,
  page: string,
  given: Partial<SectionPlan>,
  index?: number,
): PlanOutcome {
  const found = readPlan(draft).pages.find(({ key }) => key === page)
  if (!found) return refusedPlanEdit('This page is no longer planned.')
  if (found.sections.length >= MOST_SECTIONS) return refusedPlanEdit(`A page has at most ${MOST_SECTIONS} sections.`)
  for (const [field, value] of Object.entries(given)) {
    const wrong = refuseField(SectionPlan, field, value)
    if (wrong !== undefined) return refusedPlanEdit(wrong)
  }
  const taken = new Set(found.sections.map(({ id }) => id))
  const stem = given.id || given.sectionType || 'section'
  let id: string = stem
  for (let number = 2; taken.has(id); number += 1) id = `${stem}-${number}`
  const key = newId()
  const name = given.name || stem.replaceAll('-', ' ')
  draft.set(sectionKey(key), {
    ...fitted(SectionPlan, { ...given, id, name }),
    page,
    at: orderAt(found.sections, index),
  })
  return done(key)
}

/** Moves a section in front of the one at `index` of a page, counted without itself. */
export function movePlannedSection(draft: Draft, key: string, page: string, index: number): PlanOutcome {
  const { pages } = readPlan(draft)
  const [from, to] = [pages.find(({ sections }) => hasSection(sections, key)), pages.find((each) => each.key === page)]
  if (!from) return refusedPlanEdit('This section is no longer planned.')
  if (!to) return refusedPlanEdit('This page is no longer planned.')
  const others = to.sections.filter((each) => each.key !== key)
  if (from !== to && others.length >= MOST_SECTIONS)
    return refusedPlanEdit(`A page has at most ${MOST_SECTIONS} sections.`)
  if (from !== to) draft.set(`${sectionKey(key)}/page`, page)
  draft.set(`${sectionKey(key)}/at`, orderAt(others, index))
  return done(key)
}

export function setSectionField(draft: Draft, key: string, field: string, value: Json): PlanOutcome {
  if (!readPlan(draft).pages.some(({ sections }) => hasSection(sections, key)))
    return refusedPlanEdit('This section is no longer planned.')
  const wrong = refuseField(SectionPlan, field, value)
  if (wrong !== undefined) return refusedPlanEdit(wrong)
  draft.set(`${sectionKey(key)}/${field}`, value)
  return done(key)
}

export function removePlannedSection(draft: Draft, key: string): PlanOutcome {
  if (!readPlan(draft).pages.some(({ sections }) => hasSection(sections, key)))
    return refusedPlanEdit('This section is no longer planned.')
  draft.set(`${sectionKey(key)}/deleted`, true)
  return done(key)
}

const hasSection = (sections: readonly PlannedSection[], key: string) => sections.some((each) => each.key === key)

/** An order key in front of the entry at `index`, behind all if there is none. */
function orderAt(entries: readonly (PlannedPage | PlannedSection)[], index = entries.length): string {
  const place = Math.max(0, Math.min(entries.length, index))
  const [before, after] = [entries[place - 1]?.at ?? null, entries[place]?.at ?? null]
  try {
    return generateNKeysBetween(before, before === after ? null : after, 1)[0] ?? ''
  } catch {
    // Two users made equal keys, or something else made one: the entry comes behind.
    return `${before ?? ''}V`
  }
}
