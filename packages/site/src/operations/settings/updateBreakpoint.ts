import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { breakpoints } from '../../document/pages.ts'
import { breakpointWarnings } from '../../lint/settingsBreakpoints.ts'
import { unknownBreakpoint } from './listBreakpoints.ts'

export const updateBreakpoint = defineOperation({
  id: 'site.updateBreakpoint',
  summary: 'Change a breakpoint',
  description: 'Change a breakpoint’s label or width. CSS that was written for the old width stays as it is.',
  icon: 'monitor-smartphone',
  keywords: ['screen size', 'device width', 'viewport', 'resize breakpoint'],
  effect: 'write',
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      breakpointId: Type.String(),
      label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      width: Type.Optional(Type.Integer({ minimum: 200, maximum: 10_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ breakpointId: Type.String(), label: Type.String(), width: Type.Number() }),
  run({ site }: SiteContext, { breakpointId, label, width }) {
    const all = breakpoints(site)
    const old = all.find(({ id }) => id === breakpointId)
    if (!old) return unknownBreakpoint(site, breakpointId)
    const same = all.find((each) => each.id !== breakpointId && each.width === width)
    if (same) {
      const hint = 'Use another width.'
      return fail('taken', `The breakpoint “${same.label}” (${same.id}) has this width.`, { path: '/width', hint })
    }
    const made = { label: label?.trim() ?? old.label, width: width ?? old.width }
    site.set(`breakpoint:${breakpointId}`, made)
    const moved = made.width !== old.width
    const warnings = moved ? [`@media (max-width: ${old.width}px) in the CSS stays as it is.`] : []
    const others = all.filter(({ id }) => id !== breakpointId)
    return ok({ breakpointId, ...made }, { warnings: [...warnings, ...breakpointWarnings(made, others)] })
  },
})
