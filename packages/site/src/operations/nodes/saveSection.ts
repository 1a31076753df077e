import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { componentTitle, wrappableIds } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { sectionKey } from '../../document/sections.ts'
import { MAX_SECTION } from '../../validate/site.ts'
import { copyNodes } from './copyNodes.ts'

const saveSectionCommands = [
  {
    name: 'node.saveSection',
    label: 'Save as a section',
    icon: 'bookmark-plus',
    group: 'component',
    order: 3,
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      const { selected } = state
      return nodeIds && selected?.isElement ? { title: componentTitle(selected.title), nodeIds } : undefined
    },
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const saveSection = defineOperation({
  id: 'site.saveSection',
  summary: 'Save nodes as a section',
  description:
    'Keep nodes of one page with their rules under a title; insertLayout inserts a copy of them as layout "saved:<sectionId>". For something that stays the same everywhere make a component.',
  icon: 'bookmark-plus',
  commands: saveSectionCommands,
  keywords: ['reusable section', 'snippet', 'template part', 'keep block', 'library'],
  effect: 'write',
  tab: true,
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
