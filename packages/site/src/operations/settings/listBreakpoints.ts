import type { View } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { breakpoints } from '../../document/pages.ts'

export const list_breakpoints = defineOperation({
  id: 'site.list_breakpoints',
  summary: 'List the breakpoints',
  description: 'Breakpoints with media queries; the active one.',
  icon: 'monitor-smartphone',
  keywords: ['screen sizes', 'device widths', 'viewports'],
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    breakpoints: Type.Array(
      Type.Object({ id: Type.String(), label: Type.String(), width: Type.Number(), mediaQuery: Type.String() }),
    ),
    activeBreakpointId: Type.Union([Type.String(), Type.Null()]),
  }),
  run(context: SiteContext) {
    const all = breakpoints(context.site)
    const active = all.find(({ id }) => id === context.editor.activeBreakpointId)
    return ok({
      breakpoints: all.map((each) => ({ ...each, mediaQuery: `(max-width: ${each.width}px)` })),
      activeBreakpointId: active?.id ?? null,
    })
  },
})

export function unknownBreakpoint(site: View, id: string, path = '/breakpointId') {
  const list = breakpoints(site).map((each) => `${each.id} (${each.width} px)`)
  const hint = list.length > 0 ? `The breakpoints are ${list.join(', ')}.` : 'The site has no breakpoints.'
  return fail('unknown_breakpoint', `There is no breakpoint "${id.slice(0, 80)}".`, { path, hint })
}
