import type { DesignPlan } from '../blueprint/schema.ts'
import { contentStyles } from './contentStyles.ts'
import { listStyles } from './listStyles.ts'
import { openingStyles } from './openingStyles.ts'
import type { Part } from './sections.ts'
import { motionStyles, sharedStyles } from './sharedStyles.ts'
import { tokenStyles } from './tokenStyles.ts'

/** The styles of the parts of sections, in their order in the stylesheet. */
const partStyles: Readonly<Record<Part, string>> = { ...openingStyles, ...listStyles, ...contentStyles }

/** The stylesheet of a site: its tokens, what every page has, and the parts that its sections use. */
export function siteCss(design: DesignPlan, uses: ReadonlySet<Part>): string {
  const names: ReadonlySet<string> = uses
  const used = Object.entries(partStyles).flatMap(([part, css]) => (names.has(part) ? [css] : []))
  return `${[tokenStyles(design), sharedStyles, ...used, motionStyles].join('\n\n')}\n`
}
