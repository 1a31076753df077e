import type { gp_Trsf } from 'replicad-opencascadejs'
import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { pointsOf, type Use, withArena } from '../geometry/occ.ts'
import { direction, fromXyz, scale } from '../geometry/vector.ts'
import type { Axis, Made, MakeContext, Tools } from './make.ts'
import { booleanOf, checkedState, keepBodies, transformed } from './solids.ts'

type CircularInputs = Extract<FeatureInputs<'pattern'>, { kind: 'circular' }>

/** The most places of a pattern. */
const MAX_COUNT = 1_000

/** Makes features again at each place of a pattern but the first, where they are. */
export function makePattern(context: MakeContext, inputs: FeatureInputs<'pattern'>): Made {
  const { oc } = context
  const count = context.count(inputs.count, 'count', MAX_COUNT)
  if (count < 2)
    throw new FeatureError('invalid_value', 'A pattern has at least two places; the first is where the features are.')
  const trsfAt = inputs.kind === 'linear' ? linear(context, inputs) : circular(context, inputs, count)
  return repeat(context, inputs.features, (use) => Array.from({ length: count - 1 }, (_, i) => trsfAt(i + 1, use)), oc)
}

function linear(context: MakeContext, inputs: Extract<FeatureInputs<'pattern'>, { kind: 'linear' }>) {
  const along = direction(fromXyz(inputs.direction))
  if (!along) throw new FeatureError('invalid_value', 'A linear pattern has a direction.')
  const spacing = context.size(inputs.spacing, 'spacing')
  return (i: number, use: Use): gp_Trsf => {
    const trsf = use(new context.oc.gp_Trsf())
    trsf.SetTranslation(pointsOf(context.oc, use).vector(scale(along, spacing * i)))
    return trsf
  }
}

function circular(context: MakeContext, inputs: CircularInputs, count: number) {
  const { origin, direction: along } = axisOfPattern(context, inputs)
  const angle = context.value(inputs.angle, 'angle')
  if (!(Math.abs(angle) > 1e-3 && Math.abs(angle) <= 360))
    throw new FeatureError('invalid_value', 'The angle of a circular pattern is at most a full turn, and not zero.')
  // A full turn ends where it begins.
  const step = Math.abs(angle) > 360 - 1e-9 ? angle / count : angle / (count - 1)
  return (i: number, use: Use): gp_Trsf => {
    const trsf = use(new context.oc.gp_Trsf())
    trsf.SetRotation(pointsOf(context.oc, use).axis(origin, along), (step * i * Math.PI) / 180)
    return trsf
  }
}

function axisOfPattern(context: MakeContext, { about, axis, point }: CircularInputs): Axis {
  if (about !== undefined) return context.axis(about)
  const along = axis && direction(fromXyz(axis))
  if (!along) throw new FeatureError('invalid_value', 'A circular pattern has an axis.')
  return { origin: point ? fromXyz(point) : [0, 0, 0], direction: along }
}

export function makeMirror(context: MakeContext, inputs: FeatureInputs<'mirror'>): Made {
  const { frame } = context.plane(inputs.plane)
  return repeat(
    context,
    inputs.features,
    (use) => {
      const trsf = use(new context.oc.gp_Trsf())
      trsf.SetMirror(pointsOf(context.oc, use).ax2(frame.origin, frame.normal, frame.x))
      return [trsf]
    },
    context.oc,
  )
}

function repeat(
  context: MakeContext,
  features: readonly string[],
  trsfs: (use: Use) => readonly gp_Trsf[],
  oc: MakeContext['oc'],
): Made {
  const { feature } = context
  const sources = features.map((id) => context.toolsOf(id))
  const [first] = sources
  if (!first || sources.some(({ op }) => op !== first.op))
    throw new FeatureError('invalid_value', 'The features of a pattern all add, or all cut.', {
      hint: 'Make two patterns.',
    })
  const solids = withArena((use) =>
    trsfs(use).flatMap((trsf, i) =>
      sources.flatMap((tools: Tools) =>
        tools.solids.map((solid) => transformed(oc, solid, trsf, `@${feature.id}.${i + 1}`)),
      ),
    ),
  )
  return { tools: { op: first.op, solids } }
}

export function makeBoolean(context: MakeContext, { op, target, tools }: FeatureInputs<'boolean'>): Made {
  const { oc, state, feature } = context
  const bodyOf = (id: string) => {
    const body = state.bodies.find((each) => each.id === id.replace(/^body:/, ''))
    if (!body) throw new FeatureError('ref_lost', `There is no body ${id.slice(0, 80)}.`, { refs: [id.slice(0, 80)] })
    return body
  }
  const first = bodyOf(target)
  const others = [...new Set(tools)].map(bodyOf)
  if (others.includes(first)) throw new FeatureError('invalid_value', 'A body is not joined with itself.')
  const rest = state.bodies.filter((body) => body !== first && !others.includes(body))
  const joined = booleanOf(
    oc,
    op,
    [first],
    others.map(({ shape, faces }) => ({ shape, sources: faces })),
    feature.id,
  )
  if (joined.length === 0) throw new FeatureError('nothing_left', 'Nothing is left of the body.')
  return { state: checkedState(oc, state, { bodies: [...keepBodies(oc, rest), ...joined] }) }
}
