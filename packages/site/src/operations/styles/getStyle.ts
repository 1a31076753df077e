import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { readStyle } from '../../target/read.ts'
import { findNode } from '../shared/target.ts'
import { StrongerReasonResult, StyleSourceResult, StyleTargetResult, TargetWishInput } from './styleTarget.ts'

/** How many longhands are listed. */
const LISTED = 400

export const getStyle = defineOperation({
  id: 'site.getStyle',
  summary: 'Read the style of a node',
  description:
    'Each longhand that styles a node at one width and state: its value, the declaration that wins, whether it is set here, elsewhere or inherited, and what it overrides. With the target that setStyle would write to.',
  icon: 'list-tree',
  keywords: ['computed style', 'which rule wins', 'inherited style', 'overridden', 'cascade'],
  effect: 'read',
  onDemand: true,
  heavy: true,
  input: Type.Object({ nodeId: Type.String(), ...TargetWishInput }, { additionalProperties: false }),
  output: Type.Object({
    pageId: Type.String(),
    target: Type.Object(StyleTargetResult),
    longhands: Type.Array(
      Type.Object({
        property: Type.String(),
        value: Type.String(),
        status: Type.Union([
          Type.Literal('here'),
          Type.Literal('overridden'),
          Type.Literal('elsewhere'),
          Type.Literal('inherited'),
        ]),
        source: StyleSourceResult,
        /** Why that would also win over a value that is written to the target. */
        stronger: Type.Optional(StrongerReasonResult),
        overridden: Type.Array(StyleSourceResult),
        /** The custom properties that the declaration names. */
        variables: Type.Array(Type.String()),
      }),
    ),
    /** How many longhands were left out. */
    leftOut: Type.Number(),
  }),
  async run(context: SiteContext, { nodeId, ...wish }) {
    const at = await findNode(context, nodeId)
    if (at.refused) return at.refused
    const { entry, tree, node } = at.found
    const { found, refused } = readStyle(context.site, tree, node.id, wish, entry.id)
    if (!found) return fail('refused', refused.error, { path: '/selector', hint: refused.hint })
    const { selector, state, scope, conditions, layer, sheet, rule, attribute, changes } = found.target
    const place = attribute ? { attribute } : rule
    const target = { selector, state, scope, conditions, layer, sheet, changes, ...place }
    const longhands = found.longhands.slice(0, LISTED)
    return ok({ pageId: entry.id, target, longhands, leftOut: found.longhands.length - longhands.length })
  },
})
