import { type Flow, HORIZONTAL, isOfAll, longhandsOf } from './longhands.ts'

/** Writing modes that together give every logical property each of its possible sides. */
const flows: readonly Flow[] = [
  HORIZONTAL,
  { writingMode: 'horizontal-tb', direction: 'rtl' },
  { writingMode: 'vertical-lr', direction: 'ltr' },
  { writingMode: 'vertical-rl', direction: 'rtl' },
]

/**
 * Whether the order of two declarations can matter: the same property under either of its names, a shorthand and what it
 * sets, two shorthands that share a longhand, or a logical property and one of its possible sides.
 */
export function overlap(one: string, other: string): boolean {
  if (one === other) return true
  if (one.startsWith('--') || other.startsWith('--')) return false
  if (one === 'all' || other === 'all') return isOfAll(one === 'all' ? other : one)
  return flows.some((flow) => {
    const set = longhandsOf(one, flow)
    return longhandsOf(other, flow).some((longhand) => set.includes(longhand))
  })
}
