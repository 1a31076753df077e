import { isInSrgb, oklchToSrgb } from '@atelier/site'
import { MAX_CHROMA } from './printLike.ts'

/**
 * Paints the colours of one hue: chroma from left to right, lightness from below. Colours outside of sRGB stay clear.
 */
export function paintPlane(canvas: HTMLCanvasElement, hue: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const image = context.createImageData(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = {
        lightness: 1 - y / (height - 1),
        chroma: (x / (width - 1)) * MAX_CHROMA,
        hue,
        alpha: 1,
      }
      const { red, green, blue } = oklchToSrgb(color)
      image.data.set([red * 255, green * 255, blue * 255, isInSrgb(color) ? 255 : 0], (y * width + x) * 4)
    }
  }
  context.putImageData(image, 0, 0)
}
