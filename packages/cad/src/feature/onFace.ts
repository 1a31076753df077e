import type { FeatureInputs, Ref } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { boundingBox, pointsOf, type Use, withArena } from '../geometry/occ.ts'
import type { FaceInfo } from '../geometry/topology.ts'
import { cross, type Frame, scale, toWorld, type V2 } from '../geometry/vector.ts'
import type { Outline, Region } from '../sketch/profile.ts'
import { areaOf, type Segment } from '../sketch/segment.ts'
import { reachThrough } from './extrude.ts'
import type { Made, MakeContext, Tool } from './make.ts'
import { makeFace, namedTool, prisms } from './solids.ts'

/** How far a hole through everything begins above its face, so that nothing thin stays. */
const BEYOND = 1

/** A place on a planar face, as a frame whose origin it is. */
function placeOn(
  context: MakeContext,
  ref: Ref,
  place: { u: FeatureInputs<'hole'>['u']; v: FeatureInputs<'hole'>['v'] },
): Frame {
  const { frame, face } = context.plane(ref)
  if (!face)
    throw new FeatureError('invalid_ref', 'It goes on a planar face of a body.', { hint: 'findFaces returns faces.' })
  const { min, max } = rectangleOf(context, face, frame)
  const [u, v] = [context.value(place.u, 'number'), context.value(place.v, 'number')]
  if (u < 0 || u > 1 || v < 0 || v > 1)
    throw new FeatureError('invalid_value', 'A place on a face is between 0 and 1 in both directions.')
  return { ...frame, origin: toWorld(frame, [min[0] + u * (max[0] - min[0]), min[1] + v * (max[1] - min[1])]) }
}

function rectangleOf({ oc }: MakeContext, { face }: FaceInfo, frame: Frame): { min: V2; max: V2 } {
  return withArena((use) => {
    const trsf = use(new oc.gp_Trsf())
    trsf.SetTransformation(pointsOf(oc, use).ax3(frame))
    const box = boundingBox(oc, use(face.Moved(use(new oc.TopLoc_Location(trsf)), false)))
    if (!box) throw new FeatureError('invalid_ref', 'The face has no extent.')
    return { min: [box.min[0], box.min[1]], max: [box.max[0], box.max[1]] }
  })
}

const closedOutline = (segments: Segment[]): Outline => ({
  segments,
  area: segments.reduce((sum, each) => sum + areaOf(each), 0) / 2,
})

const circle = (r: number): Region => ({
  outer: closedOutline([{ kind: 'arc', entity: 'wall', a: [r, 0], b: [r, 0], c: [0, 0], r, ccw: true, full: true }]),
  holes: [],
})

/** A rectangle about the origin, with rounded corners where `r` is not zero. Its sides are named by where they are. */
export function rectangle(width: number, length: number, r = 0): Region {
  const [x, y] = [width / 2, length / 2]
  const sides: readonly { corner: V2; along: V2; side: string; name: string }[] = [
    { corner: [x, -y], along: [0, 1], side: 'right', name: 'frontRight' },
    { corner: [x, y], along: [-1, 0], side: 'back', name: 'backRight' },
    { corner: [-x, y], along: [0, -1], side: 'left', name: 'backLeft' },
    { corner: [-x, -y], along: [1, 0], side: 'front', name: 'frontLeft' },
  ]
  const from = ([px, py]: V2, [dx, dy]: V2, by: number): V2 => [px + dx * by, py + dy * by]
  const segments = sides.flatMap(({ corner, along, side, name }, i): Segment[] => {
    const before = sides[(i + 3) % 4]?.along ?? along
    const next = sides[(i + 1) % 4]?.corner ?? corner
    const [a, b, end] = [from(corner, before, -r), from(corner, along, r), from(next, along, -r)]
    const isLine = Math.hypot(end[0] - b[0], end[1] - b[1]) > 1e-9
    return [
      ...(r > 0 ? [{ kind: 'arc' as const, entity: name, a, b, c: from(a, along, r), r, ccw: true }] : []),
      ...(isLine ? [{ kind: 'line' as const, entity: side, a: b, b: end }] : []),
    ]
  })
  return { outer: closedOutline(segments), holes: [] }
}

export function makeHole(context: MakeContext, inputs: FeatureInputs<'hole'>): Made {
  const { oc, feature } = context
  const diameter = context.size(inputs.diameter, 'diameter')
  const frame = placeOn(context, inputs.face, inputs)
  const depth = inputs.depth === undefined ? undefined : context.size(inputs.depth, 'depth')
  // Through all that lies below the face.
  const bottom = depth === undefined ? Math.min(reachThrough(context, frame).least, 0) - BEYOND : -depth
  const bore = prisms(oc, [circle(diameter / 2)], frame, [0, bottom], feature.id)
  const wider = [...counterbore(context, inputs, frame, diameter), ...countersink(context, inputs, frame, diameter)]
  return { tools: { op: 'cut', solids: [...bore, ...wider] } }
}

