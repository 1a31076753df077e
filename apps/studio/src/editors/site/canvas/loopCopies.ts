/** A copy that a loop shows of what is written in it once. */
export interface LoopCopy {
  /** The outermost element of the copy. */
  element: Element
  /** Which one it is, the written one being the first, and how many there are. */
  number: number
  count: number
  /** The number of its entry in the loop, from 0. */
  row: number
  /** The element of the written one that stands at the same place. */
  original: Element
}

/** The copy that an element belongs to; undefined if it belongs to none, or the copies differ from what is written. */
export function loopCopyAt(element: Element | null): LoopCopy | undefined {
  const copies = element?.closest('atelier-ghosts')
  const loop = copies?.parentElement
  if (!element || !copies || !loop || element === copies) return undefined
  const written = [...loop.children].filter((each) => each !== copies)
  const path: number[] = []
  let at: Element = element
  for (let parent = at.parentElement; parent && at !== copies; parent = at.parentElement) {
    path.unshift([...parent.children].indexOf(at))
    if (parent === copies) break
    at = parent
  }
  const [index = 0, ...inside] = path
  const first = written[index % Math.max(1, written.length)]
  if (!first || copies.children.length % written.length !== 0) return undefined
  let original = first
  for (const step of inside) {
    const next = original.children[step]
    if (!next) break
    original = next
  }
  return {
    element: copies.children[index] ?? at,
    number: Math.floor(index / written.length) + 2,
    count: copies.children.length / written.length + 1,
    row: written.length + index,
    original,
  }
}

/**
 * The element of a copy that stands for an element of what is written; undefined if the copies differ.
 * @param at an element of the copy at or inside of the one that is looked for
 */
export function copyOf({ original }: LoopCopy, at: Element, written: Element): Element | undefined {
  let copy: Element | null = at
  for (let each: Element | null = original; copy && each; each = each.parentElement, copy = copy.parentElement)
    if (each === written) return copy.localName === written.localName ? copy : undefined
  return undefined
}
