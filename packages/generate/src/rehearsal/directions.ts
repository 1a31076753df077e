import type { Draft } from '@atelier/documents'
import type { Blueprint, DesignPlan, PagePlan, SectionPlan } from '../blueprint/schema.ts'
import { type PlanOutcome, setPageField, setPlanField, setSectionField } from '../plan/edit.ts'
import { type Plan, readPlan } from '../plan/plan.ts'
import { brandDesign } from './brandDesign.ts'
import { lookOf, type SiteKind } from './kinds.ts'

export const DIRECTIONS = ['quiet', 'clear', 'bold'] as const
export type DirectionName = (typeof DIRECTIONS)[number]

/** A look for a whole site: type, colour, corners and pictures, and how dense its home page is. */
export interface Direction {
  name: DirectionName
  design: Partial<DesignPlan>
  weight: PagePlan['visualWeight']
  layout: SectionPlan['layoutHint']
}

/** The looks of each direction, of which the first is taken that differs from the planned one. */
const LOOKS: Readonly<Record<DirectionName, readonly SiteKind[]>> = {
  quiet: ['farewell', 'practice'],
  clear: ['authority', 'software'],
  bold: ['band', 'other'],
}
const SHAPES: Readonly<Record<DirectionName, Pick<Direction, 'weight' | 'layout'> & { images: string }>> = {
  quiet: { weight: 'minimal', layout: 'split-screen', images: 'Few and calm, daylight, much space around them' },
  clear: { weight: 'content-dense', layout: 'bento-grid', images: 'Plain and informative, each shows one thing' },
  bold: { weight: 'hero-heavy', layout: 'full-bleed', images: 'Large, close and with strong contrast' },
}

/**
 * Three looks for a plan; the planned one is only among them if it was chosen from them. All of them begin with the colours of
 * its brand, or else keep those that its brief names.
 */
export function directionsOf(plan: Pick<Plan, 'design' | 'brief' | 'brand'>): Direction[] {
  const { brand } = plan
  const named = /#[0-9a-f]{6}\b/i.test(plan.brief) ? { primaryColor: plan.design.primaryColor } : {}
  return DIRECTIONS.map((name) => {
    const { images, ...shape } = SHAPES[name]
    const all = LOOKS[name].map((kind) => ({
      name,
      design: { ...lookOf(kind), ...named, ...(brand ? brandDesign(brand, name) : {}), imageStyle: images },
      ...shape,
    }))
    const chosen = all.find((each) => hasDirection(plan, each))
    const other = all.find(({ design }) => design.headingFont !== plan.design.headingFont)
    return chosen ?? other ?? { name, design: { imageStyle: images }, ...shape }
  })
}

/** Whether a plan has the look of a direction. */
export const hasDirection = ({ design }: Pick<Plan, 'design'>, direction: Direction): boolean => {
  const now: Readonly<Record<string, unknown>> = design
  return Object.entries(direction.design).every(([field, value]) => now[field] === value)
}

/** Gives a plan the look of a direction: its design, and the layout of its home page. */
export function chooseDirection(draft: Draft, direction: Direction): PlanOutcome {
  const plan = readPlan(draft)
  for (const [field, value] of Object.entries(direction.design)) {
    const set = setPlanField(draft, 'design', field, value)
    if (!set.ok) return set
  }
  const home = plan.pages.find(({ filename }) => filename === 'index.html')
  const [hero] = home?.sections ?? []
  if (home) {
    const set = setPageField(draft, home.key, 'visualWeight', direction.weight)
    if (!set.ok) return set
  }
  if (hero?.sectionType === 'hero') {
    const set = setSectionField(draft, hero.key, 'layoutHint', direction.layout)
    if (!set.ok) return set
  }
  return { ok: true, key: 'design' }
}

/** A blueprint in the look of a direction. */
export function inDirection(blueprint: Blueprint, { design, weight, layout }: Direction): Blueprint {
  const pages = blueprint.pages.map((page) => {
    if (page.filename !== 'index.html') return page
    const sections = page.sections.map((section, i) =>
      i === 0 && section.sectionType === 'hero' ? { ...section, layoutHint: layout } : section,
    )
    return { ...page, visualWeight: weight, sections }
  })
  return { ...blueprint, designSystem: { ...blueprint.designSystem, ...design }, pages }
}
