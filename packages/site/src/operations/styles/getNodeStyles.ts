import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { nodeStyles } from '../../sheet/nodeStyles.ts'
import { findNode } from '../shared/target.ts'

/** How many rules are listed; the weakest are left out. */
const LISTED = 100

export const getNodeStyles = defineOperation({
  id: 'site.getNodeStyles',
  summary: 'Read the rules that style a node',
  description:
    'The CSS rules that can apply to a node, the strongest first, with the ids of each rule and declaration that addDeclaration, setDeclaration, switchDeclaration and removeDeclaration take.',
  icon: 'list-tree',
  keywords: ['computed style', 'which css applies', 'inspect style', 'matched rules', 'why does it look'],
  effect: 'read',
  onDemand: true,
  heavy: true,
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({
    pageId: Type.String(),
    rules: Type.Array(
      Type.Object({
        ruleId: Type.String(),
        selector: Type.String(),
        /** The at-rules around it, outermost first. */
        conditions: Type.Array(Type.String()),
        /** `:hover`, `::before` and the like; empty if the rule is about the element as it is. */
        state: Type.String(),
        declarations: Type.Array(
          Type.Object({
            declarationId: Type.String(),
            /** As written; a comment if it is switched off. */
            declaration: Type.String(),
          }),
        ),
      }),
    ),
    /** How many weaker rules were left out. */
    leftOut: Type.Number(),
  }),
  async run(context: SiteContext, { nodeId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, tree, node } = target.found
    if (node.kind !== 'element') {
      const hint = 'Ask for the element around it.'
      return fail('not_an_element', 'Text has no style of its own.', { path: '/nodeId', hint })
    }
    const all = nodeStyles(context.site, tree, node.id, entry.id)
    const rules = all.slice(0, LISTED).map(({ ruleId, selector, conditions, state, declarations }) => ({
      ruleId,
      selector,
      conditions,
      state,
      declarations: declarations.map(({ id, text }) => ({ declarationId: id, declaration: text })),
    }))
    return ok({ pageId: entry.id, rules, leftOut: all.length - rules.length })
  },
})
