import type { PagePlan, SectionPlan } from '../blueprint/schema.ts'

/** The arrangement of a whole page: how it begins, and how its sections follow each other. */
export const SKELETONS = ['split', 'centred', 'full', 'editorial', 'board', 'sides', 'list'] as const
export type Skeleton = (typeof SKELETONS)[number]

const byLayout: Readonly<Record<SectionPlan['layoutHint'], Skeleton>> = {
  'split-screen': 'split',
  custom: 'split',
  'centered-minimal': 'centred',
  'cinematic-fullscreen': 'full',
  'full-bleed': 'full',
  asymmetric: 'editorial',
  diagonal: 'editorial',
  'overlapping-layers': 'editorial',
  'bento-grid': 'board',
  'card-mosaic': 'board',
  'alternating-sides': 'sides',
  'horizontal-scroll': 'sides',
  stacked: 'list',
  'sticky-stack': 'list',
}

/** The skeleton of a page, by the layout that its first section is planned with. */
export const skeletonOf = ({ sections: [first] }: Pick<PagePlan, 'sections'>): Skeleton =>
  first ? byLayout[first.layoutHint] : 'centred'
