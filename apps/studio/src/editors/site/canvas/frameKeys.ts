import { FIT } from '../session/state.ts'

/**
 * Names the frames of the desk so that the one worked in stays the same element while the others come and go: a new one
 * loads the page again, from its top.
 * @returns the names of the places, in their order
 */
export function createFrameKeys(): (placeIds: readonly string[], together: boolean, active: string) => string[] {
  /** The name of the frame that was shown by itself, and its place among several. */
  let kept = FIT
  let holder: string | undefined
  const keyOf = (id: string) => (id === holder ? kept : id === kept && holder !== undefined ? holder : id)
  return (placeIds, together, active) => {
    if (together) {
      holder ??= placeIds.includes(active) ? active : placeIds.at(-1)
      return placeIds.map(keyOf)
    }
    if (holder !== undefined) kept = keyOf(active)
    holder = undefined
    return placeIds.map(() => kept)
  }
}
