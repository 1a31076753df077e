import { type Envelope, errorText } from '@atelier/operation'
import { type Declaration, readDeclaration, switchedOff } from '@atelier/site'

/** A line of a rule as the panel shows it. */
export interface DeclarationLine {
  id: string
  name: string
  value: string
  important: boolean
  /** Switched off: the stylesheet has it as a comment. */
  off: boolean
  /** A stronger rule that holds everywhere sets the same property. */
  overridden: boolean
}

/** The lines of a rule; comments that are not a declaration are left out. */
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

/** The text of a declaration from its parts. */
export function declarationText(name: string, value: string, important: boolean): string {
  return `${name.trim()}: ${value.trim()}${important && !/!\s*important\s*$/i.test(value) ? ' !important' : ''}`
}

/** Why an edit was refused, as the sentence shown below the rule; undefined if it was not. */
export function refusalText(result: Envelope): string | undefined {
  const text = result.ok ? undefined : (result.error?.message ?? errorText(result))
  return text && text.charAt(0).toUpperCase() + text.slice(1)
}
