export { type ReadBlueprint, readBlueprint } from './blueprint/read.ts'
export {
  Blueprint,
  ContentPlan,
  DesignPlan,
  MOST_PAGES,
  MOST_SECTIONS,
  PagePlan,
  SectionPlan,
  SharedPlan,
} from './blueprint/schema.ts'
export { createIconSearch, type IconSearchOptions } from './icons/search.ts'
export {
  createImageFinder,
  type ImageAccess,
  type ImageBudget,
  type ImageChoice,
  type ImageFinderOptions,
} from './images/finder.ts'
export { type TogetherModel, togetherModels } from './images/together.ts'
export { blueprintType } from './plan/documentType.ts'
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
  setSectionField,
} from './plan/edit.ts'
export {
  blueprintOf,
  type Group,
  type Plan,
  type PlannedPage,
  type PlannedSection,
  readPlan,
  writePlan,
} from './plan/plan.ts'
export { rehearseBlueprint } from './rehearsal/blueprint.ts'
export { rehearseSite } from './rehearsal/site.ts'
export { drawSketch } from './sketch/sketch.ts'
