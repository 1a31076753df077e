import type { ImageQuery, ImageService } from '@atelier/site'
import { createCanvas } from './drawing/canvas.ts'
import { paletteOf } from './drawing/palettes.ts'
import { createRandom } from './drawing/random.ts'
import { sceneOf } from './scenes/index.ts'

const sizes: Readonly<Record<ImageQuery['orientation'], readonly [width: number, height: number]>> = {
  landscape: [1200, 800],
  portrait: [800, 1200],
  square: [1000, 1000],
}

/**
 * An SVG drawing for a query: its words choose what is drawn and in which colours, and the rest follows from its text,
 * so that the same query is the same picture.
 * @param variant 0 for the first picture of a query, 1 for the second
 */
export function drawSketch({ query, orientation }: Omit<ImageQuery, 'count'>, variant: number): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const random = createRandom(`${words.join(' ')} ${orientation} ${variant}`)
  const [width, height] = sizes[orientation]
  const palette = paletteOf(words, random.whole(0, 9))
  const canvas = createCanvas({ width, height, palette, random, words: new Set(words) })
  sceneOf(words)(canvas)
  return canvas.svg()
}

/** Draws pictures itself, for a workspace without a service for pictures. */
export function createSketchService(): ImageService {
  return {
    name: 'sketch',
    note: 'No service for pictures is set up, so these are abstract drawings that stand in for photographs. A person can add a key of Pexels or Together in the settings of the workspace.',
    async find(query) {
      const images = Array.from({ length: query.count }, (_, variant) => ({
        bytes: new TextEncoder().encode(drawSketch(query, variant)),
        declaredType: 'image/svg+xml',
        alt: `Drawing: ${query.query}`,
      }))
      return { ok: true, images }
    },
  }
}
