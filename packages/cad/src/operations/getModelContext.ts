import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed } from './inputs.ts'
import { buildOf, readAnswer } from './write.ts'

export const getModelContext = defineOperation({
  id: 'part.getModelContext',
  summary: 'Read the part',
  description: 'Features with inputs and status, parameters, requirements and measures. Lengths are mm.',
  icon: 'list-tree',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({}, closed),
  output: Type.Object({
    documentName: Type.String(),
    units: Type.String(),
    featureCount: Type.Integer(),
    features: Type.Array(Type.Unknown()),
    errors: Type.Array(Type.Unknown()),
    parameters: Type.Array(Type.Unknown()),
    requirements: Type.Array(Type.Unknown()),
    measures: Type.Unknown(),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const part = readPart(context.draft)
      const build = await buildOf(context, part)
      const built = new Map(build.features.map((each) => [each.id, each]))
      return {
        documentName: context.name,
        units: part.units,
        featureCount: part.features.length,
        features: part.features.map(({ id, type, name, inputs }) => ({
          id,
          type,
          name,
          inputs,
          status: built.get(id)?.status,
          ...(built.get(id)?.sketch ? { sketch: built.get(id)?.sketch } : {}),
        })),
        errors: build.features.flatMap(({ error }) => error ?? []),
        parameters: part.parameters.map(({ name, expression }) => ({
          name,
          expression,
          value: build.parameters[name],
        })),
        requirements: part.requirements.map(({ id, name, measure, is, value }) => ({
          id,
          name,
          measure,
          is,
          value,
          ...build.requirements.find((each) => each.id === id),
        })),
        measures: build.measures,
      }
    }),
})
