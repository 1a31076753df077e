import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from '@atelier/operation'
import { generateNKeysBetween } from 'fractional-indexing'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { fitted } from '../blueprint/fit.ts'
import {
  type Blueprint,
  ContentPlan,
  DesignPlan,
  PagePlan,
  SectionPlan,
  SharedPlan,
  SitePlan,
} from '../blueprint/schema.ts'
import { type Brand, brandIn } from '../brand/brand.ts'
import { plannedTranslations } from './translations.ts'

/**
 * A plan is a live document, so that several users edit it at once and its history can be read. Each field is a key of
 * its own; those of a page or a section stand over the record that it was made with.
 *
 * | key | value |
 * |---|---|
 * | `brief` | what was asked for, as text |
 * | `site/<field>`, `design/<field>`, `content/<field>`, `shared/<field>` | a field of that part of the blueprint |
 * | `brand` | the logo and the colours of the business, once they were taken |
 * | `page:<key>`, `section:<key>` | the fields that it was planned with, its order key `at`; of a section also `page`, of a translated page its `translation` |
 * | `page:<key>/<field>`, `section:<key>/<field>` | a later value of a field, of `at` or of `page`; `deleted`: `true` |
 */
export interface Plan {
  brief: string
  brand?: Brand
  site: SitePlan
  design: DesignPlan
  content: ContentPlan
  shared: SharedPlan
  /** In their order. */
  pages: PlannedPage[]
}

export interface PlannedPage extends Omit<PagePlan, 'sections'> {
  /** Names it in the plan. */
  key: string
  /** Set for a translation: its language, and the file of the page that it translates. */
  translation?: PageTranslation
  at: string
  sections: PlannedSection[]
}

export const PageTranslation = Type.Object({
  locale: Type.String({ pattern: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$' }),
  of: Type.String({ maxLength: 200 }),
})
export type PageTranslation = Static<typeof PageTranslation>

export interface PlannedSection extends SectionPlan {
  key: string
  at: string
}

/** The groups of fields beside pages and sections, with what fits in them. */
export const groupSchemas = { site: SitePlan, design: DesignPlan, content: ContentPlan, shared: SharedPlan } as const
export type Group = keyof typeof groupSchemas

export const pageKey = (key: string) => `page:${key}`
export const sectionKey = (key: string) => `section:${key}`

/** Writes a blueprint as the content of an empty plan. */
export function writePlan(draft: Draft, brief: string, blueprint: Blueprint, newId: () => string): void {
  const { pages, designSystem: design, contentStrategy: content, sharedComponents: shared, ...site } = blueprint
  draft.set('brief', brief)
  for (const [group, fields] of Object.entries({ site, design, content, shared })) {
    for (const [field, value] of Object.entries(fields)) draft.set(`${group}/${field}`, value)
  }
  const translations = plannedTranslations(blueprint)
  const orders = generateNKeysBetween(null, null, pages.length + translations.length)
  for (const [i, { page, translation }] of translations.entries()) {
    const { sections: _, ...fields } = page
    draft.set(pageKey(newId()), { ...fields, translation: { ...translation }, at: orders[pages.length + i] ?? '' })
  }
  for (const [i, { sections, ...page }] of pages.entries()) {
    const key = newId()
    draft.set(pageKey(key), { ...page, at: orders[i] ?? '' })
    const sectionOrders = generateNKeysBetween(null, null, sections.length)
    for (const [j, section] of sections.entries()) {
      draft.set(sectionKey(newId()), { ...section, page: key, at: sectionOrders[j] ?? '' })
    }
  }
}

/** Reads a plan; a field that is missing or does not fit has its usual value. */
export function readPlan(view: View): Plan {
  const brief = view.get('brief')
  const brand = brandIn(view)
  const sections = Map.groupBy(listPlanned(view, 'section:'), ({ fields }) => fields.page)
  return {
    brief: typeof brief === 'string' ? brief : '',
    ...(brand ? { brand } : {}),
    site: group(view, 'site', SitePlan),
    design: group(view, 'design', DesignPlan),
    content: group(view, 'content', ContentPlan),
    shared: group(view, 'shared', SharedPlan),
    pages: listPlanned(view, 'page:').map(({ key, at, fields }) => {
      const { sections: _, ...page } = fitted(PagePlan, { ...fields, sections: [] })
      const own = (sections.get(key) ?? []).map((each) => ({
        ...fitted(SectionPlan, each.fields),
        key: each.key,
        at: each.at,
      }))
      const { translation } = fields
      return {
        ...page,
        key,
        at,
        ...(Value.Check(PageTranslation, translation) ? { translation } : {}),
        sections: own,
      }
    }),
  }
}

/** The pages that are written; the others translate them. */
export const writtenPages = ({ pages }: Pick<Plan, 'pages'>): PlannedPage[] =>
  pages.filter(({ translation }) => translation === undefined)

/** A plan as the blueprint that it amounts to. */
export function blueprintOf(plan: Plan): Blueprint {
  const { site, design, content, shared } = plan
  return {
    ...site,
    designSystem: design,
    contentStrategy: content,
    sharedComponents: shared,
    pages: writtenPages(plan).map(({ key: _, at: __, translation: ___, sections, ...page }) => ({
      ...page,
      sections: sections.map(({ key: _key, at: _at, ...section }) => section),
    })),
  }
}

function group<Schema extends TSchema>(view: View, name: Group, schema: Schema) {
  const fields: Record<string, Json> = {}
  for (const key of view.keys(`${name}/`)) {
    const value = view.get(key)
    if (value !== undefined) fields[key.slice(name.length + 1)] = value
  }
  return fitted(schema, fields)
}

interface Listed {
  key: string
  at: string
  fields: Readonly<Record<string, Json>>
}

/** The pages or sections that are there, in their order. */
function listPlanned(view: View, prefix: string): Listed[] {
  const found: Listed[] = []
  for (const name of view.keys(prefix)) {
    const made = name.includes('/') ? undefined : view.get(name)
    if (!isRecord(made)) continue
    const fields: Record<string, Json> = { ...made }
    for (const edited of view.keys(`${name}/`)) {
      const value = view.get(edited)
      if (value !== undefined) fields[edited.slice(name.length + 1)] = value
    }
    const { at } = fields
    if (fields.deleted === true || typeof at !== 'string') continue
    found.push({ key: name.slice(prefix.length), at, fields })
  }
  return found.sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1))
}
