import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { componentParams } from '../../component/params.ts'
import { slotNames } from '../../component/slots.ts'
import { usesOf } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { components } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'

export const listComponents = defineOperation({
  id: 'site.listComponents',
  summary: 'List the components',
  description: 'The components with their parameters, slots, and where they stand.',
  icon: 'component',
  keywords: ['all components', 'which components', 'component library', 'reusable parts', 'symbols'],
  effect: 'read',
  onDemand: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    components: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        rootNodeId: Type.String(),
        params: Type.Array(Type.Unknown()),
        slots: Type.Array(Type.String()),
        uses: Type.Array(
          Type.Object({ documentId: Type.String(), title: Type.String(), nodeIds: Type.Array(Type.String()) }),
        ),
      }),
    ),
  }),
  async run(context: SiteContext) {
    const listed = []
    for (const { id, title } of components(context.site)) {
      const view = await context.drafts.open(id)
      const tree = view && readTree(view)
      const uses = await usesOf(context, id)
      listed.push({
        id,
        title,
        rootNodeId: tree?.root ?? '',
        params: [...componentParams(context.site, id)],
        slots: tree ? slotNames(tree) : [],
        uses: uses.map(({ document, nodeIds }) => ({ documentId: document.id, title: document.title, nodeIds })),
      })
    }
    return ok({ components: listed })
  },
})
