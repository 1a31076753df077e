import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, R } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createPlane = defineOperation({
  id: 'part.createPlane',
  summary: 'Create a plane',
  description: 'A plane at an offset from a datum (xy, xz, yz), another plane or a planar face.',
  icon: 'square-dashed',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ base: R, offset: D, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'plane', (edit) => ({
      base: edit.ref(input.base),
      offset: edit.length(input.offset),
    })),
})
