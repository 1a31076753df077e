import type { Draft } from '@atelier/documents'
import { createRecord, editRecord, type Loose } from './records.ts'
import { type DesignSystem, designSystem, freeOf, tokenNames } from './system.ts'

export type Action = 'created' | 'updated'

/** The names that a new token may not take: those of every other one. */
export function takenNames(system: DesignSystem): Set<string> {
  return new Set(tokenNames(system).keys())
}

/** Makes or changes the colour token of a slug; a slug that another kind of token has gets a number. */
export function writeColor(
  draft: Draft,
  slug: string,
  fields: Loose,
  newId: () => string,
): { slug: string; action: Action } {
  const system = designSystem(draft)
  const known = system.colors.find((color) => color.slug === slug)
  if (known) {
    editRecord(draft, `color:${known.id}`, fields)
    return { slug, action: 'updated' }
  }
  const free = freeOf(slug, takenNames(system))
  createRecord(draft, 'color:', newId(), { slug: free, ...fields })
  return { slug: free, action: 'created' }
}

/** Makes or changes the font token of a variable. */
export function writeFont(
  draft: Draft,
  variable: string,
  fields: Loose,
  newId: () => string,
): { variable: string; action: Action } {
  const system = designSystem(draft)
  const known = system.fonts.find((font) => font.variable === variable)
  if (known) {
    editRecord(draft, `fontToken:${known.id}`, fields)
    return { variable, action: 'updated' }
  }
  const free = freeOf(variable, takenNames(system))
  createRecord(draft, 'fontToken:', newId(), { variable: free, ...fields })
  return { variable: free, action: 'created' }
}
