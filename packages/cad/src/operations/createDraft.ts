import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, number, R, Rs } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createDraft = defineOperation({
  id: 'part.createDraft',
  summary: 'Draft faces',
  description: 'Tilts faces by 0 to 45 degrees against the pull direction; positive narrows along it.',
  icon: 'pyramid',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      faceRefs: Rs,
      angle: D,
      pullDirectionX: number,
      pullDirectionY: number,
      pullDirectionZ: number,
      neutralPlane: Type.Optional(R),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'draft', (edit) => ({
      faces: edit.refs(input.faceRefs),
      angle: input.angle,
      pull: { x: input.pullDirectionX, y: input.pullDirectionY, z: input.pullDirectionZ },
      ...(input.neutralPlane === undefined ? {} : { neutralPlane: edit.ref(input.neutralPlane) }),
    })),
})
