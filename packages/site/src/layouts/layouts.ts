import { elements } from './elements.ts'
import type { Layout } from './layout.ts'
import { sections } from './sections.ts'

/** Everything that can be inserted ready-made, in the order in which the palette shows it. */
export const layouts: readonly Layout[] = [...sections, ...elements]

export const layoutIds: readonly string[] = layouts.map(({ id }) => id)

/** The layout of an id; undefined if there is none. */
export const layout = (id: string): Layout | undefined => layouts.find((each) => each.id === id)
