import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { postInput } from '../posts/posts.ts'
import { StatusOutput, setStatus, statusConsequence } from '../posts/status.ts'

export const archivePost = defineOperation({
  id: 'cms.archivePost',
  summary: 'Archive a post',
  description: 'Take a post off the site and keep it.',
  icon: 'archive',
  of: 'content.update_status',
  effect: 'write',
  asks: true,
  affects: ['content'],
  input: Type.Object(
    // A model of the described tools sends `confirmed`; only a person's decision counts.
    { ...postInput, confirmed: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: StatusOutput,
  consequence: (context: CmsContext, named) => statusConsequence(context, named, 'archived'),
  run: (context: CmsContext, named) => setStatus(context, named, 'archived'),
})
