/** A colour with its share of a picture, from 0 to 1. */
export interface ColorShare {
  color: string
  share: number
}

/** The pixels of a picture: red, green, blue and alpha, a byte each. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Bits of each channel by which pixels are counted together. */
const BITS = 4
/** Colours that are nearer to each other than this, of 441, are one. */
const NEAR = 48
/** The most pixels that are looked at, evenly spread. */
const MOST_PIXELS = 40_000
/** The most colours of a picture. */
const MOST_COLORS = 8

interface Cluster {
  count: number
  red: number
  green: number
  blue: number
}

/**
 * The colours of a picture, the most frequent first: pixels are counted in 4,096 cells, and cells that are near to a larger
 * one are counted with it, as the colour that most of them have. One pass over at most 40,000 pixels; transparent ones count for nothing.
 */
export function pictureColors({ data, width, height }: Pixels): ColorShare[] {
  const cells = new Map<number, Cluster>()
  const step = Math.max(1, Math.ceil((width * height) / MOST_PIXELS))
  let total = 0
  for (let pixel = 0; pixel < width * height; pixel += step) {
    const at = pixel * 4
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((red >> (8 - BITS)) << (2 * BITS)) | ((green >> (8 - BITS)) << BITS) | (blue >> (8 - BITS))
    const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    cells.set(key, cell)
    cell.count += 1
    cell.red += red
    cell.green += green
    cell.blue += blue
    total += 1
  }
  const clusters: (Cluster & { share: number })[] = []
  for (const cell of [...cells.values()].sort((a, b) => b.count - a.count)) {
    const near = clusters.find((each) => colorDistance(each, cell) < NEAR)
    if (!near) {
      if (clusters.length < MOST_COLORS * 4) clusters.push({ ...cell, share: cell.count })
      continue
    }
    near.share += cell.count
  }
  return clusters
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_COLORS)
    .map((cluster) => ({ color: meanColor(cluster), share: cluster.share / Math.max(1, total) }))
}

function colorDistance(one: Cluster, other: Cluster): number {
  return Math.hypot(
    one.red / one.count - other.red / other.count,
    one.green / one.count - other.green / other.count,
    one.blue / one.count - other.blue / other.count,
  )
}

const meanColor = ({ count, red, green, blue }: Cluster): string =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
