import type { Draft, Json, View } from '@atelier/documents'
import { generateKeyBetween } from 'fractional-indexing'
import { checkPartValue } from './check.ts'
import type { FeatureInputs, FeatureType } from './inputs.ts'
import { type Part, readPart } from './part.ts'
import type { AnyBirth, Birth } from './records.ts'

/** A part that is being written, with what its new things are marked with. */
export interface PartDraft {
  readonly draft: Draft
  newId(): string
  readonly run?: string | undefined
}

/** A value that a part's type does not accept; operations check their input before, so this is a bug. */
export class UnacceptedValue extends Error {
  override name = 'UnacceptedValue'
}

/** Writes a value of a part. @throws UnacceptedValue */
export function writeField({ draft }: Pick<PartDraft, 'draft'>, key: string, value: Json): void {
  const refused = checkPartValue(key, value, (each) => draft.get(each))
  if (refused !== undefined) throw new UnacceptedValue(`${key}: ${refused}`)
  draft.set(key, value)
}

/** An id that the part does not have: a word and five letters. */
export function newPartId({ draft, newId }: Pick<PartDraft, 'draft' | 'newId'>, word: string): string {
  for (;;) {
    const id = `${word.toLowerCase()}-${newId()
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .slice(-5)
      .padStart(5, '0')}`
    if (!draft.has(id)) return id
  }
}

/** Makes a thing of a part and returns its id. */
export function createThing(part: PartDraft, word: string, birth: AnyBirth): string {
  const id = newPartId(part, word)
  const fields = Object.entries({ ...birth, ...(part.run === undefined ? {} : { run: part.run }) })
  writeField(part, id, Object.fromEntries(fields.filter((entry): entry is [string, Json] => entry[1] !== undefined)))
  return id
}

/** Adds a feature behind all others, or behind one. */
export function createFeature<T extends FeatureType>(
  part: PartDraft,
  type: T,
  inputs: FeatureInputs<T>,
  options: { name?: string | undefined; after?: string | undefined } = {},
): string {
  const { features } = readPart(part.draft)
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null))
  return createThing(part, type, {
    kind: 'feature',
    type,
    name: options.name ?? nextName(features, type),
    order: orderAfter(features, options.after ?? features.at(-1)?.id ?? null),
    inputs: given,
  })
}

/** An order key behind a feature, in front of all if there is none. */
export function orderAfter(features: readonly { id: string; order: string }[], after: string | null): string {
  const at = after === null ? -1 : features.findIndex(({ id }) => id === after)
  const [before, next] = [features[at]?.order ?? null, features[at + 1]?.order ?? null]
  try {
    return generateKeyBetween(before, before === next ? null : next)
  } catch {
    // Two users made equal keys: the feature comes behind both.
    return `${before ?? ''}V`
  }
}

/** “Extrude 2” for the second of its type. */
export function nextName(features: Part['features'], type: string): string {
  const taken = new Set(features.map(({ name }) => name))
  const word = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`
  for (let number = 1; ; number += 1) if (!taken.has(`${word} ${number}`)) return `${word} ${number}`
}

export const deleteThing = (part: Pick<PartDraft, 'draft'>, id: string): void => writeField(part, `${id}/deleted`, true)

export function setInput(part: Pick<PartDraft, 'draft'>, feature: string, input: string, value: Json): void {
  writeField(part, `${feature}/in:${input}`, value)
}

export const addPoint = (part: PartDraft, sketch: string, x: number, y: number): string =>
  createThing(part, 'point', { kind: 'point', sketch, xy: [x, y] })

export const addLine = (part: PartDraft, sketch: string, a: string, b: string, construction = false): string =>
  createThing(part, 'line', { kind: 'line', sketch, a, b, ...(construction ? { construction } : {}) })

export const addCircle = (part: PartDraft, sketch: string, c: string, r: number, construction = false): string =>
  createThing(part, 'circle', { kind: 'circle', sketch, c, r, ...(construction ? { construction } : {}) })

export const addArc = (
  part: PartDraft,
  sketch: string,
  arc: { a: string; b: string; c: string; ccw: boolean },
  construction = false,
): string => createThing(part, 'arc', { kind: 'arc', sketch, ...arc, ...(construction ? { construction } : {}) })

export const addSpline = (
  part: PartDraft,
  sketch: string,
  points: readonly string[],
  { closed = false, construction = false }: { closed?: boolean; construction?: boolean } = {},
): string =>
  createThing(part, 'spline', {
    kind: 'spline',
    sketch,
    points: [...points],
    ...(closed ? { closed } : {}),
    ...(construction ? { construction } : {}),
  })

export const addConstraint = (
  part: PartDraft,
  sketch: string,
  type: Birth<'constraint'>['type'],
  refs: Birth<'constraint'>['refs'],
  value?: number | string,
): string =>
  createThing(part, 'constraint', { kind: 'constraint', sketch, type, refs, ...(value === undefined ? {} : { value }) })

/** Whether everything with one of these ids was made by one run. */
export function isOfRun(view: View, ids: readonly string[], run: string | undefined): boolean {
  if (run === undefined) return false
  return ids.every((id) => {
    const birth = view.get(id)
    return typeof birth === 'object' && birth !== null && 'run' in birth && birth.run === run
  })
}
