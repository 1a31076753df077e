import type { DesignPlan } from '../blueprint/schema.ts'
import type { Part } from './sections.ts'
import data from './styles.json' with { type: 'json' }
import { tokenStyles } from './tokenStyles.ts'

/** Pieces of CSS, line by line; those of the parts of sections are in their order in the stylesheet. */
const styles: {
  readonly shared: readonly string[]
  readonly parts: Readonly<Record<Part, readonly string[]>>
  readonly motion: readonly string[]
} = data

/** The stylesheet of a site: its tokens, what every page has, and the parts that its sections use. */
export function siteCss(design: DesignPlan, uses: ReadonlySet<Part>): string {
  const names: ReadonlySet<string> = uses
  const used = Object.entries(styles.parts).flatMap(([part, lines]) => (names.has(part) ? [lines] : []))
  return `${[tokenStyles(design), ...[styles.shared, ...used, styles.motion].map((lines) => lines.join('\n'))].join('\n\n')}\n`
}
