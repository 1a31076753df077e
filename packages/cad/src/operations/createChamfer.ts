import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, Rs } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createChamfer = defineOperation({
  id: 'part.createChamfer',
  summary: 'Chamfer edges',
  description: 'Cuts edges off by a distance on both faces.',
  icon: 'triangle',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ edgeRefs: Rs, distance: D, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'chamfer', (edit) => ({
      edges: edit.refs(input.edgeRefs),
      distance: edit.length(input.distance),
    })),
})
