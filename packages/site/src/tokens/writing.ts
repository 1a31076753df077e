import type { Draft } from '@atelier/documents'
import { findRule, rewriteDeclaration } from '../css/edit.ts'
import { asText, createRecord, editRecord, type Loose } from './records.ts'
import { type DesignSystem, designSystem, freeOf, tokenNames } from './system.ts'
import { fontStack } from './variables.ts'

export type Action = 'created' | 'updated'

/** The names that a new token must not use: those of all other tokens. */
export function takenNames(system: DesignSystem): Set<string> {
  return new Set(tokenNames(system).keys())
}

/** Creates or updates the colour token of a slug; a slug that another kind of token uses gets a number. */
export function writeColor(
  draft: Draft,
  slug: string,
  fields: Loose,
  newId: () => string,
): { slug: string; action: Action } {
  const system = designSystem(draft)
  const known = system.colors.find((color) => color.slug === slug)
  if (known) {
    const { lightValue, ...rest } = fields
    const isSaid = typeof lightValue === 'string' && declare(draft, known.declared, slug, lightValue)
    editRecord(draft, `color:${known.id}`, isSaid ? rest : fields)
    return { slug, action: 'updated' }
  }
  const free = freeOf(slug, takenNames(system))
  createRecord(draft, 'color:', newId(), { slug: free, ...fields })
  return { slug: free, action: 'created' }
}

/** Writes a token's value into the stylesheet that declares it. Returns false if no stylesheet does. */
function declare(draft: Draft, ruleId: string | undefined, name: string, value: string): boolean {
  const rule = ruleId === undefined ? undefined : findRule(draft, ruleId)
  const found = rule?.declarations.findLast((each) => each.name === `--${name}`)
  if (!rule || !found) return false
  const important = found.important ? ' !important' : ''
  rewriteDeclaration(draft, rule, found, `${found.text.slice(0, found.text.indexOf(':'))}: ${value}${important}`)
  return true
}

/** Creates or updates the font token of a variable. */
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
    const { familyId, fallback } = fields
    const family = typeof familyId === 'string' && familyId !== known.familyId ? familyId : undefined
    if (typeof fallback === 'string' || family !== undefined) {
      const rest = asText(fallback) ?? known.fallback
      declare(draft, known.declared, variable, fontStack({ familyId: family, fallback: rest }, system.families))
    }
    return { variable, action: 'updated' }
  }
  const free = freeOf(variable, takenNames(system))
  createRecord(draft, 'fontToken:', newId(), { variable: free, ...fields })
  return { variable: free, action: 'created' }
}
