import type { Rehearsal } from '@atelier/agent'
import type { Phase } from '../context/phase.ts'
import type { ContentSchema } from '../model/definition.ts'
import { addParagraph } from './addParagraph.ts'
import { listStale } from './listStale.ts'
import { setUpBlog } from './setUpBlog.ts'
import { translateEntries } from './translateEntries.ts'
import { translateField } from './translateField.ts'
import { writePost } from './writePost.ts'

/** Scripts of the scope `content` for a server without a model, in the order in which they are offered. */
export const contentRehearsals: readonly Rehearsal[] = [
  setUpBlog,
  writePost,
  translateField,
  translateEntries,
  listStale,
  addParagraph,
]

/** Those that can do something in a phase: before the set-up only that, and nothing that is refused. */
export function rehearsalsIn(phase: Phase, schema: ContentSchema | undefined): readonly Rehearsal[] {
  if (phase === 'uninitialized') return [setUpBlog]
  if (phase !== 'active' || !schema) return [listStale]
  const isEmpty = schema.models.length === 0
  const canTranslate = schema.config.locales.supported.length > 1 && schema.models.some(({ i18n }) => i18n)
  return [...(isEmpty ? [setUpBlog] : [writePost]), ...(canTranslate ? [translateField, listStale] : [])]
}
