import { nodeAttributes, type PageNode } from '@atelier/site'

/** Before the name of a field that a loop filters by. */
export const FILTER = 'data-filter-'
export const LOCALE = 'data-locale'

/** The attributes of a loop beside those of its module that its settings show. */
export const loopAttributes = (node: PageNode): string[] =>
  nodeAttributes(node).flatMap(([name]) => (name === LOCALE || name.startsWith(FILTER) ? [name] : []))
