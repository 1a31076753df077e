import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { addLine, createThing } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import { sketchIdOf } from './drawing.ts'
import { closed, inSketch, Rs, writtenOutput } from './inputs.ts'
import { askKernel, Refusal, refsIn, writePart } from './write.ts'

export const projectEdges = defineOperation({
  id: 'part.projectEdges',
  summary: 'Project edges into a sketch',
  description:
    'Draws straight edges of bodies as construction lines, and the centres of round ones as points; they follow the bodies when these change. Constrain other lines to them.',
  icon: 'scan-line',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ edgeRefs: Rs, ...inSketch }, closed),
  output: Type.Object({ lineIds: Type.Array(Type.String()), pointIds: Type.Array(Type.String()), ...writtenOutput }),
  async run(context: PartContext, input) {
    try {
      const part = readPart(context.draft)
      const sketch = sketchIdOf(context, { part }, input.sketchId)
      // Only what is there before the sketch can be read by it.
      const upTo = part.features.findIndex(({ id }) => id === sketch) + 1
      const before = { ...part, features: part.features.slice(0, upTo), requirements: [] }
      const question = { kind: 'projection' as const, sketch, refs: refsIn(input.edgeRefs) }
      const { edges } = await askKernel(context, before, question, 'projection')
      return await writePart(context, input, (edit) => {
        edit.touch(sketch)
        const known = new Map(
          edit.part.points.flatMap(({ id, sketch: own, ref }) =>
            own === sketch && ref !== undefined ? [[ref, id]] : [],
          ),
        )
        const pointAt = ({ xy, ref }: (typeof edges)[number]['points'][number]): string => {
          const id = known.get(ref) ?? createThing(edit, 'point', { kind: 'point', sketch, xy, ref })
          known.set(ref, id)
          return id
        }
        const drawn = edges.map(({ kind, points }) => {
          const [a = '', b = ''] = points.map(pointAt)
          return {
            pointIds: kind === 'line' ? [a, b] : [a],
            lineIds: kind === 'line' ? [addLine(edit, sketch, a, b, true)] : [],
          }
        })
        return {
          lineIds: drawn.flatMap(({ lineIds }) => lineIds),
          pointIds: [...new Set(drawn.flatMap(({ pointIds }) => pointIds))],
        }
      })
    } catch (error) {
      if (error instanceof Refusal) return error.result
      throw error
    }
  },
})
