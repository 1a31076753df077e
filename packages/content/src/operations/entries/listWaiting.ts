import type { Json } from '@atelier/documents'
import { createRests, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { keyPlace, publicationOf } from '../../entry/entryDocument.ts'
import type { LoggedEdit } from '../../entry/history.ts'
import type { Model } from '../../model/definition.ts'
import { isList, isRecord } from '../../model/json.ts'

/** How many edits of an entry are looked at for its authors, the newest. */
const MAX_EDITS = 200
/** Locales of entries that one answer lists. */
const MAX_LISTED = 100

export const listWaiting = defineOperation({
  id: 'content.listWaiting',
  summary: 'List edits that wait to be published',
  description:
    'Published entries with newer edits, which visitors see once update_status publishes the entry again: by locale, who has written since (userId), when, and how many words are others.',
  icon: 'hourglass',
  keywords: ['unpublished changes', 'waiting', 'pending edits', 'what is not public yet'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object({ model: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
  output: Type.Object({
    waiting: Type.Array(
      Type.Object({
        model: Type.String(),
        id: Type.String(),
        title: Type.String(),
        locale: Type.String(),
        by: Type.Array(Type.String(), { description: 'The users who have written since it was published.' }),
        at: Type.String({ description: 'When it was last written; ISO 8601.' }),
        words: Type.Integer({ description: 'Words that are others than the published ones.' }),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(context: ContentContext, { model: only }) {
    const schema = await context.reader.schema()
    if (!schema) return notSetUp()
    const models = schema.models.filter(({ id }) => only === undefined || id === only)
    if (models.length === 0) return fail('unknown_model', `There is no model “${only}”.`, { path: '/model' })
    const sees = visibleTo(context.restriction)
    const rest = createRests()
    const found: { model: Model; entry: StoredEntry; locale: string }[] = []
    for (const model of models)
      for (const entry of await context.reader.entries(model.id)) {
        await rest()
        for (const locale of entry.waiting ?? []) if (sees.locale(locale)) found.push({ model, entry, locale })
      }
    found.sort((one, other) => other.entry.updatedAt - one.entry.updatedAt)
    const waiting = []
    for (const { model, entry, locale } of found.slice(0, MAX_LISTED)) {
      const edits = (await context.services.history?.(entry.documentId, MAX_EDITS)) ?? []
      const since = editsSince(edits, model, locale)
      waiting.push({
        model: model.id,
        id: entry.id,
        title: entry.title,
        locale,
        by: [...new Set(since.map(({ by }) => by.userId))],
        at: new Date(since.at(-1)?.at ?? entry.updatedAt).toISOString(),
        words: changedWords(entry, locale),
      })
    }
    return ok({ waiting, total: found.length })
  },
})

/** The edits of the values of a locale since it was published. @param edits the oldest first */
function editsSince(edits: readonly LoggedEdit[], model: Model, locale: string): LoggedEdit[] {
  const published = edits.findLastIndex(({ patches }) => patches.some(({ key }) => publicationOf(key) === locale))
  return edits.slice(published + 1).filter(({ patches }) =>
    patches.some(({ key }) => {
      const place = keyPlace(key, model)
      return place?.locale === locale && !place.field.startsWith(':')
    }),
  )
}

/** How many words of a locale came or went since it was published, whichever are more. */
function changedWords({ settled, published }: StoredEntry, locale: string): number {
  const [before, after] = [published, settled].map((entry) => entryWords(entry?.locales[locale]?.values ?? {}))
  const rest = (one: ReadonlyMap<string, number> = new Map(), other: ReadonlyMap<string, number> = new Map()) =>
    [...one].reduce((sum, [word, count]) => sum + Math.max(0, count - (other.get(word) ?? 0)), 0)
  return Math.max(rest(after, before), rest(before, after))
}

/** The words of values, each with how often it occurs. */
function entryWords(values: Readonly<Record<string, Json>>): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  const add = (value: Json): void => {
    if (isList(value)) for (const each of value) add(each)
    else if (isRecord(value)) for (const each of Object.values(value)) add(each)
    else for (const word of String(value).split(/\s+/)) if (word !== '') words.set(word, (words.get(word) ?? 0) + 1)
  }
  for (const value of Object.values(values)) add(value)
  return words
}
