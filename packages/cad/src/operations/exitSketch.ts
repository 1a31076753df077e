import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { sketchIdOf } from './drawing.ts'
import { closed } from './inputs.ts'
import { sketchStatus } from './sketchStatus.ts'
import { readAnswer } from './write.ts'

export const exitSketch = defineOperation({
  id: 'part.exitSketch',
  summary: 'Leave the sketch',
  description: 'Closes the open sketch and says whether it is fully constrained.',
  icon: 'log-out',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({}, closed),
  output: Type.Object({ solverStatus: Type.String(), degreesOfFreedom: Type.Integer() }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const part = readPart(context.draft)
      const { solverStatus, degreesOfFreedom } = await sketchStatus(
        context,
        part,
        sketchIdOf(context, { part }, undefined),
      )
      context.enterSketch(undefined)
      return { solverStatus, degreesOfFreedom }
    }),
})
