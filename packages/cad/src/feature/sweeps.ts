import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { freeState } from '../geometry/body.ts'
import { pointsOf, withArena } from '../geometry/occ.ts'
import { direction, distanceApart, subtract, toWorld, type V2, type V3 } from '../geometry/vector.ts'
import { profileOf, segmentOf } from '../sketch/profile.ts'
import { apart, areaOf, reversed, type Segment, samplesOf, smallestRadius } from '../sketch/segment.ts'
import { reachThrough } from './extrude.ts'
import { makeHelix } from './helix.ts'
import { attemptMaker, type Made, type MakeContext, type PlacedSketch, type Tool } from './make.ts'
import { booleanOf, generated, makeFace, makeWire, namedTool, prisms, sweptNames } from './solids.ts'

/** A line of a sketch that something is turned or wound about. @throws FeatureError if it is none */
export function axisLineOf(sketch: PlacedSketch, id: string): Extract<Segment, { kind: 'line' }> {
  const entity = sketch.entities.find((each) => each.id === id)
  const segment = entity && segmentOf(sketch, entity)
  if (segment?.kind !== 'line')
    throw new FeatureError('not_found', 'The axis is no line of the sketch.', { refs: [id] })
  if (apart(segment.a, segment.b) < 1e-6)
    throw new FeatureError('invalid_value', 'The line has no length.', { refs: [id] })
  return segment
}

export function makeRevolve(context: MakeContext, inputs: FeatureInputs<'revolve'>): Made {
  const { oc, feature } = context
  const sketch = context.sketch(inputs.sketch)
  const { frame } = sketch
  const axis = axisLineOf(sketch, inputs.axis)
  const angle = context.value(inputs.angle, 'angle')
  if (!(angle > 1e-3 && angle <= 360))
    throw new FeatureError('invalid_value', 'The angle of a revolution is above 0 and at most 360 degrees.')
  const regions = profileOf(sketch)
  const along: V2 = [axis.b[0] - axis.a[0], axis.b[1] - axis.a[1]]
  const size = Math.hypot(...along)
  const side = ([x, y]: V2) => (along[0] * (y - axis.a[1]) - along[1] * (x - axis.a[0])) / size
  const sides = regions.flatMap(({ outer }) => outer.segments.flatMap((segment) => extentOf(segment, side)))
  if (Math.min(...sides) < -1e-6 && Math.max(...sides) > 1e-6)
    throw new FeatureError('profile_crosses_axis', 'The outline crosses the axis that it is turned about.', {
      refs: [inputs.axis],
    })
  const origin = toWorld(frame, axis.a)
  const axisDirection = direction(subtract(toWorld(frame, axis.b), origin)) ?? frame.normal
  const solids = regions.map((region) =>
    withArena((use) => {
      const { face, edges } = makeFace(oc, region, frame, use)
      const about = pointsOf(oc, use).axis(origin, axisDirection)
      const full = angle > 360 - 1e-9
      // The number of arguments chooses what is made; a full turn names its plane faces with a copy only.
      const maker = full
        ? use(new oc.BRepPrimAPI_MakeRevol(face, about, true))
        : use(new oc.BRepPrimAPI_MakeRevol(face, about, (angle * Math.PI) / 180, false))
      const born = sweptNames(oc, maker, edges, feature.id, use)
      return namedTool(oc, maker.Shape(), full ? born.slice(0, -2) : born, feature.id)
    }),
  )
  return { tools: { op: inputs.op, merge: inputs.merge, solids } }
}

/** The values that a function has along a segment. */
export const extentOf = (segment: Segment, side: (point: V2) => number): number[] => samplesOf(segment).map(side)

