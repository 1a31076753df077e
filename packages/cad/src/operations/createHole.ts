import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, flag, named, place, R } from './inputs.ts'
import { lengthsIn, writeFeature } from './write.ts'

export const createHole = defineOperation({
  id: 'part.createHole',
  summary: 'Create a hole',
  description:
    'A round hole in a planar face, through all or depthValue deep, at 0 to 1 over its rectangle (0.5); counterbore or countersink (90 degrees) at its mouth.',
  icon: 'circle-dot',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      faceRef: R,
      diameter: D,
      depthValue: Type.Optional(D),
      throughAll: flag,
      counterboreDiameter: Type.Optional(D),
      counterboreDepth: Type.Optional(D),
      countersinkDiameter: Type.Optional(D),
      countersinkAngle: Type.Optional(D),
      ...place,
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'hole', (edit) => ({
      face: edit.ref(input.faceRef),
      diameter: edit.length(input.diameter),
      ...(input.throughAll || input.depthValue === undefined ? {} : { depth: edit.length(input.depthValue) }),
      ...lengthsIn(edit, input, ['counterboreDiameter', 'counterboreDepth', 'countersinkDiameter']),
      ...(input.countersinkAngle === undefined ? {} : { countersinkAngle: input.countersinkAngle }),
      u: input.positionU ?? 0.5,
      v: input.positionV ?? 0.5,
    })),
})
