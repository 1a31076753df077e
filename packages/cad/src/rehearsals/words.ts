import { callOf, type Envelope, failureText } from '@atelier/operation'
import { setParameter } from '../operations/setParameter.ts'
import { setRequirement } from '../operations/setRequirement.ts'

/** The longest part of a request that is read. */
const MAX_PROMPT = 500

/** Returns whether a request has one of these words. */
export function hasWord(prompt: string, words: readonly string[]): boolean {
  const text = prompt.slice(0, MAX_PROMPT).toLowerCase()
  return words.some((word) => text.includes(word))
}

/** Three sizes in a request such as “80 × 40 × 5”; undefined without. */
export function threeSizes(prompt: string): readonly [number, number, number] | undefined {
  const found = /(\d{1,4})\s{0,3}(?:mm)?\s{0,3}[x×*]\s{0,3}(\d{1,4})\s{0,3}(?:mm)?\s{0,3}[x×*]\s{0,3}(\d{1,3})/i.exec(
    prompt.slice(0, MAX_PROMPT),
  )
  const [a, b, c] = found?.slice(1).map(Number) ?? []
  return a === undefined || b === undefined || c === undefined ? undefined : [a, b, c]
}

/** The first size of a request such as “120 mm”; undefined without. */
export function firstSize(prompt: string): number | undefined {
  const found = /(\d{1,4})\s{0,3}mm/i.exec(prompt.slice(0, MAX_PROMPT))
  return found ? Number(found[1]) : undefined
}

/** Calls that set parameters: numbers are millimetres, texts are expressions. */
export const parameterCalls = (parameters: Readonly<Record<string, number | string>>) =>
  Object.entries(parameters).map(([name, value]) =>
    callOf(setParameter, { name, expression: typeof value === 'number' ? `${value} mm` : value }),
  )

/** Calls that keep sizes of the request on the part. */
export const requirementCalls = (requirements: readonly (readonly [name: string, measure: string, value: number])[]) =>
  requirements.map(([name, measure, value]) => callOf(setRequirement, { name, measure, is: '=', value }))

/** The reason of the first call that failed; undefined if none did. */
export function firstFailure(results: readonly (Envelope | undefined)[]): string | undefined {
  const failed = results.find((result) => !result?.ok)
  return results.length > 0 && results.every((result) => result?.ok) ? undefined : failureText(failed)
}

export const rounded = (value: number): number => Math.round(value * 10) / 10
