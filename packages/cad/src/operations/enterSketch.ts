import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, Id } from './inputs.ts'
import { featureOf, Refusal, readAnswer } from './write.ts'

export const enterSketch = defineOperation({
  id: 'part.enterSketch',
  summary: 'Enter a sketch',
  description: 'Calls that draw go into this sketch until another is entered.',
  icon: 'log-in',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({ sketchId: Id }, closed),
  output: Type.Object({ success: Type.Boolean() }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const found = featureOf(readPart(context.draft), input.sketchId)
      if (found.type !== 'sketch') throw new Refusal('not_found', `${found.name} is no sketch.`)
      context.enterSketch(found.id)
      return { success: true }
    }),
})
