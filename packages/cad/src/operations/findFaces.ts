import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { orientations, surfaces } from '../document/inputs.ts'
import { readPart } from '../document/part.ts'
import { closed, Id, number } from './inputs.ts'
import { askKernel, readAnswer } from './write.ts'

export const findFaces = defineOperation({
  id: 'part.findFaces',
  summary: 'Find faces',
  description: 'Faces with their refs, by surface, orientation (top +Z, front -Y, left -X), feature or least area.',
  icon: 'scan-search',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object(
    {
      surfaceType: Type.Optional(Type.Enum(surfaces)),
      orientation: Type.Optional(Type.Enum(orientations)),
      featureId: Type.Optional(Id),
      minArea: Type.Optional(number),
    },
    closed,
  ),
  output: Type.Object({
    faces: Type.Array(
      Type.Object({
        persistentRef: Type.String(),
        featureId: Type.String(),
        surfaceType: Type.String(),
        area: number,
        centerX: number,
        centerY: number,
        centerZ: number,
        normalX: Type.Optional(number),
        normalY: Type.Optional(number),
        normalZ: Type.Optional(number),
        radius: Type.Optional(number),
      }),
    ),
    count: Type.Integer(),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const { surfaceType: surface, orientation, featureId: createdBy, minArea = 0 } = input
      const { faces } = await askKernel(
        context,
        readPart(context.draft),
        { kind: 'faces', criteria: { surface, orientation, createdBy } },
        'faces',
      )
      const found = faces.filter(({ area }) => area >= minArea)
      return { faces: found.slice(0, 100), count: found.length }
    }),
})
