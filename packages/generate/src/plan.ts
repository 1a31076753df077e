/**
 * The code that a tab needs to show and edit the plan of a site: no icons, pictures, rehearsals or prompts come with
 * it.
 */

export {
  CONTENT_DEPTHS,
  INTERACTIVE_ELEMENTS,
  LAYOUTS,
  MEDIA_TYPES,
  MOTION_INTENTS,
  SECTION_TYPES,
  SURFACES,
  VISUAL_STYLES,
} from './blueprint/lists.ts'
export { type DesignPlan, MOST_PAGES, MOST_SECTIONS } from './blueprint/schema.ts'
export type { Brand } from './brand/brand.ts'
export {
  addPlannedPage,
  addPlannedSection,
  movePlannedPage,
  movePlannedSection,
  type PlanOutcome,
  removePlannedPage,
  removePlannedSection,
  setPageField,
  setPlanField,
  setPlanLanguages,
  setSectionField,
} from './plan/edit.ts'
export { type Group, type Plan, type PlannedPage, type PlannedSection, readPlan } from './plan/plan.ts'
export {
  type GenerationProgress,
  type GenerationState,
  type GenerationStep,
  isProgressKey,
  type PartState,
  type PartStatus,
  type Progress,
  readProgress,
  type Source,
} from './plan/progress.ts'
export { furtherLanguages, languageName } from './plan/translations.ts'
export { businessFacts } from './rehearsal/facts.ts'
export { type Palette, palettesOf } from './rehearsal/palette.ts'
export { fallbackFonts, fontName } from './rehearsal/tokenStyles.ts'
export { readPartialJson } from './steps/salvage/partialJson.ts'
export { fontsOfPlan } from './steps/standIn/fonts.ts'
