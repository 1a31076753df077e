import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { bytesOf, MAX_RESULT } from '../../brain/page.ts'
import { previewOf } from '../../brain/preview.ts'
import { queryWords } from '../../brain/words.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { memberOf } from '../../model/json.ts'
import { agentMessage } from '../../strings/agentMessages.ts'
import { errorMessage } from '../../strings/errorMessages.ts'
import { branchInput, localeInput, modelInput, pageInput } from '../shared/reads.ts'
import { findModel } from '../shared/support.ts'

export const brain_search = defineOperation({
  id: 'content.brain_search',
  summary: 'Search content',
  description: 'Full-text search, best first; all words must be there, the last may be the beginning of one.',
  icon: 'search',
  keywords: ['find text', 'full text', 'search entries', 'where is'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      query: Type.String({ maxLength: 1_000 }),
      model: Type.Optional(modelInput),
      locale: localeInput,
      limit: pageInput.limit,
      ...branchInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    query: Type.String(),
    results: Type.Array(
      Type.Object({
        model: Type.String(),
        id: Type.String(),
        locale: Type.String(),
        title: Type.String(),
        status: Type.Optional(Type.String()),
        field: Type.Optional(Type.String()),
        preview: Type.Optional(Type.String()),
      }),
    ),
    nearest: Type.Optional(Type.Array(Type.String())),
  }),
  async run(context: ContentContext, { query, model: modelId, locale, limit = 10 }) {
    const { reader } = context
    const schema = await reader.schema()
    if (!schema) return notSetUp()
    const found = modelId === undefined ? undefined : await findModel(context, modelId)
    if (found && !found.ok) return found.result
    const words = queryWords(query)
    if (words.length === 0) {
      return fail('empty_query', errorMessage('query.empty'), {
        path: '/query',
        hint: errorMessage('query.empty.hint'),
      })
    }
    const hits = await reader.search({
      words,
      ...(found ? { models: [found.value.model.id] } : {}),
      // An untranslated value belongs to every locale.
      ...(locale === undefined ? {} : { locales: [locale, '*'] }),
      limit,
    })
    const results = []
    let left = MAX_RESULT - 500
    for (const hit of hits) {
      const model = schema.models.find(({ id }) => id === hit.model)
      const stored = model && (await reader.entry(hit.model, hit.entry))
      const own = stored && memberOf(stored.settled?.locales ?? {}, hit.locale)
      if (!model || !stored?.settled || !own) continue
      const title = model.title_field === undefined ? undefined : memberOf(own.values, model.title_field)
      const result = {
        model: hit.model,
        id: hit.entry,
        locale: hit.locale,
        title: (typeof title === 'string' ? title : stored.title).slice(0, 200),
        status: own.meta.status,
        ...previewOf(stored.settled, model, hit.locale, words),
      }
      left -= bytesOf(result) + 1
      if (left < 0) break
      results.push(result)
    }
    if (results.length > 0) return ok({ query, results })
    const nearest = await nearestOf(context, words)
    const message =
      nearest.length > 0
        ? agentMessage('search.nearest', { words: nearest.join(', ') })
        : agentMessage('search.nothing')
    return ok({ query, results, ...(nearest.length > 0 ? { nearest } : {}) }, { warnings: [message] })
  },
})

async function nearestOf({ reader }: ContentContext, words: readonly string[]): Promise<string[]> {
  const known = await Promise.all(words.slice(0, 4).map((word) => reader.nearestWords(word)))
  return [...new Set(known.flat())].filter((word) => !words.includes(word)).slice(0, 5)
}
