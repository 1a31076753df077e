import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import type { Submission, SubmissionService } from '../../context/services.ts'

export const submissionOutput = {
  id: Type.String(),
  model: Type.String(),
  locale: Type.String(),
  state: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.Number(),
  entryId: Type.Optional(Type.String()),
}

/** Whether the caller may see what was sent for a model in a locale. */
export function maySee(
  { restriction }: ContentContext,
  { model, locale }: Pick<Submission, 'model' | 'locale'>,
): boolean {
  const { models, locales } = restriction ?? {}
  return (models?.includes(model) ?? true) && (locale === '*' || (locales?.includes(locale) ?? true))
}

type Found = { submission: Submission; submissions: SubmissionService } | { refused: Envelope<never> }

/** A submission that the caller may see, or why there is none. */
export async function findSubmission(context: ContentContext, id: string): Promise<Found> {
  const { submissions } = context.services
  const submission = await submissions?.find(id)
  if (!submissions || !submission || !maySee(context, submission))
    return {
      refused: fail('unknown_submission', `There is no submission “${id.slice(0, 80)}”.`, {
        path: '/submissionId',
        hint: 'list_submissions lists them.',
      }),
    }
  return { submission, submissions }
}

/** A submission that waits for a decision, or why there is none. */
export async function pendingSubmission(context: ContentContext, id: string): Promise<Found> {
  const found = await findSubmission(context, id)
  if ('refused' in found || found.submission.state === 'pending') return found
  const { state } = found.submission
  return { refused: fail('already_decided', `This submission is ${state} already.`, { path: '/submissionId' }) }
}
