/** A list with one of its items in another place. */
export function moved<Each>(items: readonly Each[], from: number, to: number): Each[] {
  const left = items.toSpliced(from, 1)
  return left.toSpliced(to, 0, ...items.slice(from, from + 1))
}
