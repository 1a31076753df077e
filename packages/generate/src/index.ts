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
export { createImageFinder } from './images/finder.ts'
export { drawSketch } from './sketch/sketch.ts'
