/** The most entries that one call of an operation writes. */
export const MOST_AT_ONCE = 500

/** Ids in lists that one call can take. */
export function inChunks(ids: readonly string[]): string[][] {
  const chunks: string[][] = []
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) chunks.push(ids.slice(from, from + MOST_AT_ONCE))
  return chunks
}
