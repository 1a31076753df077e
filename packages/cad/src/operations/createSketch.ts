import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createFeature } from '../document/changes.ts'
import { closed, flag, named, R, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createSketch = defineOperation({
  id: 'part.createSketch',
  summary: 'Create a sketch',
  description:
    'A sketch on a datum plane (planeType datumRole, planeRef xy, xz or yz), a plane feature or a planar face (faceRef). It is entered: later calls draw in it.',
  icon: 'pencil-ruler',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { planeType: Type.Enum(['datumRole', 'planeFeatureId', 'faceRef']), planeRef: R, enterSketch: flag, ...named },
    closed,
  ),
  output: Type.Object({ sketchId: Type.String(), entered: Type.Boolean(), ...writtenOutput }),
  async run(context: PartContext, input) {
    const { planeRef, enterSketch: entered = true, name } = input
    const written = await writePart(context, input, (edit) => ({
      sketchId: createFeature(edit, 'sketch', { plane: edit.ref(planeRef) }, { name }),
      entered,
    }))
    if (written.ok && written.data && entered) context.enterSketch(written.data.sketchId)
    return written
  },
})
