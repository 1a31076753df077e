import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { namesVariable, usersOf } from '../../lint/users.ts'
import { removeRamp } from '../../styles/ramps.ts'
import { tokens } from '../../tokens/all.ts'
import { colorRamps } from '../../tokens/ramps.ts'

export const removeColorRamp = defineOperation({
  id: 'site.removeColorRamp',
  summary: 'Remove the ramp of a colour',
  description:
    'Remove the steps of a ramp (--brand-50 to --brand-900) from the rules of the root, in light and dark. The colour itself stays. Says what still uses a step.',
  icon: 'palette',
  keywords: ['delete shades', 'delete color scale'],
  effect: 'write',
  onDemand: true,
  affects: ['tokens', 'styles'],
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({ name: Type.String(), removed: Type.Array(Type.String()) }),
  async run(context: SiteContext, { name }) {
    const asked = `--${name.trim().replace(/^--/, '')}`
    const ramps = colorRamps(tokens(context.site))
    const ramp = ramps.find((each) => each.name === asked)
    if (!ramp) {
      const known = ramps.map((each) => each.name)
      const hint = known.length > 0 ? `There are ${known.slice(0, 40).join(', ')}.` : 'There are none.'
      return fail('unknown_ramp', `There is no ramp ${asked.slice(0, 60)}.`, { path: '/name', hint })
    }
    removeRamp(context.site, ramp)
    const removed = ramp.steps.map(({ token }) => token.name)
    const users = await usersOf(context, { text: namesVariable(new Set(removed)) })
    const warnings = users === '' ? [] : [`Steps are still used by ${users}, where they have no effect now.`]
    return ok({ name: asked.slice(2), removed }, { warnings })
  },
})
