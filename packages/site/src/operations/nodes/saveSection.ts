import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { saveSectionCommand } from '../../commands/saveSection.ts'
import type { SiteContext } from '../../context/context.ts'
import { sectionKey } from '../../document/sections.ts'
import { MAX_SECTION } from '../../validate/site.ts'
import { copyNodes } from './copyNodes.ts'

export const saveSection = defineOperation({
  id: 'site.saveSection',
  summary: 'Save nodes as a section',
  description:
    'Keep nodes of one page with their rules under a title; insertLayout inserts a copy of them as layout "saved:<sectionId>". For something that stays the same everywhere make a component.',
  icon: 'bookmark-plus',
  commands: [saveSectionCommand],
  keywords: ['reusable section', 'snippet', 'template part', 'keep block', 'library'],
  effect: 'write',
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }),
      title: Type.String({ minLength: 1, maxLength: 200 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ sectionId: Type.String(), title: Type.String() }),
  async run(context: SiteContext, { nodeIds, title }) {
    const copied = await copyNodes.run(context, { nodeIds })
    if (!copied.ok || !copied.data) return copied.ok ? fail('nothing_to_save', 'There is nothing to save.') : copied
    const { html } = copied.data
    if (html.length > MAX_SECTION) {
      const message = `With its rules it holds ${html.length} characters; at most ${MAX_SECTION} are saved.`
      return fail('too_large', message, { path: '/nodeIds', hint: 'Save a part of it.' })
    }
    const sectionId = context.newId()
    context.site.set(sectionKey(sectionId), { title, html })
    return ok({ sectionId, title })
  },
})
