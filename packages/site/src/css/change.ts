import type { CssError } from './syntax.ts'

/** The effect of a call on the stylesheet. A `selector` of a rule inside others names these too: `@media print { .a }`. */
export interface CssChange {
  created: { id: string; selector: string }[]
  /** `declarations` are the properties that were set. */
  updated: { id: string; selector: string; declarations: string[] }[]
  skipped: { selector: string; reason: string }[]
  errors: CssError[]
}

export const noChange = (): CssChange => ({ created: [], updated: [], skipped: [], errors: [] })

/** The selector of a rule within its surroundings, outermost first. */
export const pathSelector = (path: readonly string[], selector: string): string =>
  [...path, selector].reduceRight((inner, outer) => `${outer} { ${inner} }`)
