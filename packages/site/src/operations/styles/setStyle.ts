import { defineOperation, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { readTree } from '../../document/tree.ts'
import { resolveTarget } from '../../target/resolve.ts'
import { writeStyle } from '../../target/write.ts'
import { findNode } from '../shared/target.ts'
import { StrongerRuleResult, StyleTargetResult, strongerText, TargetWishInput } from './styleTarget.ts'

const Written = Type.Object({
  pageId: Type.String(),
  ...StyleTargetResult,
  nodeIds: Type.Array(Type.String()),
  created: Type.Boolean(),
  properties: Type.Array(
    Type.Object({
      property: Type.String(),
      /** The widths of the other frames in which it changes something. */
      changes: Type.Array(Type.Number()),
      /** The declaration that wins over it in this frame. */
      stronger: Type.Array(StrongerRuleResult),
    }),
  ),
})

export const setStyle = defineOperation({
  id: 'site.setStyle',
  summary: 'Style a node',
  description:
    'Set CSS properties of nodes where a front-end developer would write them: in the rule of a class at one width and state. null removes. Reports the other frames that change and the rules that win over it. getStyle reads.',
  icon: 'paintbrush',
  keywords: ['css property', 'hover style', 'phone style', 'breakpoint style', 'set style', 'responsive'],
  effect: 'write',
  fromReading: true,
  tab: true,
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }),
      ...TargetWishInput,
      declarations: Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 200_000 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ written: Type.Array(Written) }),
  subject: ({ nodeIds, declarations, ...wish }) => JSON.stringify([nodeIds, Object.keys(declarations), wish]),
  async run(context: SiteContext, { nodeIds, declarations, ...wish }) {
    const properties = new Map(Object.entries(declarations))
    if (properties.size === 0) {
      const hint = 'Such as {"color": "red"}.'
      return fail('invalid_css', 'There is nothing to set.', { path: '/declarations', hint })
    }
    // Each node's rule is chosen by the page as it is, before the first of them is written.
    const selectors = new Map<string, string>()
    const isChosen = wish.selector !== undefined || wish.ruleId !== undefined || wish.attribute === true
    for (const [index, nodeId] of isChosen ? [] : [...new Set(nodeIds)].entries()) {
      const { found, refused } = await findNode(context, nodeId, `/nodeIds/${index}`)
      if (refused) return refused
      const { target } = resolveTarget(context.site, found.tree, found.node.id, wish, found.entry.id)
      if (target) selectors.set(found.node.id, target.selector)
    }
    const written: Static<typeof Written>[] = []
    const warnings: string[] = []
    for (const [index, nodeId] of [...new Set(nodeIds)].entries()) {
      const target = await findNode(context, nodeId, `/nodeIds/${index}`)
      if (target.refused) return target.refused
      const { entry, page, node } = target.found
      // A class that an earlier node got is part of the tree by now.
      const tree = readTree(page)
      const selector = selectors.get(node.id)
      const aim = selector === undefined ? wish : { ...wish, selector }
      const outcome = writeStyle(context.site, page, tree, node.id, aim, properties, context.newId, entry.id)
      if (outcome.refused) {
        const { error, hint, property } = outcome.refused
        const path =
          property === undefined ? '/selector' : `/declarations/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`
        return fail('refused', error, { path, hint })
      }
      const { target: place, ruleId, created, properties: set } = outcome.written
      const same = written.find((each) => each.ruleId === ruleId && ruleId !== undefined)
      if (same) {
        same.nodeIds.push(node.id)
        continue
      }
      const { state, scope, conditions, layer, sheet, attribute, changes } = place
      for (const { property, stronger } of set) {
        for (const { selector: by, reason } of stronger) warnings.push(strongerText(property, by, reason))
      }
      written.push({
        pageId: entry.id,
        nodeIds: [node.id],
        selector: place.selector,
        state,
        scope,
        conditions,
        layer,
        sheet,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(attribute ? { attribute } : {}),
        changes,
        created,
        properties: set,
      })
    }
    return ok({ written }, { warnings: [...new Set(warnings)] })
  },
})
