/** A copy that a loop shows of what is written in it once. */
export interface LoopCopy {
  /** The outermost element of the copy. */
  element: Element
  /** Which one it is, the written one being the first, and how many there are. */
  number: number
  count: number
  /** The element of the written one at the same place. */
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
    original,
  }
}
