import { type Consequence, type Envelope, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { PostView, postNamed, postView, slugOfPost, visibility } from './posts.ts'
import { notesOf, Written, writtenOf } from './written.ts'

interface Named {
  postSlug: string
  collectionSlug?: string
  locale?: string
}

export const StatusOutput = Type.Object({ post: PostView, ...Written })

/** The question before the status of a post changes; undefined if there is no such post. */
export async function statusConsequence(
  context: CmsContext,
  named: Named,
  status: 'published' | 'archived',
): Promise<Consequence | undefined> {
  const { found } = await postNamed(context, named)
  if (!found) return undefined
  // Not left out for a post that has the status: another locale of it may not.
  const { model, entry, locale } = found
  const what = named.locale !== undefined && model.i18n ? `the ${locale} translation of the post` : 'the post'
  const act = status === 'published' ? 'Publish' : 'Archive'
  const [when = ''] = visibility(context, found, slugOfPost(model, entry))
  const effect = status === 'published' ? when : `Visitors no longer see it. ${when}`
  return {
    message: `${act} ${what} “${entry.title}” (${model.id}/${entry.id}). ${effect}`,
    target: `${entry.title} (${model.id}/${entry.id})`,
    documentIds: [entry.documentId],
  }
}

/** Gives a post a status, in one locale or in all that it is translated to. */
export async function setStatus(
  context: CmsContext,
  named: Named,
  status: 'published' | 'archived',
): Promise<Envelope<Static<typeof StatusOutput>>> {
  const { found, refused } = await postNamed(context, named)
  if (refused) return refused
  const { model, entry } = found
  const done = await context.others.invoke(content('content.update_status'), {
    model: model.id,
    entryIds: [entry.id],
    status,
    ...(named.locale === undefined ? {} : { locale: named.locale }),
  })
  if (!done.ok) return done
  const answer = done.data ?? { merged: true, errors: [] }
  const post = { ...postView(found), ...(answer.merged ? { status } : {}) }
  const seen = answer.merged ? visibility(context, found, slugOfPost(model, entry)) : []
  return ok({ post, ...writtenOf(answer) }, { warnings: [...notesOf(answer), ...seen] })
}
