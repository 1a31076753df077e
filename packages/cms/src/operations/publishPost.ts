import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { postInput } from '../posts/posts.ts'
import { StatusOutput, setStatus, statusConsequence } from '../posts/status.ts'

export const publishPost = defineOperation({
  id: 'cms.publishPost',
  summary: 'Publish a post',
  description: 'Publish a post; says when visitors see it.',
  icon: 'circle-check',
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
  consequence: (context: CmsContext, named) => statusConsequence(context, named, 'published'),
  run: (context: CmsContext, named) => setStatus(context, named, 'published'),
})
