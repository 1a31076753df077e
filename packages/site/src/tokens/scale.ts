import { roundDecimals } from './color.ts'

/** A group of sizes that grow with the viewport. Sizes in CSS pixels. */
export interface Scale {
  kind: ScaleKind
  /** The prefix of its names (`text`), or a pattern with `{step}` in it. */
  namingConvention: string
  /** From the smallest to the largest. */
  steps: readonly string[]
  /** The step with the base size. */
  baseScaleIndex: number
  min: ScaleEnd
  max: ScaleEnd
  /** Explicit sizes of single steps; all other steps follow the ratio. */
  manual: Readonly<Record<string, { min: number; max: number }>> | undefined
  minScreenWidth: number
  maxScreenWidth: number
  /** Whether sizes are printed in rem, which follows the visitor's text size, rather than in pixels. */
  isRem: boolean
  /** One rem in pixels; if undefined, the value from the site's own CSS, otherwise 16, the default of browsers. */
  rootFontSize: number | undefined
}

export type ScaleKind = 'type' | 'space'

/** The base size at one end of the range of viewports, and the ratio between neighbouring steps there. */
export interface ScaleEnd {
  size: number
  scaleRatio: number
}

const common = { manual: undefined, minScreenWidth: 320, maxScreenWidth: 1400, isRem: true, rootFontSize: undefined }

export const defaultScales: Readonly<Record<ScaleKind, Scale>> = {
  type: {
    kind: 'type',
    namingConvention: 'text',
    steps: ['xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl'],
    baseScaleIndex: 2,
    min: { size: 16, scaleRatio: 1.125 },
    max: { size: 18, scaleRatio: 1.333 },
    ...common,
  },
  space: {
    kind: 'space',
    namingConvention: 'space',
    steps: ['4xs', '3xs', '2xs', 'xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl'],
    baseScaleIndex: 5,
    min: { size: 16, scaleRatio: 1.25 },
    max: { size: 28, scaleRatio: 1414 / 1000 },
    ...common,
  },
}

export interface ScaleStep {
  step: string
  /** The name without the leading dashes: `text-xl`. */
  name: string
  /** In CSS pixels, at the narrowest and the widest viewport. */
  min: number
  max: number
  value: string
}

/** The name of a step: `text-xl`, or the pattern filled in. */
export function stepName(namingConvention: string, step: string): string {
  return namingConvention.includes('{step}')
    ? namingConvention.replaceAll('{step}', step)
    : `${namingConvention}-${step}`
}

/**
 * The steps with their values. Step i (counted from the base): min = base·ratio^i at the narrowest viewport, max
 * likewise at the widest, and a straight line between: `clamp(min, calc(<slope>vw + <intercept>), max)`. If the
 * ratios make min larger than max, `clamp()` keeps min, and nothing is swapped.
 * @param rootFontSize one rem in pixels
 */
export function scaleSteps(scale: Scale, rootFontSize: number): ScaleStep[] {
  const { namingConvention, steps, baseScaleIndex, manual, isRem, minScreenWidth, maxScreenWidth } = scale
  const unit = isRem ? 'rem' : 'px'
  const length = (pixels: number) => `${roundDecimals(isRem ? pixels / rootFontSize : pixels, 2)}${unit}`
  return steps.map((step, index) => {
    const own = manual?.[step]
    const power = index - baseScaleIndex
    const min = own?.min ?? scale.min.size * scale.min.scaleRatio ** power
    const max = own?.max ?? scale.max.size * scale.max.scaleRatio ** power
    const slope = (max - min) / (maxScreenWidth - minScreenWidth)
    const intercept = min - slope * minScreenWidth
    const line = `${roundDecimals(slope * 100, 2)}vw + ${length(intercept)}`
    const value = min === max ? length(min) : `clamp(${length(min)}, calc(${line}), ${length(max)})`
    return { step, name: stepName(namingConvention, step), min, max, value }
  })
}
