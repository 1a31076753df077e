import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { Vector } from '../document/inputs.ts'
import { closed, featureOutput, named, R } from './inputs.ts'
import { Refusal, writeFeature } from './write.ts'

export const createAxis = defineOperation({
  id: 'part.createAxis',
  summary: 'Create an axis',
  description:
    'An axis for circular patterns: through origin along direction, or of a straight or round edge, a cylinder or a planar face (ref).',
  icon: 'move-3d',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    { origin: Type.Optional(Vector), direction: Type.Optional(Vector), ref: Type.Optional(R), ...named },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'axis', (edit) => {
      const { origin = { x: 0, y: 0, z: 0 }, direction, ref } = input
      if ((ref === undefined) === (direction === undefined))
        throw new Refusal('invalid_input', 'An axis is given by a direction, or by a ref.')
      if (ref !== undefined) return { of: edit.ref(ref) }
      const at = { x: edit.mm(origin.x), y: edit.mm(origin.y), z: edit.mm(origin.z) }
      return { origin: at, direction: direction ?? { x: 0, y: 0, z: 1 } }
    }),
})
