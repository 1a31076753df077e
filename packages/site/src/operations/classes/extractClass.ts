import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { extractFromNodes, extractFromRules } from '../../styles/extract.ts'
import { ClassName, freeClass } from './classTarget.ts'

const Ids = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 200 })

export const extractClass = defineOperation({
  id: 'site.extractClass',
  summary: 'Extract a class',
  description:
    'Move the declarations that several rules (ruleIds, from listStyles) or the style attributes of several elements (nodeIds) share into a new class, and give it to their elements.',
  icon: 'combine',
  keywords: ['repeated declarations', 'deduplicate css', 'shared style', 'inline style to class'],
  effect: 'write',
  onDemand: true,
  affects: ['styles', 'page'],
  input: Type.Object(
    { name: ClassName, ruleIds: Type.Optional(Ids), nodeIds: Type.Optional(Ids) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    name: Type.String(),
    /** The declarations of the new class. */
    declarations: Type.Array(Type.String()),
    nodes: Type.Integer(),
    /** The selectors of rules that had nothing else. */
    removed: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { name, ruleIds, nodeIds }) {
    if ((ruleIds === undefined) === (nodeIds === undefined)) {
      const hint = 'Give one of both.'
      return fail('invalid_input', 'It takes either ruleIds or nodeIds.', { path: '/ruleIds', hint })
    }
    const free = await freeClass(context, name, '/name')
    if (free.refused) return free.refused
    const outcome = ruleIds
      ? await extractFromRules(context, ruleIds, free.found)
      : await extractFromNodes(context, nodeIds ?? [], free.found)
    if (!outcome.found) {
      return fail('nothing_shared', outcome.error, { path: ruleIds ? '/ruleIds' : '/nodeIds', hint: outcome.hint })
    }
    const { warnings, ...rest } = outcome.found
    return ok({ name: free.found, ...rest }, { warnings })
  },
})
