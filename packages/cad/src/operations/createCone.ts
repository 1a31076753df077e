import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createFeature } from '../document/changes.ts'
import { drawingOf, guess } from './drawing.ts'
import { closed, D, Datum, named, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createCone = defineOperation({
  id: 'part.createCone',
  summary: 'Create a cone',
  description: 'A cone or a frustum on the plane; topRadius 0 for a point.',
  icon: 'cone',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ baseRadius: D, topRadius: D, height: D, plane: Type.Optional(Datum), ...named }, closed),
  output: Type.Object({ sketchId: Type.String(), revolveId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { baseRadius, topRadius, height, plane = 'xy', name } = input
      const [base, top, tall] = [
        guess(edit.length(baseRadius), 10),
        guess(edit.length(topRadius), 5),
        guess(edit.length(height), 10),
      ]
      // A plane that holds the axis of the cone, and the direction of that axis in it.
      const [side, along, out] =
        plane === 'xy'
          ? (['xz', [0, 1], [1, 0]] as const)
          : plane === 'xz'
            ? (['xy', [0, -1], [1, 0]] as const)
            : (['xy', [1, 0], [0, 1]] as const)
      const sketchId = createFeature(edit, 'sketch', { plane: side })
      const drawing = drawingOf(edit, sketchId)
      const at = (radius: number, up: number) =>
        drawing.point([along[0] * up + out[0] * radius, along[1] * up + out[1] * radius])
      const isPoint = topRadius === 0
      const [foot, rim, tip] = [at(0, 0), at(base, 0), at(0, tall)]
      const corners = isPoint ? [foot, rim, tip] : [foot, rim, at(top, tall), tip]
      const lines = drawing.outline(corners)
      const [floor = '', , roof = '', last = ''] = lines
      const axis = isPoint ? roof : last
      const isUpright = along[0] === 0
      drawing.constrain('fixed', { point: foot })
      drawing.constrain(isUpright ? 'horizontal' : 'vertical', { line: floor })
      drawing.constrain(isUpright ? 'vertical' : 'horizontal', { line: axis })
      drawing.constrain('distance', { points: [foot, rim] }, edit.length(baseRadius))
      drawing.constrain('distance', { points: [foot, tip] }, edit.length(height))
      if (!isPoint) {
        drawing.constrain(isUpright ? 'horizontal' : 'vertical', { line: roof })
        drawing.constrain('distance', { points: [tip, corners[2] ?? ''] }, edit.length(topRadius))
      }
      const revolveId = createFeature(edit, 'revolve', { sketch: sketchId, axis, angle: 360, op: 'add' }, { name })
      return { sketchId, revolveId }
    }),
})
