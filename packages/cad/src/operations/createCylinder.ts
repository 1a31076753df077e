import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createFeature } from '../document/changes.ts'
import { drawFixedCircle, drawingOf, guess } from './drawing.ts'
import { closed, D, Datum, flag, named, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createCylinder = defineOperation({
  id: 'part.createCylinder',
  summary: 'Create a cylinder',
  description: 'A cylinder on the plane; centered false: the corner of its square at the origin.',
  icon: 'cylinder',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ radius: D, height: D, centered: flag, plane: Type.Optional(Datum), ...named }, closed),
  output: Type.Object({ sketchId: Type.String(), extrudeId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { radius, height, centered = true, plane = 'xy', name } = input
      const sketchId = createFeature(edit, 'sketch', { plane })
      const at = centered ? 0 : guess(edit.length(radius), 0)
      drawFixedCircle(drawingOf(edit, sketchId), edit, radius, [at, at])
      const extrudeId = createFeature(
        edit,
        'extrude',
        { sketch: sketchId, op: 'add', distance: edit.length(height) },
        { name },
      )
      return { sketchId, extrudeId }
    }),
})
