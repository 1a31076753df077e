import { defineOperation, fail, inSlices, ok, type Steps } from '@atelier/operation'
import { Type } from 'typebox'
import { countWords, type Untranslated, untranslatedIn } from '../../brain/untranslated.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { mainLocale } from '../../entry/settle.ts'
import type { ContentSchema, Model } from '../../model/definition.ts'
import { memberOf, recordOf } from '../../model/json.ts'
import { branchInput, idInput, modelInput } from '../shared/reads.ts'
import { findLocale, findModel, unknownEntry } from '../shared/support.ts'

/** The most characters of all texts of an answer, beyond the first entry. */
const MAX_LENGTH = 12_000
const MAX_LISTED = 50
const MAX_TERMS = 60
const MAX_SKIPPED = 20

export const listUntranslated = defineOperation({
  id: 'content.listUntranslated',
  summary: 'List what is to be translated',
  description:
    'The texts of entries that a locale lacks, or whose source has changed since they were translated, with the terms of the vocabulary to use; how many words there are in all. Write them with saveTranslations and ask again, until none is left. Published translations are skipped unless published is true; archived entries always.',
  icon: 'languages',
  keywords: ['translate', 'translation', 'untranslated', 'stale', 'fill a locale', 'how many words'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object(
    {
      ...branchInput,
      model: modelInput,
      from: Type.Optional(Type.String({ maxLength: 20 })),
      to: Type.String({ maxLength: 20 }),
      entryIds: Type.Optional(Type.Array(idInput, { maxItems: 10_000 })),
      published: Type.Optional(Type.Boolean()),
      /** Only entries behind this one. */
      after: Type.Optional(idInput),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_LISTED })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        state: Type.Enum(['untranslated', 'stale']),
        texts: Type.Record(Type.String(), Type.String()),
      }),
    ),
    /** Terms that the texts use, as the vocabulary says them in both locales. */
    vocabulary: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
    /** All that is to be translated, listed here or not. */
    totals: Type.Object({
      entries: Type.Integer(),
      fields: Type.Integer(),
      words: Type.Integer(),
      characters: Type.Integer(),
    }),
    /** How many come behind those that are listed here. */
    left: Type.Integer(),
    skipped: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), reason: Type.String() })),
    skippedTotal: Type.Integer(),
  }),
  async run(
    context: ContentContext,
    { model: modelId, from: asked, to, entryIds, published, after, limit = MAX_LISTED },
  ) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    if (!model.i18n)
      return fail('not_translated', `${model.name} has no locales.`, {
        hint: 'save_model with i18n: true gives it some.',
      })
    const from = findLocale(found.value, asked)
    if (!from.ok) return from.result
    const target = findLocale(found.value, to)
    if (!target.ok) return target.result
    if (from.value === to) return fail('same_locale', 'A locale is translated to another one.', { path: '/to' })
    const all = await context.reader.entries(model.id)
    const missing = entryIds?.find((id) => !all.some((entry) => entry.id === id))
    if (missing !== undefined) return unknownEntry(context, model.id, missing)
    const wanted = entryIds === undefined ? all : all.filter(({ id }) => entryIds.includes(id))
    const { work, skipped } = await inSlices(
      toTranslate(wanted, model, schema, { from: from.value, to, published: published === true }),
    )
    const totals = { entries: work.length, fields: 0, words: 0, characters: 0 }
    for (const { texts } of work) {
      for (const text of Object.values(texts)) {
        totals.fields += 1
        totals.words += countWords(text)
        totals.characters += text.length
      }
    }
    const place = after === undefined ? -1 : wanted.findIndex(({ id }) => id === after)
    const behind = new Set(wanted.slice(place + 1).map(({ id }) => id))
    const next = work.filter(({ id }) => behind.has(id))
    const entries: { id: string; title: string; state: Untranslated['state']; texts: Record<string, string> }[] = []
    let length = 0
    for (const { id, title, state, texts, nested } of next.slice(0, limit)) {
      length += Object.values(texts).reduce((sum, text) => sum + text.length, 0)
      if (entries.length > 0 && length > MAX_LENGTH) break
      entries.push({ id, title, state, texts })
      const entry = wanted.find((each) => each.id === id)
      const source = memberOf(entry?.settled?.locales ?? {}, from.value)?.values ?? {}
      const fields = Object.keys(source).filter((name) => Object.hasOwn(texts, name) || Object.hasOwn(nested, name))
      if (entry)
        context.known?.note(entry.documentId, from.value, recordOf(fields.map((name) => [name, source[name] ?? null])))
    }
    return ok({
      entries,
      vocabulary: termsIn(entries, schema, from.value, to),
      totals,
      left: next.length - entries.length,
      skipped: skipped.slice(0, MAX_SKIPPED),
      skippedTotal: skipped.length,
    })
  },
})

interface Skipped {
  id: string
  title: string
  reason: string
}

interface Asked {
  from: string
  to: string
  published: boolean
}

function* toTranslate(
  stored: readonly StoredEntry[],
  model: Model,
  schema: ContentSchema,
  { from, to, published }: Asked,
): Steps<{ work: (Untranslated & { id: string; title: string })[]; skipped: Skipped[] }> {
  const work: (Untranslated & { id: string; title: string })[] = []
  const skipped: Skipped[] = []
  for (const { id, title, settled } of stored) {
    yield
    if (!settled) {
      skipped.push({ id, title, reason: 'It is not valid yet, so nobody can say what its text is.' })
      continue
    }
    const found = untranslatedIn(settled, model, schema.config, from, to)
    if (!found) continue
    const status = settled.locales[mainLocale(model, schema.config)]?.meta.status
    if (status === 'archived') skipped.push({ id, title, reason: 'It is archived.' })
    else if (found.published && !published)
      skipped.push({ id, title, reason: `Its translation to “${to}” is published.` })
    else work.push({ id, title, ...found })
  }
  return { work, skipped }
}

/** The terms that texts use, in both locales. */
function termsIn(
  entries: readonly { texts: Readonly<Record<string, string>> }[],
  { vocabulary }: ContentSchema,
  from: string,
  to: string,
): { from: string; to: string }[] {
  const said = entries
    .flatMap(({ texts }) => Object.values(texts))
    .join('\n')
    .toLocaleLowerCase(from)
  return Object.entries(vocabulary)
    .flatMap(([term, texts]) => {
      const [own = term, there] = [texts[from], texts[to]]
      return there !== undefined && said.includes(own.toLocaleLowerCase(from)) ? [{ from: own, to: there }] : []
    })
    .slice(0, MAX_TERMS)
}
