import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { seesAllOf } from '../branches/branchSupport.ts'
import { CommentOutput, commentsOf, seesComment, shownComment } from './commentSupport.ts'

export const listNotes = defineOperation({
  id: 'content.listNotes',
  summary: 'List my notes',
  description:
    'What others have said about entries and branches that you have worked on, the newest first; `unseen` counts those that are new.',
  icon: 'bell',
  keywords: ['notifications', 'inbox', 'mentions', 'for me'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    notes: Type.Array(
      Type.Object({
        comment: CommentOutput,
        seen: Type.Boolean(),
        model: Type.Optional(Type.String()),
        entryId: Type.Optional(Type.String()),
        branchId: Type.Optional(Type.String()),
        title: Type.String(),
      }),
    ),
    unseen: Type.Integer(),
  }),
  async run(context: ContentContext) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    const sees = visibleTo(context.restriction)
    const notes = []
    for (const { comment, seen, entry } of await service.value.notes()) {
      if (!seesComment(context, comment)) continue
      if (entry) {
        const stored = sees.model(entry.model) ? await context.reader.entry(entry.model, entry.id) : undefined
        if (!stored) continue
        const { model, id } = entry
        notes.push({ comment: shownComment(comment), seen, model, entryId: id, title: stored.title })
        continue
      }
      const { branches } = context
      const branch = branches?.all.find(({ id }) => id === comment.documentId)
      if (!branches || !branch || !(await seesAllOf(context, { branches, branch }))) continue
      notes.push({ comment: shownComment(comment), seen, branchId: branch.id, title: branch.title })
    }
    return ok({ notes, unseen: notes.filter(({ seen, comment }) => !seen && !comment.resolved).length })
  },
})
