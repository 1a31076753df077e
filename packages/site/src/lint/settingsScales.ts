import type { Scale } from '../tokens/scale.ts'

const USUAL = [
  '5xs',
  '4xs',
  '3xs',
  '2xs',
  'xxs',
  'xs',
  's',
  'sm',
  'm',
  'md',
  'base',
  'l',
  'lg',
  'xl',
  'xxl',
  '2xl',
  '3xl',
  '4xl',
  '5xl',
  '6xl',
]
const RANK = new Map([...USUAL.entries()].map(([index, step]) => [step, index]))

/** Warnings for effects of a scale that are rarely intended: sizes that shrink on wider screens, absurd or out of order. */
export function scaleWarnings({
  kind,
  steps,
  baseScaleIndex,
  min,
  max,
  manual,
  minScreenWidth,
  maxScreenWidth,
}: Scale): string[] {
  const warnings: string[] = []
  const what = kind === 'type' ? 'fontSize' : 'size'
  if (min.size > max.size)
    warnings.push(
      `min.${what} ${min.size} is above max.${what} ${max.size}, so sizes shrink as the screen grows; swap the two.`,
    )
  if (min.scaleRatio > max.scaleRatio && min.size >= max.size)
    warnings.push(
      `min.scaleRatio ${min.scaleRatio} is above max.scaleRatio ${max.scaleRatio}, so steps shrink as the screen grows; swap the two.`,
    )
  for (const [name, end] of Object.entries({ min, max })) {
    if (end.scaleRatio < 1)
      warnings.push(
        `${name}.scaleRatio ${end.scaleRatio} is below 1, so each further step is smaller; ratios are such as 1.25.`,
      )
    else if (end.scaleRatio === 1)
      warnings.push(`${name}.scaleRatio 1 makes all steps one size; ratios are such as 1.25.`)
    else if (end.scaleRatio > 2)
      warnings.push(
        `${name}.scaleRatio ${end.scaleRatio} makes each step more than twice the one before; ratios are such as 1.25.`,
      )
    const [least, most] = kind === 'type' ? [10, 32] : [4, 64]
    if (end.size < least)
      warnings.push(
        `${name}.${what} ${end.size} is in pixels, which is ${kind === 'type' ? 'too small to read' : 'next to nothing'}; ${end.size <= 3 ? `for ${end.size}rem write ${end.size * 16}` : 'write such as 16'}.`,
      )
    else if (end.size > most)
      warnings.push(
        `${name}.${what} ${end.size} is in pixels, and is the size of the step ${steps[baseScaleIndex] ?? ''} alone; write such as 16.`,
      )
    const largest = end.size * end.scaleRatio ** (steps.length - 1 - baseScaleIndex)
    const limit = kind === 'type' ? 200 : 600
    if (end.scaleRatio <= 2 && end.size <= most && largest > limit)
      warnings.push(
        `With ${name} the step ${steps.at(-1)} comes to ${Math.round(largest)} px; take fewer steps, a smaller ratio or another baseScaleIndex.`,
      )
  }
  for (const [step, size] of Object.entries(manual ?? {})) {
    if (!steps.includes(step))
      warnings.push(
        `manual names the step “${step.slice(0, 40)}”, which the scale does not have; its steps are ${steps.slice(0, 20).join(', ')}.`,
      )
    else if (size.min > size.max)
      warnings.push(
        `manual.${step}: min ${size.min} is above max ${size.max}, so it shrinks as the screen grows; swap the two.`,
      )
  }
  if (minScreenWidth < 200)
    warnings.push(`minScreenWidth ${minScreenWidth} is narrower than any screen; write pixels, such as 320.`)
  if (maxScreenWidth > 3_000)
    warnings.push(
      `maxScreenWidth ${maxScreenWidth} is wider than most screens, so the largest sizes are never reached; write such as 1400.`,
    )
  if (minScreenWidth >= 200 && maxScreenWidth - minScreenWidth < 100)
    warnings.push(
      `Between ${minScreenWidth} and ${maxScreenWidth} px the sizes jump instead of growing; write such as 320 and 1400.`,
    )
  const ranks = steps.flatMap((step) => RANK.get(step) ?? [])
  if (ranks.length === steps.length && ranks.some((rank, index) => rank < (ranks[index - 1] ?? -1)))
    warnings.push(
      `The steps ${steps.slice(0, 20).join(', ')} are out of order: sizes grow from the first to the last. Sort them from small to large.`,
    )
  return warnings
}
