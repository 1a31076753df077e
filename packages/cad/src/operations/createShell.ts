import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, Rs } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createShell = defineOperation({
  id: 'part.createShell',
  summary: 'Hollow a body',
  description: 'Hollows bodies inwards; without openFaces a closed hollow.',
  icon: 'package-open',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ thickness: D, openFaces: Type.Optional(Rs), ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'shell', (edit) => ({
      thickness: edit.length(input.thickness),
      ...(input.openFaces === undefined ? {} : { openFaces: edit.refs(input.openFaces) }),
    })),
})
