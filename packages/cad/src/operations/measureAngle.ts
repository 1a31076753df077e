import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { askKernel, readAnswer } from './write.ts'

export const measureAngle = defineOperation({
  id: 'part.measureAngle',
  summary: 'Measure an angle',
  description: 'The angle between normals of planes, axes or straight edges.',
  icon: 'triangle-right',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({ ref1: Type.String({ maxLength: 2000 }), ref2: Type.String({ maxLength: 2000 }) }, closed),
  output: Type.Object({ angleDegrees: number, angleRadians: number }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const { degrees } = await askKernel(
        context,
        readPart(context.draft),
        { kind: 'angle', refs: [input.ref1, input.ref2] },
        'angle',
      )
      return { angleDegrees: degrees, angleRadians: (degrees * Math.PI) / 180 }
    }),
})
