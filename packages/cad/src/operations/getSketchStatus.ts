import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { sketchIdOf } from './drawing.ts'
import { closed, Id, number } from './inputs.ts'
import { sketchStatus } from './sketchStatus.ts'
import { readAnswer } from './write.ts'

export const getSketchStatus = defineOperation({
  id: 'part.getSketchStatus',
  summary: 'Get the status of a sketch',
  description: 'Degrees of freedom, conflicting and redundant constraints, and points.',
  icon: 'circle-help',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({ sketchId: Type.Optional(Id) }, closed),
  output: Type.Object({
    sketchId: Type.String(),
    solverStatus: Type.String(),
    degreesOfFreedom: Type.Integer(),
    pointCount: Type.Integer(),
    entityCount: Type.Integer(),
    constraintCount: Type.Integer(),
    conflicting: Type.Array(Type.String()),
    redundant: Type.Array(Type.String()),
    points: Type.Array(Type.Object({ id: Type.String(), x: number, y: number })),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      return sketchStatus(context, part, sketchIdOf(context, { part }, input.sketchId))
    }),
})
