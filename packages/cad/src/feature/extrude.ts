import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { boundingBox, reachAlong } from '../geometry/occ.ts'
import { dot, type Frame } from '../geometry/vector.ts'
import { profileOf } from '../sketch/profile.ts'
import type { Made, MakeContext } from './make.ts'
import { heightOf, prisms } from './solids.ts'

/** How far beyond all bodies a cut through all of them reaches. */
const BEYOND = 1

export function makeExtrude(context: MakeContext, inputs: FeatureInputs<'extrude'>): Made {
  const { oc, feature } = context
  const { frame, onFace, ...sketch } = context.sketch(inputs.sketch)
  const regions = profileOf(sketch)
  const heights = heightsOf(context, inputs, frame, onFace)
  return { tools: { op: inputs.op, merge: inputs.merge, solids: prisms(oc, regions, frame, heights, feature.id) } }
}

function heightsOf(
  context: MakeContext,
  inputs: FeatureInputs<'extrude'>,
  frame: Frame,
  onFace: boolean,
): [number, number] {
  const { direction = inputs.op === 'cut' && onFace ? 'reverse' : 'normal', extent = 'blind' } = inputs
  const sign = direction === 'reverse' ? -1 : 1
  if (extent === 'throughAll') {
    const reach = reachThrough(context, frame)
    if (direction === 'symmetric') return [reach.least - BEYOND, reach.most + BEYOND]
    return sign < 0 ? [0, Math.min(reach.least, 0) - BEYOND] : [0, Math.max(reach.most, 0) + BEYOND]
  }
  if (extent === 'upTo') {
    const height = heightUpTo(context, inputs, frame)
    if (Math.abs(height) < 1e-4) throw new FeatureError('no_effect', 'The sketch lies on what it goes up to.')
    return [0, height]
  }
  if (inputs.distance === undefined) throw new FeatureError('invalid_value', 'An extrusion needs a distance.')
  const distance = context.value(inputs.distance, 'length')
  if (Math.abs(distance) < 1e-4)
    throw new FeatureError('invalid_value', 'The distance of an extrusion cannot be zero.', {
      hint: 'The smallest is 0.0001 mm.',
    })
  return direction === 'symmetric' ? [-Math.abs(distance) / 2, Math.abs(distance) / 2] : [0, sign * distance]
}

/** How far the bodies reach along a frame's normal. */
export function reachThrough(
  { oc, state }: Pick<MakeContext, 'oc' | 'state'>,
  { origin, normal }: Pick<Frame, 'origin' | 'normal'>,
) {
  const reaches = state.bodies.flatMap(({ shape }) => {
    const box = boundingBox(oc, shape)
    return box ? [reachAlong(box, origin, normal)] : []
  })
  if (reaches.length === 0) throw new FeatureError('no_effect', 'There is no body to go through.')
  return { least: Math.min(...reaches.map(({ least }) => least)), most: Math.max(...reaches.map(({ most }) => most)) }
}

function heightUpTo(context: MakeContext, { to }: FeatureInputs<'extrude'>, frame: Frame): number {
  if (to === undefined) throw new FeatureError('invalid_value', 'An extrusion up to something names it by `to`.')
  const { frame: target } = context.plane(to)
  if (Math.abs(dot(target.normal, frame.normal)) < 1 - 1e-6)
    throw new FeatureError('invalid_value', 'The face that it goes up to is not parallel to the sketch.')
  return heightOf(frame, target.origin)
}
