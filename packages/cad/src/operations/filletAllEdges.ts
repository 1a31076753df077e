import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createFeature } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import { closed, D, Id, named, writtenOutput } from './inputs.ts'
import { askKernel, readAnswer, writePart } from './write.ts'

export const filletAllEdges = defineOperation({
  id: 'part.filletAllEdges',
  summary: 'Round all edges',
  description: 'Rounds every edge of the part, or of the faces of one feature, except some.',
  icon: 'circle-dashed',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      radius: D,
      featureId: Type.Optional(Id),
      excludeEdges: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 200 })),
      ...named,
    },
    closed,
  ),
  output: Type.Object({ featureId: Type.String(), filletedEdgeCount: Type.Integer(), ...writtenOutput }),
  async run(context: PartContext, input) {
    const { radius, featureId, excludeEdges = [], name } = input
    const query = featureId === undefined ? { all: true } : { createdBy: featureId }
    const found = await readAnswer(() =>
      askKernel(context, readPart(context.draft), { kind: 'edges', criteria: query }, 'edges'),
    )
    if (!found.ok || !found.data) return found.ok ? fail('ref_lost', 'There are no edges.') : found
    const edges = found.data.edges
      .map(({ persistentRef }) => persistentRef)
      .filter((ref) => !excludeEdges.includes(ref))
    if (edges.length === 0) return fail('ref_lost', 'No edge is left to round.')
    // A query holds also when edges come and go; a list where some are left out.
    const refs = excludeEdges.length === 0 ? { edges: query } : edges
    return writePart(context, input, (edit) => ({
      featureId: createFeature(edit, 'fillet', { edges: refs, radius: edit.length(radius) }, { name }),
      filletedEdgeCount: edges.length,
    }))
  },
})
