import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed } from './inputs.ts'
import { buildOf, Refusal, readAnswer } from './write.ts'

/** The most parameters that one call tries. */
const MOST = 20

/** An expression with another value; a count moves by at least one, to a whole number. */
function scaledBy(expression: string, factor: number, value: number | undefined): string {
  const isCount = /^\s*\d{1,9}\s*$/.test(expression)
  if (!isCount || value === undefined) return `(${expression}) * ${factor}`
  const moved = Math.round(value * factor)
  return String(moved === value ? value + Math.sign(factor - 1) : moved)
}

export const tryParameters = defineOperation({
  id: 'part.tryParameters',
  summary: 'Try the parameters',
  description:
    'Builds the part with each parameter a little smaller and larger (by percent, 10 without), and says whether it builds, which names are lost and whether the requirements hold. Changes nothing.',
  icon: 'flask-conical',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object(
    {
      names: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: MOST })),
      by: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 90 })),
    },
    closed,
  ),
  output: Type.Object({
    tried: Type.Array(
      Type.Object({
        name: Type.String(),
        factor: Type.Number(),
        builds: Type.Boolean(),
        errors: Type.Array(Type.String()),
        lostNames: Type.Integer(),
        requirementsHold: Type.Boolean(),
      }),
    ),
  }),
  run: (context: PartContext, { names, by = 10 }) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      const missing = names?.find((name) => !part.parameters.some((each) => each.name === name))
      if (missing !== undefined) throw new Refusal('unknown_parameter', `There is no parameter “${missing}”.`)
      const chosen = part.parameters.filter(({ name }) => names?.includes(name) ?? true).slice(0, MOST)
      const before = await buildOf(context, part)
      const tried = []
      for (const { id, name } of chosen) {
        for (const factor of [1 - by / 100, 1 + by / 100]) {
          const parameters = part.parameters.map((each) =>
            each.id === id ? { ...each, expression: scaledBy(each.expression, factor, before.parameters[name]) } : each,
          )
          const build = await buildOf(context, { ...part, parameters })
          const errors = build.features.flatMap(({ id: feature, error }) =>
            error ? [`${feature}: ${error.code}`] : [],
          )
          const now = new Set(build.names)
          tried.push({
            name,
            factor,
            builds: errors.length === 0,
            errors,
            lostNames: before.names.filter((each) => !now.has(each)).length,
            requirementsHold: build.requirements.every(({ holds }) => holds),
          })
        }
      }
      return { tried }
    }),
})
