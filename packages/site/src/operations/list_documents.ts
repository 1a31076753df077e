import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { ROOT_KEY } from '../document/node.ts'
import { homePage, pages } from '../document/pages.ts'
import { DocumentRef } from './read_document.ts'

export const list_documents = defineOperation({
  id: 'site.list_documents',
  summary: 'List the pages',
  description: 'The site’s pages with their ids, titles, slugs and root nodes.',
  icon: 'files',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    documents: Type.Array(
      Type.Object({
        document: DocumentRef,
        title: Type.String(),
        slug: Type.String(),
        rootNodeId: Type.String(),
        /** It is the page that the editor shows. */
        active: Type.Boolean(),
        /** It is the document that reads without a reference mean. */
        current: Type.Boolean(),
        summary: Type.String(),
      }),
    ),
  }),
  async run(context: SiteContext) {
    const home = homePage(context.site)?.id
    const open = context.editor.documentId
    const all = pages(context.site)
    const current = all.some(({ id }) => id === open) ? open : home
    const documents = []
    for (const { id, title, slug } of all) {
      const root = (await context.drafts.open(id))?.get(ROOT_KEY)
      documents.push({
        document: { type: 'page' as const, id },
        title,
        slug,
        rootNodeId: typeof root === 'string' ? root : '',
        active: id === open,
        current: id === current,
        summary: id === home ? 'Home page' : `Page at /${slug}`,
      })
    }
    return ok({ documents })
  },
})
