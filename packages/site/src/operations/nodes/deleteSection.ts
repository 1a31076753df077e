import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { savedSections, sectionKey } from '../../document/sections.ts'

export const deleteSection = defineOperation({
  id: 'site.deleteSection',
  summary: 'Delete a saved section',
  description: 'Take a saved section out of what can be inserted. Copies of it on pages stay.',
  icon: 'bookmark-x',
  keywords: ['remove snippet', 'delete from library'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site'],
  input: Type.Object({ sectionId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ sectionId: Type.String() }),
  run({ site }: SiteContext, { sectionId }) {
    const all = savedSections(site)
    if (!all.some(({ id }) => id === sectionId)) {
      const known = all.slice(0, 30).map(({ id, title }) => `${id} "${title.slice(0, 40)}"`)
      const hint = known.length > 0 ? `Saved sections: ${known.join(', ')}.` : 'The site has none.'
      return fail('unknown_section', `There is no saved section "${sectionId.slice(0, 80)}".`, {
        path: '/sectionId',
        hint,
      })
    }
    site.delete(sectionKey(sectionId))
    return ok({ sectionId })
  },
})
