import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, common, writtenOutput } from './inputs.ts'
import { takeBack, turnedOutput } from './turnStep.ts'

export const undo = defineOperation({
  id: 'part.undo',
  summary: 'Take back the last change',
  description:
    'Takes back what the last call of this run on the part did; called again, the one before. What others have changed since stays (kept).',
  icon: 'undo-2',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ ...common }, closed),
  output: Type.Object({ undoneAction: Type.String(), ...turnedOutput, ...writtenOutput }),
  run: (context: PartContext, input) =>
    takeBack(context, input, 'undo', (undoneAction, kept) => ({ undoneAction, kept })),
})
