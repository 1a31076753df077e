import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { pointsOf, type Use, withArena } from '../geometry/occ.ts'
import { addVectors, direction, scale, subtract, toWorld, type V2, type V3 } from '../geometry/vector.ts'
import { profileOf } from '../sketch/profile.ts'
import { attemptMaker, type Made, type MakeContext } from './make.ts'
import { makeWire, namedTool, sweptNames } from './solids.ts'
import { axisLineOf, extentOf } from './sweeps.ts'

type HelixInputs = Extract<FeatureInputs<'sweep'>, { pitch: unknown }>

const MOST_TURNS = 200
/** How exactly the kernel follows the helix, in mm. */
const TOLERANCE = 1e-7

/**
 * Moves an outline along a helix about a line of its own sketch, without turning it against the axis: a screw motion, whose
 * volume is the area of the outline times the way of its centre around the axis.
 */
export function makeHelix(context: MakeContext, inputs: HelixInputs): Made {
  const { oc, feature } = context
  const sketch = context.sketch(inputs.profile)
  const { frame } = sketch
  const line = axisLineOf(sketch, inputs.axis)
  const pitch = context.size(inputs.pitch, 'pitch')
  const turns = context.value(inputs.turns, 'number')
  if (!(turns >= 0.01 && turns <= MOST_TURNS))
    throw new FeatureError('invalid_value', `A helix has between 0.01 and ${MOST_TURNS} turns.`)
  const regions = profileOf(sketch)
  const [dx, dy] = [line.b[0] - line.a[0], line.b[1] - line.a[1]]
  const size = Math.hypot(dx, dy)
  const segments = regions.flatMap(({ outer }) => outer.segments)
  const extent = (of: (point: V2) => number) => {
    const values = segments.flatMap((segment) => extentOf(segment, of))
    return { least: Math.min(...values), most: Math.max(...values) }
  }
  const off = extent(([x, y]) => (dx * (y - line.a[1]) - dy * (x - line.a[0])) / size)
  if (off.least < 1e-6 && off.most > -1e-6)
    throw new FeatureError('profile_crosses_axis', 'The outline meets the axis that it is wound about.', {
      refs: [inputs.axis],
    })
  const along = extent(([x, y]) => (dx * x + dy * y) / size)
  if (turns >= 1 && along.most - along.least > pitch - 1e-6)
    throw new FeatureError('sweep_failed', 'Each turn would run into the next.', {
      hint: `The outline is ${Math.round((along.most - along.least) * 1e4) / 1e4} mm long along the axis, so the pitch must be larger.`,
    })
  const origin = toWorld(frame, line.a)
  const axis = direction(subtract(toWorld(frame, line.b), origin)) ?? frame.normal
  const left = (off.least + off.most) / 2
  const outwards = scale(addVectors(scale(frame.x, -dy / size), scale(frame.y, dx / size)), Math.sign(left))
  const solids = regions.map((region) =>
    withArena((use) =>
      attemptMaker('sweep_failed', 'The outline cannot be moved along the helix.', () => {
        if (region.holes.length > 0)
          throw new FeatureError('sweep_failed', 'A profile with holes cannot be swept.', {
            hint: 'Sweep the outline, then cut the hole by a second sweep.',
          })
        const spine = helixWire(context, { origin, axis, outwards, radius: Math.abs(left), pitch, turns }, inputs, use)
        const { wire, edges } = makeWire(oc, region.outer.segments, frame, use)
        const maker = use(new oc.BRepOffsetAPI_MakePipeShell(spine))
        maker.SetMode(pointsOf(oc, use).dir(axis))
        maker.SetTolerance(TOLERANCE, TOLERANCE, 1e-4)
        maker.SetMaxSegments(4 * MOST_TURNS)
        maker.Add(wire, false, false)
        maker.Build(use(new oc.Message_ProgressRange()))
        if (!maker.IsDone() || !maker.MakeSolid())
          throw new FeatureError('sweep_failed', 'The outline cannot be moved along the helix.')
        return namedTool(oc, maker.Shape(), sweptNames(oc, maker, edges, feature.id, use), feature.id)
      }),
    ),
  )
  return { tools: { op: inputs.op, merge: inputs.merge, solids } }
}

interface Helix {
  origin: V3
  axis: V3
  /** From the axis to the outline. */
  outwards: V3
  radius: number
  pitch: number
  turns: number
}

/** A helix as the straight line that it is on its unrolled cylinder. */
function helixWire({ oc }: MakeContext, helix: Helix, { hand }: HelixInputs, use: Use) {
  const { point, dir } = pointsOf(oc, use)
  const placed = use(new oc.gp_Ax3(point(helix.origin), dir(helix.axis), dir(helix.outwards)))
  const cylinder = use(new oc.Geom_CylindricalSurface(placed, helix.radius))
  const turn = hand === 'left' ? -2 * Math.PI : 2 * Math.PI
  const line = use(new oc.Geom2d_Line(use(new oc.gp_Pnt2d(0, 0)), use(new oc.gp_Dir2d(turn, helix.pitch))))
  const length = Math.hypot(turn, helix.pitch) * helix.turns
  const edge = use(use(new oc.BRepBuilderAPI_MakeEdge(line, cylinder, 0, length)).Edge())
  oc.BRepLib.BuildCurves3d(edge, TOLERANCE, oc.GeomAbs_Shape.GeomAbs_C2, 14, 20 * MOST_TURNS)
  const maker = use(new oc.BRepBuilderAPI_MakeWire())
  maker.Add(edge)
  return use(maker.Wire())
}
