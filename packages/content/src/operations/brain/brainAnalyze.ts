import { defineOperation, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type AnalysisFinding, analyseModel, analyses, gradeOf, type Score } from '../../brain/analysis.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { agentMessage } from '../../strings/agentMessages.ts'
import { findingsOutput, findingsPage, localeInput, modelInput, pageInput } from '../shared/reads.ts'
import { findModel } from '../shared/support.ts'

const MAX_SCORES = 40

export const brain_analyze = defineOperation({
  id: 'content.brain_analyze',
  summary: 'Analyse content',
  description:
    'What to better: seo, parity (not translated), stale (source changed since translated), quality; each with entry, locale, field. Scores by model.',
  icon: 'activity',
  keywords: ['stale', 'missing translations', 'seo audit', 'quality score', 'outdated'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      type: Type.Optional(Type.Enum([...analyses, 'all'])),
      model: Type.Optional(modelInput),
      locale: localeInput,
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...findingsOutput,
    /** How many of each kind. */
    counts: Type.Record(Type.String(), Type.Integer()),
    score: Type.Optional(Type.Integer()),
    grade: Type.Optional(Type.String()),
    models: Type.Array(
      Type.Object({ model: Type.String(), entries: Type.Integer(), score: Type.Integer(), grade: Type.String() }),
    ),
  }),
  async run(context: ContentContext, { type = 'all', model: modelId, locale, limit, cursor }) {
    const schema = await context.reader.schema()
    if (!schema) return notSetUp()
    const found = modelId === undefined ? undefined : await findModel(context, modelId)
    if (found && !found.ok) return found.result
    const kinds = new Set(type === 'all' ? analyses : [type])
    const all: AnalysisFinding[] = []
    const scores: Score[] = []
    for (const model of found ? [found.value.model] : schema.models) {
      const { findings, score } = await inSlices(
        analyseModel(model, await context.reader.entries(model.id), schema, kinds),
      )
      all.push(...findings.filter((each) => locale === undefined || (each.locale ?? locale) === locale))
      if (score) scores.push(score)
    }
    const counts: Record<string, number> = {}
    for (const { analysis } of all) counts[analysis] = (counts[analysis] ?? 0) + 1
    const entries = scores.reduce((sum, each) => sum + each.entries, 0)
    const score = Math.round(scores.reduce((sum, each) => sum + each.score * each.entries, 0) / Math.max(1, entries))
    return ok(
      {
        counts,
        ...(entries > 0 ? { score, grade: gradeOf(score) } : {}),
        models: scores.sort((a, b) => a.score - b.score).slice(0, MAX_SCORES),
        ...findingsPage(all, { limit, cursor }),
      },
      { warnings: all.length === 0 ? [agentMessage('analysis.nothing')] : [] },
    )
  },
})
