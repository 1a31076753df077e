import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createSphere = defineOperation({
  id: 'part.createSphere',
  summary: 'Create a sphere',
  description: 'A sphere about a centre.',
  icon: 'circle',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { radius: D, centerX: Type.Optional(D), centerY: Type.Optional(D), centerZ: Type.Optional(D), ...named },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'primitive', (edit) => ({
      shape: 'sphere',
      op: 'add',
      radius: edit.length(input.radius),
      x: edit.length(input.centerX ?? 0),
      y: edit.length(input.centerY ?? 0),
      z: edit.length(input.centerZ ?? 0),
    })),
})
