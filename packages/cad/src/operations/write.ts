import { type Envelope, fail, type OperationError, ok } from '@atelier/operation'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Build, BuiltFeature } from '../build/types.ts'
import type { PartContext } from '../context/context.ts'
import { createFeature, type PartDraft, UnacceptedValue, writeField as writeValue } from '../document/changes.ts'
import { type Dimension, type FeatureInputs, type FeatureType, Ref } from '../document/inputs.ts'
import { type Part, type PartFeature, readPart } from '../document/part.ts'
import { millimetresIn } from '../expression/units.ts'
import type { Answer, Ask } from '../kernel/port.ts'
import type { Diff, R, Rs, writtenOutput } from './inputs.ts'

export type Written = { [K in keyof typeof writtenOutput]: Static<(typeof writtenOutput)[K]> }

/** An edit that cannot be made, as the error that the call answers. */
export class Refusal extends Error {
  readonly result: Envelope<never>
  constructor(code: string, message: string, extra: Omit<OperationError, 'code' | 'message'> = {}) {
    super(message)
    this.result = fail(code, message, extra)
  }
}

/** A part that a call changes. */
export interface Edit extends PartDraft {
  /** The part before the call. */
  part: Part
  /** A length that came in: a number counts in the document's units. */
  length(dimension: Dimension): Dimension
  /** @throws Refusal if a query has other criteria than there are */
  ref(given: Static<typeof R>): Ref
  refs(given: Static<typeof Rs>): Ref[]
  /** A plain length in mm. */
  mm(length: number): number
  /** Tells which sketch is edited: its solved points are stored with the edit. */
  touch(sketch: string): void
  feature(id: string): PartFeature
}

/** The most names that an answer lists. */
const MOST_LISTED = 40

/**
 * Changes a part and builds it: the answer says what the kernel has made of it. An edit that leaves a new error anywhere is
 * refused with that error, and nothing is stored.
 */
export async function writePart<Data extends object>(
  context: PartContext,
  { allowErrors = false }: { allowErrors?: boolean },
  change: (edit: Edit) => Data,
): Promise<Envelope<Data & Written>> {
  try {
    const { draft } = context
    const part = readPart(draft)
    const before = await buildOf(context, part)
    let sketch: string | undefined
    const unit = millimetresIn(part.units)
    const data = change({
      draft,
      newId: () => context.newId(),
      run: context.actor.runId,
      part,
      length: (dimension) => (typeof dimension === 'number' ? dimension * unit : dimension),
      ref: checkedRef,
      refs: refsIn,
      mm: (length) => length * unit,
      touch(id) {
        sketch = id
      },
      feature: (id) => featureOf(part, id),
    })
    const after = await buildOf(context, readPart(draft))
    const broken = newError(before, after)
    if (broken && !allowErrors) return buildRefusal(broken)
    const built = after.features.find(({ id }) => id === sketch)?.sketch
    const warnings = built && sketch !== undefined ? settleSketch(context, part, built) : []
    const diff = diffOf(before, after, built)
    return ok({ ...data, status: broken ? 'errors' : 'ok', diff }, { warnings })
  } catch (error) {
    if (error instanceof Refusal) return error.result
    if (error instanceof UnacceptedValue) return fail('invalid_value', error.message)
    throw error
  }
}

function checkedRef(given: unknown): Ref {
  if (Value.Check(Ref, given)) return given
  throw new Refusal('invalid_ref', 'This is no query.', {
    hint: 'A query is {"faces": …} or {"edges": …} with createdBy, role, on, between, direction, minSize, maxSize, nearest, largest, all; faces also surface and orientation, edges curve and convexity.',
  })
}

/** The refs of an input. @throws Refusal if a query has other criteria than there are */
export const refsIn = (given: unknown): Ref[] => (Array.isArray(given) ? given : [given]).map(checkedRef)

/** Stores where the solver has moved points, and constraints that are redundant as driven. */
function settleSketch(
  context: PartContext,
  before: Part,
  { moved, redundant }: NonNullable<BuiltFeature['sketch']>,
): string[] {
  for (const { id, xy } of moved) writeValue(context, `${id}/xy`, xy)
  const known = new Set(before.constraints.map(({ id }) => id))
  const added = redundant.filter((id) => !known.has(id))
  for (const id of added) writeValue(context, `${id}/driven`, true)
  return added.map((id) => `${id} says what already holds: it is kept as driven.`)
}

export function featureOf(part: Part, id: string): PartFeature {
  const found = part.features.find((each) => each.id === id)
  if (found) return found
  const known = part.features.slice(0, 40).map((each) => each.id)
  throw new Refusal('not_found', `There is no feature “${id.slice(0, 60)}”.`, {
    hint: known.length > 0 ? `There are ${known.join(', ')}.` : 'The part is empty.',
  })
}

