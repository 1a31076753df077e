import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createFeature } from '../document/changes.ts'
import { drawFixedRectangle, drawingOf } from './drawing.ts'
import { closed, D, Datum, flag, named, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createBox = defineOperation({
  id: 'part.createBox',
  summary: 'Create a box',
  description:
    'Width along x, depth along y, height along the normal. Centred, on the plane; centered false: corner at the origin.',
  icon: 'box',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ width: D, depth: D, height: D, centered: flag, plane: Type.Optional(Datum), ...named }, closed),
  output: Type.Object({ sketchId: Type.String(), extrudeId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { width, depth, height, centered = true, plane = 'xy', name } = input
      const sketchId = createFeature(edit, 'sketch', { plane })
      drawFixedRectangle(
        drawingOf(edit, sketchId),
        edit,
        width,
        depth,
        centered ? { centre: [0, 0] } : { corner: [0, 0] },
      )
      const extrudeId = createFeature(
        edit,
        'extrude',
        { sketch: sketchId, op: 'add', distance: edit.length(height) },
        { name },
      )
      return { sketchId, extrudeId }
    }),
})
