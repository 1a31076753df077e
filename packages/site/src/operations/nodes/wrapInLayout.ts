import { type CommandDefinition, defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import { focusResult, wrappableIds } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { buildLayout, layout as layoutOf, writeLayoutCss } from '../../layouts/index.ts'
import { WrapReport, wrapIn } from './wrapping.ts'

const inLayout = (layout: 'row' | 'stack' | 'grid' | 'list') => ({
  group: 'wrap',
  input(state: SiteEditorState) {
    const nodeIds = wrappableIds(state)
    return nodeIds && { nodeIds, layout }
  },
  focus: focusResult,
})

const wrapInLayoutCommands = [
  { ...inLayout('list'), name: 'node.wrapList', label: 'Wrap in a list', icon: 'list' },
  { ...inLayout('row'), name: 'node.wrapRow', label: 'Wrap in a row', icon: 'columns-2' },
  { ...inLayout('stack'), name: 'node.wrapStack', label: 'Wrap in a stack', icon: 'rows-2' },
  { ...inLayout('grid'), name: 'node.wrapGrid', label: 'Wrap in a grid', icon: 'layout-grid' },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const wrapInLayout = defineOperation({
  id: 'site.wrapInLayout',
  summary: 'Wrap nodes in a layout',
  description:
    'Put nodes of one parent into a row, stack, grid, columns or container, with the site’s own class for it or a new one; or into a list, each as an item.',
  icon: 'layout-grid',
  commands: wrapInLayoutCommands,
  keywords: ['flex', 'arrange side by side', 'make a list', 'columns', 'auto layout'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }),
      layout: Type.Enum(['row', 'stack', 'grid', 'columns', 'container', 'list']),
    },
    { additionalProperties: false },
  ),
  output: WrapReport,
  run(context: SiteContext, { nodeIds, layout }) {
    if (layout === 'list') return wrapIn(context, { nodeIds, html: '<ul></ul>', each: '<li></li>' })
    return wrapIn(context, { nodeIds, html: emptyLayout(context, layout) })
  },
})

/** A layout without what it shows: one element with its class, whose rules are written. */
function emptyLayout(context: SiteContext, id: string): string {
  const found = layoutOf(id)
  if (!found) return '<div></div>'
  const [name = ''] = Object.keys(found.parts ?? {})
  const built = buildLayout(context.site, { ...found, html: `<div class="${name}"></div>` })
  writeLayoutCss(context.site, built, context.newId)
  return built.html
}
