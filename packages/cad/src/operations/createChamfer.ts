import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, R, Rs } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createChamfer = defineOperation({
  id: 'part.createChamfer',
  summary: 'Chamfer edges',
  description:
    'Cuts edges off by a distance on both faces; with secondDistance or an angle, distance is measured on faceRef.',
  icon: 'triangle',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      edgeRefs: Rs,
      distance: D,
      secondDistance: Type.Optional(D),
      angle: Type.Optional(D),
      faceRef: Type.Optional(R),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'chamfer', (edit) => ({
      edges: edit.refs(input.edgeRefs),
      distance: edit.length(input.distance),
      ...(input.secondDistance === undefined ? {} : { second: edit.length(input.secondDistance) }),
      ...(input.angle === undefined ? {} : { angle: input.angle }),
      ...(input.faceRef === undefined ? {} : { face: edit.ref(input.faceRef) }),
    })),
})
