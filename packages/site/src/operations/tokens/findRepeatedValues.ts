import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { repeatedValues } from '../../tokens/repeated.ts'

export const findRepeatedValues = defineOperation({
  id: 'site.findRepeatedValues',
  summary: 'Find repeated values',
  description:
    'The colours, lengths, shadows and font stacks that stand at least three times in the stylesheets and are no token yet, most frequent first. `token` names one that has the value already. promoteValue makes a token of one.',
  icon: 'repeat',
  keywords: ['hard-coded colours', 'magic numbers', 'token suggestions', 'duplicate values'],
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    { least: Type.Optional(Type.Integer({ minimum: 2, maximum: 1000 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    values: Type.Array(
      Type.Object({
        value: Type.String(),
        kind: Type.String(),
        count: Type.Integer(),
        properties: Type.Array(Type.String()),
        token: Type.Optional(Type.String()),
      }),
    ),
  }),
  run: (context: SiteContext, { least }) => ok({ values: repeatedValues(context.site, least).slice(0, 200) }),
})
