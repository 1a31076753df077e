/** The largest size in which a step of a type scale is shown, in pixels, and the smallest. */
const sample = { largest: 44, smallest: 9 }

export interface StepSize {
  /** Pixels on the narrowest and on the widest screen. */
  min: number
  max: number
}

/** The largest size that a step of a scale has on any screen, in pixels. */
export function largestOf(steps: readonly StepSize[]): number {
  return Math.max(...steps.map(({ max, min }) => Math.max(max, min)))
}

/** The font size of a step's sample, in pixels: its own, or scaled down so that the largest step fits. */
export function sampleSize(max: number, largest: number): number {
  return Math.max(sample.smallest, max * Math.min(1, sample.largest / largest))
}

/** The sizes of a step, in pixels: `9.5–12`. One decimal below 10. */
export function rangeText({ min, max }: StepSize): string {
  const shown = (pixels: number) => Number(pixels.toFixed(pixels < 10 ? 1 : 0))
  return `${shown(min)}–${shown(max)}`
}
