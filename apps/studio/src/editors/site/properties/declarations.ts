import type { Draft } from '@atelier/documents'
import { type Declaration, declarationKey, findRule, readDeclaration, writeLaterDeclaration } from '@atelier/site'

/** A line of a rule as the panel shows it. */
export interface DeclarationLine {
  id: string
  name: string
  value: string
  important: boolean
  /** Switched off: it stands in the stylesheet as a comment. */
  off: boolean
  /** A stronger rule that holds everywhere sets the same property. */
  overridden: boolean
}

/** The declaration inside a comment, where the comment is nothing else. */
function switchedOff(text: string): string | undefined {
  if (text.length < 4 || !text.startsWith('/*') || !text.endsWith('*/')) return undefined
  const inner = text.slice(2, -2).trim()
  return /^-{0,2}[a-z][\w-]*\s*:\s*\S/i.test(inner) ? inner : undefined
}

/** The lines of a rule; comments that are no declaration are left out. */
export function declarationLines(
  declarations: readonly Declaration[],
  stronger: ReadonlySet<string>,
): DeclarationLine[] {
  const last = new Map<string, string>()
  for (const { id, name } of declarations) if (name) last.set(name, id)
  return declarations.flatMap((each): DeclarationLine[] => {
    if (each.name) {
      const beaten = stronger.has(each.name) || (last.get(each.name) !== each.id && !each.important)
      const { id, name, value, important } = each
      return [{ id, name, value, important, off: false, overridden: beaten && !important }]
    }
    const inner = switchedOff(each.text)
    if (inner === undefined) return []
    return [{ id: each.id, ...readDeclaration(inner), off: true, overridden: false }]
  })
}

/**
 * Switches a declaration off by making it a comment in its place, or on again. It stays in the stylesheet either way.
 * @returns why it was refused
 */
export function toggleDeclaration(draft: Draft, ruleId: string, declarationId: string): string | undefined {
  const declaration = findRule(draft, ruleId)?.declarations.find(({ id }) => id === declarationId)
  if (!declaration) return 'This declaration is no longer there.'
  const inner = declaration.name ? undefined : switchedOff(declaration.text)
  if (!declaration.name && inner === undefined) return 'This is a comment, not a declaration.'
  if (declaration.text.includes('*/') && declaration.name)
    return 'A declaration with a comment in it cannot be switched off.'
  const text = inner ?? `/* ${declaration.text} */`
  if (declaration.later)
    writeLaterDeclaration(draft, ruleId, declarationId, { at: declaration.at, before: declaration.before, text })
  else draft.set(declarationKey(ruleId, declarationId), text)
  return undefined
}

/** The text of a declaration from its parts. */
export function declarationText(name: string, value: string, important: boolean): string {
  return `${name.trim()}: ${value.trim()}${important && !/!\s*important\s*$/i.test(value) ? ' !important' : ''}`
}
