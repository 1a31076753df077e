import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { ROOT_KEY } from '../../document/node.ts'
import { documents, homePage } from '../../document/pages.ts'
import { summaryOf } from '../../document/summary.ts'
import { DocumentRef, refOf } from '../shared/documentRef.ts'

export const list_documents = defineOperation({
  id: 'site.list_documents',
  summary: 'List the documents',
  description: 'Pages, templates, components: refs, titles, root nodes.',
  icon: 'files',
  keywords: ['all pages', 'sitemap of pages', 'page list', 'site structure'],
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    documents: Type.Array(
      Type.Object({
        document: DocumentRef,
        title: Type.String(),
        slug: Type.Optional(Type.String()),
        rootNodeId: Type.String(),
        /** It is what the editor shows. */
        active: Type.Boolean(),
        /** It is the document that reads without a reference mean. */
        current: Type.Boolean(),
        summary: Type.String(),
        template: Type.Optional(Type.Object({ target: Type.Unknown(), priority: Type.Number() })),
      }),
    ),
  }),
  async run(context: SiteContext) {
    const home = homePage(context.site)?.id
    const open = context.editor.documentId
    const all = documents(context.site)
    const current = all.some(({ id }) => id === open) ? open : home
    const listed = []
    for (const entry of all) {
      const { id, kind, title, slug, template } = entry
      const root = (await context.drafts.open(id))?.get(ROOT_KEY)
      listed.push({
        document: refOf(entry),
        title,
        ...(kind === 'component' ? {} : { slug }),
        rootNodeId: typeof root === 'string' ? root : '',
        active: id === open,
        current: id === current,
        summary: summaryOf(entry, home),
        ...(template ? { template } : {}),
      })
    }
    return ok({ documents: listed })
  },
})
