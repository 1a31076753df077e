import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { breakpoints, slugify } from '../../document/pages.ts'
import { breakpointWarnings } from '../../lint/settingsBreakpoints.ts'

export const addBreakpoint = defineOperation({
  id: 'site.addBreakpoint',
  summary: 'Add a breakpoint',
  description: 'Add a width that the editor shows and style props can differ at, in CSS pixels.',
  icon: 'monitor-smartphone',
  keywords: ['screen size', 'device width', 'viewport', 'responsive', 'media query', 'tablet view', 'phone view'],
  effect: 'write',
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    { label: Type.String({ minLength: 1, maxLength: 100 }), width: Type.Integer({ minimum: 200, maximum: 10_000 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ breakpointId: Type.String() }),
  run({ site }: SiteContext, { label, width }) {
    const all = breakpoints(site)
    const same = all.find((each) => each.width === width)
    if (same) {
      const hint = 'Use that one, or another width.'
      return fail('taken', `The breakpoint “${same.label}” (${same.id}) has this width.`, { path: '/width', hint })
    }
    const name = slugify(label).replace(/[^a-z0-9-]/g, '') || 'width'
    let breakpointId = name
    for (let n = 2; all.some(({ id }) => id === breakpointId); n += 1) breakpointId = `${name}-${n}`
    site.set(`breakpoint:${breakpointId}`, { label: label.trim(), width })
    return ok({ breakpointId }, { warnings: breakpointWarnings({ label, width }, all) })
  },
})