/** Asks the kernel. @throws Refusal if it has no answer */
export async function askKernel<K extends Ask['kind']>(
  context: PartContext,
  part: Part,
  question: Extract<Ask, { kind: K }>,
  kind: K,
): Promise<Extract<Answer, { kind: K }>> {
  const answer = await context.kernel.evaluate(part, question)
  if (isKind(answer, kind)) return answer
  if (answer.kind !== 'refused') throw new Error(`The kernel answered ${answer.kind} to ${kind}.`)
  const { code, message, hint, refs } = answer
  throw new Refusal(code, refs?.length ? `${message} (${refs.slice(0, 8).join(', ')})` : message, hint ? { hint } : {})
}

function isKind<K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> {
  return answer.kind === kind
}

export const buildOf = async (context: PartContext, part: Part): Promise<Build> =>
  (await askKernel(context, part, { kind: 'build' }, 'build')).build

/** Runs a read; a refusal of the kernel is the answer. */
export async function readAnswer<Data>(work: () => Promise<Data>): Promise<Envelope<Data>> {
  try {
    return ok(await work())
  } catch (error) {
    if (error instanceof Refusal) return error.result
    throw error
  }
}

function newError(before: Build, after: Build): BuiltFeature | undefined {
  const failed = new Set(
    before.features.flatMap(({ id, status }) => (status === 'error' || status === 'skipped' ? [id] : [])),
  )
  return after.features.find(({ id, status }) => status === 'error' && !failed.has(id))
}

function buildRefusal({ id, error }: BuiltFeature): Envelope<never> {
  if (!error) return fail('invalid_solid', `${id} cannot be built.`)
  const { code, message, hint, refs, points, largestThatWorks } = error
  const about = [
    ...(refs?.length ? [`at ${refs.slice(0, 8).join(', ')}`] : []),
    ...(points?.length
      ? [
          `at ${points
            .slice(0, 4)
            .map((point) => `(${point.map((each) => Math.round(each * 1e4) / 1e4).join(', ')})`)
            .join(' ')}`,
        ]
      : []),
  ]
  const largest = largestThatWorks === undefined ? '' : ` The largest that works is ${largestThatWorks} mm.`
  return fail(code, `${id}: ${message}${about.length > 0 ? ` (${about.join('; ')})` : ''}${largest}`, {
    hint: hint ?? 'Nothing was stored.',
  })
}

function diffOf(before: Build, after: Build, sketch: BuiltFeature['sketch']): Static<typeof Diff> {
  const [old, now] = [before.measures, after.measures]
  const [had, has] = [new Set(before.names), new Set(after.names)]
  const listed = (all: string[]) => ({ items: all.slice(0, MOST_LISTED), count: all.length })
  const statuses = new Map(before.features.map(({ id, status }) => [id, status]))
  const changed = after.features.filter(({ id, status }) => statuses.get(id) !== status)
  const gone = before.features.filter(({ id }) => !after.features.some((each) => each.id === id))
  const box = ({ box: each }: Build['measures']) => each && { min: [...each.min], max: [...each.max] }
  const [boxBefore, boxAfter] = [box(old), box(now)]
  const fresh = listed(after.names.filter((name) => !had.has(name)))
  const lost = listed(before.names.filter((name) => !has.has(name)))
  return {
    volume: { before: old.volume, after: now.volume },
    area: { before: old.area, after: now.area },
    bodies: { before: old.bodies, after: now.bodies },
    box: { ...(boxBefore ? { before: boxBefore } : {}), ...(boxAfter ? { after: boxAfter } : {}) },
    faces: { added: fresh.count, removed: lost.count },
    names: { new: fresh, lost },
    features: [
      ...changed.map(({ id, status, error }) => ({
        id,
        from: statuses.get(id) ?? 'absent',
        to: status,
        ...(error ? { error: { code: error.code, message: error.message } } : {}),
      })),
      ...gone.map(({ id, status }) => ({ id, from: status, to: 'absent' })),
    ].slice(0, MOST_LISTED),
    ...(sketch
      ? { sketch: { status: sketch.status, degreesOfFreedom: sketch.degreesOfFreedom, moved: sketch.moved.length } }
      : {}),
  }
}

/** The lengths of an input that are given, under the same names. */
export function lengthsIn<K extends string>(
  edit: Edit,
  input: { readonly [name in K]?: Dimension },
  names: readonly K[],
): { [name in K]?: Dimension } {
  const lengths: { [name in K]?: Dimension } = {}
  for (const name of names) {
    const given = input[name]
    if (given !== undefined) lengths[name] = edit.length(given)
  }
  return lengths
}

/** Adds one feature. */
export const writeFeature = <T extends FeatureType>(
  context: PartContext,
  input: { allowErrors?: boolean; name?: string },
  type: T,
  inputs: (edit: Edit) => FeatureInputs<T>,
): Promise<Envelope<{ featureId: string } & Written>> =>
  writePart(context, input, (edit) => ({ featureId: createFeature(edit, type, inputs(edit), { name: input.name }) }))