export function makeLoft(context: MakeContext, inputs: FeatureInputs<'loft'>): Made {
  const { oc, feature } = context
  const sections = inputs.sketches.map((id) => {
    const sketch = context.sketch(id)
    const regions = profileOf(sketch)
    const [region] = regions
    if (regions.length !== 1 || !region || region.holes.length > 0)
      throw new FeatureError('loft_failed', 'Each section of a loft is one outline without holes.', { refs: [id] })
    return { frame: sketch.frame, region }
  })
  const ruled = inputs.ruled ?? sections.length === 2
  const solid = withArena((use) =>
    attemptMaker('loft_failed', 'The sections cannot be joined.', (): Tool => {
      const maker = use(new oc.BRepOffsetAPI_ThruSections(true, ruled, 1e-6))
      const wires = sections.map(({ frame, region }) => makeWire(oc, region.outer.segments, frame, use))
      for (const { wire } of wires) maker.AddWire(wire)
      maker.CheckCompatibility(true)
      maker.Build(use(new oc.Message_ProgressRange()))
      if (!maker.IsDone()) throw new FeatureError('loft_failed', 'The sections cannot be joined.')
      const sides = (wires[0]?.edges ?? []).flatMap(({ edge, entity }) =>
        generated(oc, use(maker.Generated(edge)), use).map((shape) => ({
          shape,
          name: `${feature.id}/side/${entity}`,
        })),
      )
      const born = [
        ...sides,
        { shape: use(maker.FirstShape()), name: `${feature.id}/start` },
        { shape: use(maker.LastShape()), name: `${feature.id}/end` },
      ]
      return namedTool(oc, maker.Shape(), born, feature.id)
    }),
  )
  return { tools: { op: inputs.op, merge: inputs.merge, solids: [solid] } }
}

export function makeSweep(context: MakeContext, inputs: FeatureInputs<'sweep'>): Made {
  return 'pitch' in inputs ? makeHelix(context, inputs) : makePipe(context, inputs)
}

function makePipe(context: MakeContext, inputs: Exclude<FeatureInputs<'sweep'>, { pitch: unknown }>): Made {
  const { oc, feature } = context
  const profile = context.sketch(inputs.profile)
  const path = context.sketch(inputs.path)
  const chain = chainOf(path, inputs.entity)
  const regions = profileOf(profile)
  const start = toWorld(path.frame, chain[0]?.a ?? [0, 0])
  const reach = Math.max(
    ...regions.flatMap(({ outer }) =>
      outer.segments.flatMap((segment) =>
        samplesOf(segment).map((point) => distanceApart(toWorld(profile.frame, point), start)),
      ),
    ),
  )
  const tight = chain.find((segment) => smallestRadius(segment) <= reach + 1e-9)
  if (tight)
    throw new FeatureError('sweep_failed', 'A bend of the path is tighter than the profile is wide.', {
      refs: [tight.entity],
    })
  const solids = regions.map((region) =>
    withArena((use) =>
      attemptMaker('sweep_failed', 'The profile cannot be moved along the path.', () => {
        const spine = makeWire(oc, chain, path.frame, use)
        const { wire, edges } = makeWire(oc, region.outer.segments, profile.frame, use)
        if (region.holes.length > 0)
          throw new FeatureError('sweep_failed', 'A profile with holes cannot be swept.', {
            hint: 'Sweep the outline, then cut the hole by a second sweep.',
          })
        const maker = use(new oc.BRepOffsetAPI_MakePipeShell(spine.wire))
        maker.SetTransitionMode(oc.BRepBuilderAPI_TransitionMode.BRepBuilderAPI_RightCorner)
        maker.Add(wire, false, false)
        maker.Build(use(new oc.Message_ProgressRange()))
        if (!maker.IsDone() || !maker.MakeSolid())
          throw new FeatureError('sweep_failed', 'The profile cannot be moved along the path.')
        return namedTool(oc, maker.Shape(), sweptNames(oc, maker, edges, feature.id, use), feature.id)
      }),
    ),
  )
  return { tools: { op: inputs.op, merge: inputs.merge, solids } }
}

