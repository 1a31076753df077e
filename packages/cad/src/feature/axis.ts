import type { FeatureInputs } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { withArena, xyz } from '../geometry/occ.ts'
import { direction, fromXyz } from '../geometry/vector.ts'
import type { Axis, Made, MakeContext } from './make.ts'

/** An axis through a point, or of an edge or a face. */
export function makeAxis(context: MakeContext, inputs: FeatureInputs<'axis'>): Made {
  if ('of' in inputs) return { axis: axisOf(context, inputs.of) }
  const along = direction(fromXyz(inputs.direction))
  if (!along) throw new FeatureError('invalid_value', 'An axis has a direction.')
  return { axis: { origin: fromXyz(inputs.origin), direction: along } }
}

function axisOf({ oc, one }: MakeContext, ref: FeatureInputs<'plane'>['base']): Axis {
  const found = one(ref)
  if (found.kind === 'edge' && found.info.curve === 'line' && found.info.direction)
    return { origin: found.info.middle, direction: found.info.direction }
  if (found.kind === 'edge' && (found.info.curve === 'circle' || found.info.curve === 'arc'))
    return withArena((use) => axisAt(use(use(use(new oc.BRepAdaptor_Curve(found.info.edge)).Circle()).Axis()), use))
  if (found.kind === 'face' && found.info.surface === 'plane' && found.info.direction)
    return { origin: found.info.centre, direction: found.info.direction }
  if (found.kind === 'face' && found.info.surface === 'cylinder')
    return withArena((use) =>
      axisAt(use(use(use(new oc.BRepAdaptor_Surface(found.info.face, true)).Cylinder()).Axis()), use),
    )
  throw new FeatureError('invalid_ref', 'An axis is that of a straight or round edge, a planar face or a cylinder.')
}

type KernelAxis = ReturnType<ReturnType<InstanceType<MakeContext['oc']['BRepAdaptor_Curve']>['Circle']>['Axis']>

const axisAt = (axis: KernelAxis, use: MakeContext['use']): Axis => ({
  origin: xyz(use(axis.Location())),
  direction: xyz(use(axis.Direction())),
})
