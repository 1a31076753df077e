import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import { processes, type ShapeFinding } from '../build/check.ts'
import { findingsOf } from '../build/findings.ts'
import type { PartContext } from '../context/context.ts'
import { type Part, readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { askKernel, buildOf, readAnswer } from './write.ts'

/** Numbers that are in so many places should be a parameter. */
const REPEATED = 3

const size = Type.Number({ exclusiveMinimum: 0 })

export const checkPart = defineOperation({
  id: 'part.checkPart',
  summary: 'Check the part',
  description:
    'Finds what a picture does not show: errors, requirements that do not hold, bodies that do not touch, free sketches, numbers that repeat; with process also thin walls, small holes and radii, overhangs; with bed (mm) whether it fits. Changes nothing.',
  icon: 'stethoscope',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object(
    {
      process: Type.Optional(Type.Enum(processes)),
      bed: Type.Optional(Type.Object({ x: size, y: size, z: size }, closed)),
    },
    closed,
  ),
  output: Type.Object({
    findings: Type.Array(
      Type.Object({
        code: Type.String(),
        severity: Type.String(),
        message: Type.String(),
        point: Type.Optional(Type.Array(number)),
        refs: Type.Optional(Type.Array(Type.String())),
        value: Type.Optional(number),
        limit: Type.Optional(number),
      }),
    ),
  }),
  run: (context: PartContext, { process, bed }) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      const build = await buildOf(context, part)
      const question = { kind: 'check' as const, ...(process ? { process } : {}), ...(bed ? { bed } : {}) }
      const { findings } = await askKernel(context, part, question, 'check')
      return { findings: [...findingsOf(part, build), ...repeatedNumbers(part), ...findings] }
    }),
})

/** Lengths other than 0 and 1 that several features or constraints have as plain numbers. */
function repeatedNumbers({ features, constraints }: Part): ShapeFinding[] {
  const users = new Map<number, Set<string>>()
  const add = (value: unknown, id: string) => {
    if (typeof value !== 'number' || Math.abs(value) === 1 || value === 0 || value === 0.5 || value === 360) return
    users.set(value, (users.get(value) ?? new Set()).add(id))
  }
  for (const { id, inputs } of features) for (const value of Object.values(inputs)) add(value, id)
  for (const { id, value } of constraints) add(value, id)
  return [...users]
    .filter(([, ids]) => ids.size >= REPEATED)
    .map(([value, ids]) => ({
      code: 'repeated_number',
      severity: 'warning',
      message: `The number ${value} is in ${ids.size} places: ${[...ids].slice(0, 8).join(', ')}. Make it a parameter.`,
      value,
    }))
}