/** A wider cylinder at the mouth of a hole, for the head of a screw. */
function counterbore(context: MakeContext, inputs: FeatureInputs<'hole'>, frame: Frame, diameter: number): Tool[] {
  const { counterboreDiameter, counterboreDepth } = inputs
  if (counterboreDiameter === undefined && counterboreDepth === undefined) return []
  if (counterboreDiameter === undefined || counterboreDepth === undefined)
    throw new FeatureError('invalid_value', 'A counterbore has a diameter and a depth.')
  const wide = widerThan(diameter, context.size(counterboreDiameter, 'diameter of the counterbore'))
  const depth = context.size(counterboreDepth, 'depth of the counterbore')
  return prisms(context.oc, [circle(wide / 2)], frame, [0, -depth], context.feature.id).map((tool) =>
    withSource(tool, 'counterbore'),
  )
}

/** A cone at the mouth of a hole, 90 degrees wide if nothing else is said. */
function countersink(context: MakeContext, inputs: FeatureInputs<'hole'>, frame: Frame, diameter: number): Tool[] {
  const { countersinkDiameter, countersinkAngle } = inputs
  if (countersinkDiameter === undefined) {
    if (countersinkAngle === undefined) return []
    throw new FeatureError('invalid_value', 'A countersink has a diameter.')
  }
  const wide = widerThan(diameter, context.size(countersinkDiameter, 'diameter of the countersink'))
  const angle = countersinkAngle === undefined ? 90 : context.value(countersinkAngle, 'angle')
  if (!(angle >= 10 && angle <= 170))
    throw new FeatureError('invalid_value', 'The angle of a countersink is from 10 to 170 degrees.')
  const { oc, feature } = context
  const height = wide / 2 / Math.tan((angle * Math.PI) / 360)
  return [
    withArena((use) => {
      const { ax2 } = pointsOf(oc, use)
      const down = ax2(frame.origin, scale(frame.normal, -1), frame.x)
      const shape = use(
        new oc.BRepPrimAPI_MakeRevol(coneSection(context, frame, wide / 2, height, use), use(down.Axis()), true),
      ).Shape()
      const tool = namedTool(oc, shape, [], feature.id)
      return { shape, faces: tool.faces.map(({ face }) => ({ face, names: [`${feature.id}/side/countersink`] })) }
    }),
  ]
}

/** The triangle that turns to a cone, with its point below. */
function coneSection({ oc }: MakeContext, frame: Frame, radius: number, height: number, use: Use) {
  const upright: Frame = { origin: frame.origin, x: frame.x, y: frame.normal, normal: cross(frame.x, frame.normal) }
  const corners: readonly V2[] = [
    [0, 0],
    [0, -height],
    [radius, 0],
  ]
  const segments = corners.map(
    (a, i): Segment => ({ kind: 'line', entity: 'countersink', a, b: corners[(i + 1) % 3] ?? a }),
  )
  return makeFace(oc, { outer: closedOutline(segments), holes: [] }, upright, use).face
}

function widerThan(diameter: number, wide: number): number {
  if (wide > diameter) return wide
  throw new FeatureError('invalid_value', 'The mouth of a hole is wider than the hole.')
}

/** A tool whose faces have names of their own among those of the hole. */
const withSource = ({ shape, faces }: Tool, source: string): Tool => ({
  shape,
  faces: faces.map(({ face, names }) => ({
    face,
    names: names.map((name) => `${name.replace('/side/wall', '/side')}/${source}`),
  })),
})

export function makePocket(context: MakeContext, inputs: FeatureInputs<'pocket'>): Made {
  const { oc, feature } = context
  const [width, length] = [context.size(inputs.width, 'width'), context.size(inputs.length, 'length')]
  const depth = context.size(inputs.depth, 'depth')
  const radius = context.value(inputs.cornerRadius, 'length')
  if (radius < 0 || radius > Math.min(width, length) / 2 + 1e-9)
    throw new FeatureError('invalid_value', 'The corner radius is between zero and half of the shorter side.', {
      largestThatWorks: Math.min(width, length) / 2,
    })
  const frame = placeOn(context, inputs.face, inputs)
  return {
    tools: { op: 'cut', solids: prisms(oc, [rectangle(width, length, radius)], frame, [0, -depth], feature.id) },
  }
}

export function makeBoss(context: MakeContext, inputs: FeatureInputs<'boss'>): Made {
  const { oc, feature } = context
  const { shape, diameter, width, length } = inputs
  const height = context.size(inputs.height, 'height')
  const region = () => {
    if (shape === 'circle') {
      if (diameter === undefined) throw new FeatureError('invalid_value', 'A round boss has a diameter.')
      return circle(context.size(diameter, 'diameter') / 2)
    }
    if (width === undefined || length === undefined)
      throw new FeatureError('invalid_value', 'A rectangular boss has a width and a length.')
    return rectangle(context.size(width, 'width'), context.size(length, 'length'))
  }
  const outline = region()
  const frame = placeOn(context, inputs.face, inputs)
  return { tools: { op: 'add', solids: prisms(oc, [outline], frame, [0, height], feature.id) } }
}
