import { type CommandDefinition, defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { createRoot } from '../../document/edit.ts'
import { listPage, slugify } from '../../document/pages.ts'
import { meantSlug, textWarnings } from '../../lint/settingsPages.ts'

const addPageCommands = [
  {
    name: 'page.add',
    label: 'Add a page',
    icon: 'file-plus',
    group: 'pages',
    input: (_state: SiteEditorState) => ({ title: 'New page' }),
    focus: ({ pageId }: { pageId: string }) => ({ documentId: pageId }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const addPage = defineOperation({
  id: 'site.addPage',
  summary: 'Add a page',
  description: 'Make an empty page; insertHtml under its rootNodeId.',
  icon: 'file-plus',
  commands: addPageCommands,
  keywords: ['create page', 'new page', 'subpage', 'blank page'],
  effect: 'write',
  affects: ['site', 'page'],
  input: Type.Object(
    { title: Type.String({ minLength: 1, maxLength: 200 }), slug: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({ pageId: Type.String(), rootNodeId: Type.String(), slug: Type.String() }),
  run(context: SiteContext, { title, slug }) {
    const meant = slug === undefined ? undefined : meantSlug(slug)
    const wanted = meant?.slug ?? slugify(title)
    const entry = listPage(context.site, { id: context.newId(), title: title.trim(), slug: wanted })
    const rootNodeId = createRoot(context.drafts.create(entry.id, 'page'), context.newId)
    const warnings = [...(meant?.warning === undefined ? [] : [meant.warning]), ...textWarnings({ title })]
    if (slug !== undefined && entry.slug !== wanted)
      warnings.push(`The slug "${wanted}" was taken; the page has "${entry.slug}".`)
    return ok({ pageId: entry.id, rootNodeId, slug: entry.slug }, { warnings })
  },
})
