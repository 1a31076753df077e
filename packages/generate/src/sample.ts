/** The code that a tab needs to show a plan in several looks, made without a model. Loaded when it is needed. */

import { blueprintOf, type Plan } from './plan/plan.ts'
import { type Direction, inDirection } from './rehearsal/directions.ts'
import { rehearseSite } from './rehearsal/site.ts'

export {
  chooseDirection,
  DIRECTIONS,
  type Direction,
  type DirectionName,
  directionsOf,
  hasDirection,
} from './rehearsal/directions.ts'

/**
 * The home page of a plan in the look of a direction, as one HTML document without scripts.
 * @param fonts rules that load its fonts; their fallbacks are shown without
 */
export function sampleHtml(plan: Plan, direction: Direction, fonts = ''): string {
  const files = rehearseSite(inDirection(blueprintOf(plan), direction), plan)
  const css = `${fonts}\n${files['styles.css'] ?? ''}`.replaceAll('</', '<\\/')
  return (files['index.html'] ?? '')
    .replace('<link rel="stylesheet" href="styles.css">', () => `<style>${css}</style>`)
    .replace('<!-- @component:header -->', () => files['_components/header.html'] ?? '')
    .replace('<!-- @component:footer -->', () => files['_components/footer.html'] ?? '')
}
