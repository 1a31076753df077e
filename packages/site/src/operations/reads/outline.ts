import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { outlineOf } from '../../read/outline.ts'
import { DocumentRef, DocumentTarget, refOf } from '../shared/documentRef.ts'
import { findPage, weightOfPage } from '../shared/target.ts'

export const outline = defineOperation({
  id: 'site.outline',
  summary: 'Outline a page',
  description:
    'The skeleton of a page in few words: landmarks, headings, ids and counts, with uids. Cheaper than read_document where you only need to find your way.',
  icon: 'list-tree',
  keywords: ['structure', 'skeleton', 'headings', 'table of contents', 'landmarks', 'page overview'],
  effect: 'read',
  onDemand: true,
  input: Type.Object({ document: Type.Optional(DocumentTarget) }, { additionalProperties: false }),
  output: Type.Object({
    document: DocumentRef,
    title: Type.String(),
    rootNodeId: Type.String(),
    landmarks: Type.Array(
      Type.Object({
        uid: Type.String(),
        tag: Type.String(),
        label: Type.Optional(Type.String()),
        depth: Type.Number(),
      }),
    ),
    headings: Type.Array(Type.Object({ uid: Type.String(), level: Type.Number(), text: Type.String() })),
    ids: Type.Array(Type.Object({ id: Type.String(), uid: Type.String() })),
    counts: Type.Record(Type.String(), Type.Number()),
    cut: Type.Optional(Type.Array(Type.String())),
  }),
  weight: (context: SiteContext, { document }, enough) => weightOfPage(context, document?.id, enough),
  async run(context: SiteContext, { document }) {
    const target = await findPage(context, document?.id)
    if (target.refused) return target.refused
    const { entry, tree } = target.found
    return ok({ document: refOf(entry), title: entry.title, rootNodeId: tree.root, ...outlineOf(tree) })
  },
})
