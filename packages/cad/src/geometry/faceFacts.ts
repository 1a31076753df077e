import type { Face } from './occ.ts'

/** Facts about a face that stay true for as long as no maker changes it. */
interface FaceFacts {
  isValid: boolean
}

/** Facts by handle; handles of one unchanged face share them. */
const facts = new WeakMap<Face, FaceFacts>()

export function faceFactsOf(face: Face): FaceFacts {
  const known = facts.get(face)
  if (known) return known
  const made: FaceFacts = { isValid: false }
  facts.set(face, made)
  return made
}

/** Takes the facts of a face over for another handle of it. One that is turned around is another face. */
export function shareFacts(from: Face, to: Face): void {
  const known = faceFactsOf(from)
  facts.set(to, from.Orientation() === to.Orientation() ? known : { isValid: known.isValid })
}
