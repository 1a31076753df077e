import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { tokenUses } from '../../styles/tokenUses.ts'
import { tokens } from '../../tokens/all.ts'

const LISTED = 200

export const findTokenUses = defineOperation({
  id: 'site.findTokenUses',
  summary: 'Find where a token is used',
  description:
    'Where a token (of the design system or a custom property of the root) is used: rules with their property, other tokens, elements, code.',
  icon: 'search',
  keywords: ['css variable used', 'custom property usage', 'who uses this colour'],
  effect: 'read',
  onDemand: true,
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({
    name: Type.String(),
    uses: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal('rule'), Type.Literal('token'), Type.Literal('element'), Type.Literal('code')]),
        /** The selector, the token's name, the attribute, or the path of the code. */
        label: Type.String(),
        property: Type.Optional(Type.String()),
        ruleId: Type.Optional(Type.String()),
        documentId: Type.Optional(Type.String()),
        nodeId: Type.Optional(Type.String()),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(context: SiteContext, input) {
    const name = `--${input.name.trim().replace(/^--/, '')}`
    const all = tokens(context.site)
    if (!all.some((each) => each.name === name)) {
      const known = all.filter(({ variantOf }) => variantOf === undefined).map((each) => each.name)
      const hint = known.length > 0 ? `There are ${known.slice(0, 40).join(', ')}.` : 'There are none.'
      return fail('unknown_token', `There is no token "${name.slice(0, 60)}".`, { path: '/name', hint })
    }
    const uses = await tokenUses(context, name)
    return ok({ name, uses: uses.slice(0, LISTED), total: uses.length })
  },
})
