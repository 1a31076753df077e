import type { MediaEntry } from '@atelier/site'

/**
 * The tile that an arrow key leads to, never beyond the first or the last; undefined for another key.
 * @param columns the number of tiles in a row
 */
export function tileAfter(key: string, at: number, columns: number, count: number): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, at + step))
}

/** The size of a file: `1600 × 900 · 240 kB`, without the pixels if it has none. At least 1 kB. */
export function sizeInWords({ width, height, bytes }: Pick<MediaEntry, 'width' | 'height' | 'bytes'>): string {
  const size =
    bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  return width === undefined || height === undefined ? size : `${width} × ${height} · ${size}`
}

/** The number of tiles in a row, by their vertical positions. */
export function columnsOf(tops: readonly number[]): number {
  const [first = 0] = tops
  const row = tops.findIndex((top) => top > first)
  return row < 0 ? tops.length : row
}
