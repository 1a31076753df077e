import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, common, writtenOutput } from './inputs.ts'
import { takeBack, turnedOutput } from './turnStep.ts'

export const redo = defineOperation({
  id: 'part.redo',
  summary: 'Make the change again that was taken back',
  description: 'Makes again what undo has taken back, unless something else was changed by this run since.',
  icon: 'redo-2',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ ...common }, closed),
  output: Type.Object({ redoneAction: Type.String(), ...turnedOutput, ...writtenOutput }),
  run: (context: PartContext, input) =>
    takeBack(context, input, 'redo', (redoneAction, kept) => ({ redoneAction, kept })),
})
