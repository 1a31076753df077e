import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { storedRule } from '../../css/rules.ts'
import { findMove, moveBeside } from '../../styles/move.ts'
import { changedWinners, readCascades, type WinnerChange } from '../../styles/winners.ts'

/** The most changes of winners that a result names. */
const MAX_NAMED = 20

export const moveRule = defineOperation({
  id: 'site.moveRule',
  summary: 'Move a rule',
  description:
    'Put a rule before or after another one (`targetId`) of its stylesheet, by the ids that listStyles returns. It stays in its block; a target inside another block stands for that block. `changes` lists where another rule wins now.',
  icon: 'arrow-up-down',
  keywords: ['reorder css', 'rule order', 'cascade order', 'sort styles'],
  effect: 'write',
  onDemand: true,
  affects: ['styles'],
  input: Type.Object(
    { ruleId: Type.String(), targetId: Type.String(), where: Type.Enum(['before', 'after']) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ruleId: Type.String(),
    /** False if it stood there. */
    moved: Type.Boolean(),
    changes: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        properties: Type.Array(Type.String()),
        nodes: Type.Integer(),
      }),
    ),
  }),
  async run(context: SiteContext, { ruleId, targetId, where }) {
    const sheet = storedRule(context.site, ruleId)?.sheet ?? ''
    const move = findMove(context.site, sheet, ruleId, targetId)
    if ('problem' in move) {
      const [code, path] = move.is === 'rule' ? ['unknown_rule', '/ruleId'] : ['invalid_target', '/targetId']
      return fail(code, move.problem, { path, hint: 'listStyles lists the rules in their order.' })
    }
    const before = await readCascades(context)
    if (!moveBeside(context.site, move, where)) return ok({ ruleId, moved: false, changes: [] })
    const changes = (await changedWinners(context, move.rule, before)).slice(0, MAX_NAMED)
    return ok({ ruleId, moved: true, changes }, { warnings: changes.map(sentence) })
  },
})

const sentence = ({ from, to, properties, nodes }: WinnerChange) =>
  `${properties.join(', ')} of ${nodes === 1 ? '1 element' : `${nodes} elements`} now comes from \`${to}\`, not from \`${from}\`.`
