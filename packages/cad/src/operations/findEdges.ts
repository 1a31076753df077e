import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { convexities, curves, Vector } from '../document/inputs.ts'
import { readPart } from '../document/part.ts'
import { closed, Id, number } from './inputs.ts'
import { askKernel, readAnswer } from './write.ts'

export const findEdges = defineOperation({
  id: 'part.findEdges',
  summary: 'Find edges',
  description:
    'Edges with their refs, by curve (circle: closed, arc: open), face beside them, feature, convexity or direction.',
  icon: 'scan-search',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object(
    {
      curveType: Type.Optional(Type.Enum(curves)),
      faceRef: Type.Optional(Type.String({ maxLength: 2000 })),
      featureId: Type.Optional(Id),
      convexity: Type.Optional(Type.Enum(convexities)),
      direction: Type.Optional(Vector),
    },
    closed,
  ),
  output: Type.Object({
    edges: Type.Array(
      Type.Object({
        persistentRef: Type.String(),
        curveType: Type.String(),
        length: number,
        convexity: Type.String(),
        faces: Type.Array(Type.String()),
        centerX: number,
        centerY: number,
        centerZ: number,
        radius: Type.Optional(number),
      }),
    ),
    count: Type.Integer(),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const { curveType: curve, faceRef: on, featureId: createdBy, convexity, direction } = input
      const { edges } = await askKernel(
        context,
        readPart(context.draft),
        { kind: 'edges', criteria: { curve, on, createdBy, convexity, direction } },
        'edges',
      )
      return { edges: edges.slice(0, 100), count: edges.length }
    }),
})
