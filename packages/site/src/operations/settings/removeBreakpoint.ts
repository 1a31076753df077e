import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { breakpoints } from '../../document/pages.ts'
import { rulesAtWidth } from '../../lint/settingsBreakpoints.ts'
import { unknownBreakpoint } from './listBreakpoints.ts'

export const removeBreakpoint = defineOperation({
  id: 'site.removeBreakpoint',
  summary: 'Remove a breakpoint',
  description: 'Take a breakpoint off the list; the CSS for its width stays. The last one cannot be removed.',
  icon: 'monitor-smartphone',
  keywords: ['screen size', 'device width', 'delete breakpoint'],
  effect: 'write',
  onDemand: true,
  affects: ['site'],
  input: Type.Object({ breakpointId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ breakpointId: Type.String() }),
  run({ site }: SiteContext, { breakpointId }) {
    const all = breakpoints(site)
    if (!all.some(({ id }) => id === breakpointId)) return unknownBreakpoint(site, breakpointId)
    if (all.length === 1) {
      const hint = 'Add another one first with addBreakpoint.'
      return fail('last_breakpoint', 'A site keeps at least one breakpoint.', { path: '/breakpointId', hint })
    }
    const { width = 0 } = all.find(({ id }) => id === breakpointId) ?? {}
    site.delete(`breakpoint:${breakpointId}`)
    const rules = rulesAtWidth(site, width)
    const stay = `${rules} @media ${rules === 1 ? 'rule' : 'rules'} at ${width}px stay in the CSS and go on applying; removeCss takes them away.`
    return ok({ breakpointId }, { warnings: rules > 0 ? [stay] : [] })
  },
})
