import type { Token } from './all.ts'
import { readOklch } from './oklch.ts'
import { lightAndDark, resolveVariables } from './schemes.ts'

/** Shades of one colour from light to dark, by the names of their tokens: `--brand-50` … `--brand-900`. */
export interface ColorRamp {
  /** The part of the names that all steps share, with its dashes: `--brand`. */
  name: string
  /** The part between that and the number: a hyphen, or nothing. */
  separator: string
  /** The colour that has this name itself, if there is one. */
  base?: Token
  /** In the order of their numbers. */
  steps: readonly RampStep[]
}

export interface RampStep {
  /** `50`. */
  step: string
  token: Token
}

const STEP = /^(--.*[^\d-])(-?)(\d{1,4})$/
/** How much lighter a step may be than the one before, from 0 to 1. */
const TOLERANCE = 0.03

/**
 * The ramps among the tokens of a site, in the order of their first steps: three or more colours numbered 50, 100, 200
 * and so on, or five or more numbered from 1 that go in one direction, from light to dark or back.
 */
export function colorRamps(tokens: readonly Token[]): ColorRamp[] {
  const byName = new Map(tokens.map((token) => [token.name, token]))
  const families = new Map<string, { name: string; separator: string; steps: RampStep[] }>()
  for (const token of tokens) {
    if (token.kind !== 'color' || token.variantOf !== undefined || !token.declared) continue
    const [, name, separator = '', step] = STEP.exec(token.name) ?? []
    if (name === undefined || step === undefined) continue
    const key = `${name}${separator}`
    const family = families.get(key) ?? { name, separator, steps: [] }
    families.set(key, family)
    family.steps.push({ step, token })
  }
  return [...families.values()].flatMap(({ name, separator, steps }) => {
    steps.sort((a, b) => Number(a.step) - Number(b.step))
    if (!isRamp(steps, (variable) => byName.get(variable)?.value)) return []
    const base = byName.get(name)
    return [{ name, separator, steps, ...(base?.kind === 'color' ? { base } : {}) }]
  })
}

function isRamp(steps: readonly RampStep[], lookUp: (name: string) => string | undefined): boolean {
  const numbers = steps.map(({ step }) => Number(step))
  if (new Set(numbers).size < numbers.length) return false
  if (steps.length >= 3 && numbers.every((number) => number % 5 === 0)) return true
  if (steps.length < 5 || numbers.some((number) => number > 20)) return false
  const lightness = steps.flatMap(({ token }) => {
    const value = resolveVariables(token.value, lookUp)
    return readOklch(lightAndDark(value)?.light ?? value)?.lightness ?? []
  })
  const gaps = lightness.slice(1).map((each, index) => each - (lightness[index] ?? 0))
  const up = gaps.filter((gap) => gap > TOLERANCE).length
  const down = gaps.filter((gap) => gap < -TOLERANCE).length
  // The scales of twelve steps by Radix have one that leaves the order: the accent itself.
  return Math.min(up, down) <= (steps.length > 9 ? 1 : 0) && Math.max(up, down) >= 3
}
