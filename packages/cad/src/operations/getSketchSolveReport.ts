import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart, sketchOf } from '../document/part.ts'
import { sketchIdOf } from './drawing.ts'
import { closed, Id, number } from './inputs.ts'
import { buildOf, readAnswer } from './write.ts'

export const getSketchSolveReport = defineOperation({
  id: 'part.getSketchSolveReport',
  summary: 'Report how a sketch was solved',
  description:
    'Each constraint of a sketch with its members and whether it holds, conflicts, is redundant or driven; also if the sketch is in error.',
  icon: 'clipboard-list',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object({ sketchId: Type.Optional(Id) }, closed),
  output: Type.Object({
    sketchId: Type.String(),
    status: Type.String(),
    degreesOfFreedom: Type.Optional(Type.Integer()),
    constraints: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        refs: Type.Unknown(),
        value: Type.Optional(Type.Union([number, Type.String()])),
        state: Type.String(),
      }),
    ),
    error: Type.Optional(Type.String()),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      const sketchId = sketchIdOf(context, { part }, input.sketchId)
      const built = (await buildOf(context, part)).features.find(({ id }) => id === sketchId)
      const { error, sketch } = built ?? {}
      const failing = new Set(error?.refs ?? sketch?.conflicting)
      const redundant = new Set(sketch?.redundant)
      return {
        sketchId,
        status: sketch?.status ?? (error?.code === 'constraint_unsatisfiable' ? 'inconsistent' : 'overconstrained'),
        ...(sketch ? { degreesOfFreedom: sketch.degreesOfFreedom } : {}),
        constraints: sketchOf(part, sketchId).constraints.map(({ id, type, refs, value, driven }) => ({
          id,
          type,
          refs,
          ...(value === undefined ? {} : { value }),
          state: failing.has(id) ? 'conflicts' : driven ? 'driven' : redundant.has(id) ? 'redundant' : 'holds',
        })),
        ...(error ? { error: error.message } : {}),
      }
    }),
})