/** The chain of lines, arcs and splines that holds an entity, one behind the other. */
function chainOf(path: PlacedSketch, entity: string): Segment[] {
  const all = path.entities.filter(({ construction }) => !construction).map((each) => segmentOf(path, each))
  const first = all.find((each) => each.entity === entity)
  if (!first)
    throw new FeatureError('not_found', 'The path is no line, arc or spline of the sketch.', { refs: [entity] })
  const chain = [first]
  const rest = new Set(all.filter((each) => each !== first))
  for (let grew = true; grew; ) {
    grew = false
    for (const each of rest) {
      const [head, tail] = [chain[0], chain.at(-1)]
      if (!head || !tail || apart(head.a, tail.b) < 1e-6) break
      if (apart(each.a, tail.b) < 1e-5) chain.push(each)
      else if (apart(each.b, tail.b) < 1e-5) chain.push(reversed(each))
      else if (apart(each.b, head.a) < 1e-5) chain.unshift(each)
      else if (apart(each.a, head.a) < 1e-5) chain.unshift(reversed(each))
      else continue
      rest.delete(each)
      grew = true
    }
  }
  return chain
}

export function makeRib(context: MakeContext, inputs: FeatureInputs<'rib'>): Made {
  const { oc, feature, state } = context
  const sketch = context.sketch(inputs.sketch)
  const { frame } = sketch
  const line = axisLineOf(sketch, inputs.line)
  const thickness = context.size(inputs.thickness, 'thickness')
  const size = apart(line.a, line.b)
  const across: V2 = [-(line.b[1] - line.a[1]) / size, (line.b[0] - line.a[0]) / size]
  const [left, right] =
    inputs.direction === 'symmetric'
      ? [thickness / 2, -thickness / 2]
      : inputs.direction === 'left'
        ? [thickness, 0]
        : [0, -thickness]
  const at = ([x, y]: V2, by: number): V2 => [x + across[0] * by, y + across[1] * by]
  const corners = [at(line.a, right), at(line.b, right), at(line.b, left), at(line.a, left)]
  const names = ['right', 'end', 'left', 'start']
  const segments = corners.map(
    (a, i): Segment => ({ kind: 'line', entity: names[i] ?? '', a, b: corners[(i + 1) % 4] ?? a }),
  )
  const outer = { segments, area: segments.reduce((sum, each) => sum + areaOf(each), 0) / 2 }
  const bottom = Math.min(reachThrough(context, frame).least, 0)
  if (bottom > -1e-6) throw new FeatureError('no_effect', 'There is no body below the plane of the rib.')
  const [column] = prisms(oc, [{ outer, holes: [] }], frame, [0, bottom], feature.id)
  if (!column) throw new FeatureError('empty_profile', 'The rib is empty.')
  // The part of the column between its line and the body.
  const cut = booleanOf(
    oc,
    'subtract',
    [{ id: feature.id, shape: column.shape, faces: column.faces }],
    state.bodies.map(({ shape, faces }) => ({ shape, sources: faces })),
    feature.id,
  )
  const grown = cut.filter(({ faces }) => faces.some(({ names: own }) => own.includes(`${feature.id}/start`)))
  freeState({ bodies: cut.filter((each) => !grown.includes(each)) })
  if (grown.length === 0) throw new FeatureError('no_effect', 'The rib lies within the body.')
  return { tools: { op: 'add', solids: grown.map(({ shape, faces }) => ({ shape, faces })) } }
}

export function makePrimitive(context: MakeContext, { radius, op, merge, ...at }: FeatureInputs<'primitive'>): Made {
  const { oc, feature } = context
  const r = context.size(radius, 'radius')
  const centre: V3 = [context.value(at.x, 'length'), context.value(at.y, 'length'), context.value(at.z, 'length')]
  const solid = withArena((use) => {
    const maker = use(new oc.BRepPrimAPI_MakeSphere(pointsOf(oc, use).point(centre), r))
    const shape = maker.Shape()
    const tool = namedTool(oc, shape, [], feature.id)
    return { shape, faces: tool.faces.map(({ face }) => ({ face, names: [`${feature.id}/side/sphere`] })) }
  })
  return { tools: { op, merge, solids: [solid] } }
}
