import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import type { Comment, CommentService } from '../../context/services.ts'
import { type Attempt, findModel, got, refusedCall, unknownEntry } from '../shared/support.ts'

export const MAX_TEXT = 4_000

export const CommentOutput = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['comment', 'request']),
  locale: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  text: Type.String(),
  author: Type.String({ description: 'The id of the person.' }),
  at: Type.String({ description: 'ISO 8601' }),
  resolved: Type.Boolean(),
})

export const shownComment = ({ id, kind, locale, field, text, author, createdAt, resolvedAt }: Comment) => ({
  id,
  kind,
  ...(locale === undefined ? {} : { locale }),
  ...(field === undefined ? {} : { field }),
  text,
  author,
  at: new Date(createdAt).toISOString(),
  resolved: resolvedAt !== undefined,
})

export const commentsOf = ({ services }: ContentContext): Attempt<CommentService> =>
  services.comments ? got(services.comments) : refusedCall('no_comments', 'Comments are kept on the server.')

/** Refuses those who may only read: they are neither editors nor reviewers. */
export const refuseReaders = ({ capabilities }: ContentContext): Envelope<never> | undefined =>
  capabilities === undefined || capabilities.has('document.write') || capabilities.has('content.review')
    ? undefined
    : fail('not_allowed', 'You may read this content, and not comment on it.')

/** The document of an entry that the caller may see. */
export async function entryDocument(
  context: ContentContext,
  { model, entryId }: { model: string; entryId: string },
): Promise<Attempt<{ documentId: string; fields: ReadonlySet<string> }>> {
  const found = await findModel(context, model)
  if (!found.ok) return found
  const stored = await context.reader.entry(found.value.model.id, entryId)
  if (!stored) return { ok: false, result: await unknownEntry(context, found.value.model.id, entryId) }
  return got({
    documentId: stored.documentId,
    fields: new Set(found.value.model.fields.map(({ name }) => name)),
  })
}

export const seesComment = ({ restriction }: ContentContext, { locale }: Pick<Comment, 'locale'>): boolean =>
  visibleTo(restriction).locale(locale)
