import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { Vector } from '../document/inputs.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { askKernel, buildOf, readAnswer } from './write.ts'

export const getMassProperties = defineOperation({
  id: 'part.getMassProperties',
  summary: 'Measure the part',
  description:
    'Volume (mm³), area (mm²), mass (g), centre, inertia about the centre (g·mm²), and how many bodies, faces and edges.',
  icon: 'scale',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({}, closed),
  output: Type.Object({
    volume: number,
    area: number,
    mass: number,
    centre: Vector,
    inertia: Type.Object({ xx: number, yy: number, zz: number }),
    bodies: Type.Integer(),
    faces: Type.Integer(),
    edges: Type.Integer(),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const part = readPart(context.draft)
      const {
        volume,
        area,
        mass,
        centre: [x, y, z] = [0, 0, 0],
        bodies,
        faces,
        edges,
      } = (await buildOf(context, part)).measures
      const { inertia } = await askKernel(context, part, { kind: 'inertia' }, 'inertia')
      return { volume, area, mass, centre: { x, y, z }, inertia, bodies, faces, edges }
    }),
})
