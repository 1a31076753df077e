import type { AnswerOf, ContentField, ContentModel, readContentEntry } from '@atelier/api'
import { mergeText } from '@atelier/content'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { NO_LOCALE, saveInput } from '../../api/saveInput.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { createFieldDrafts, type FieldDrafts } from './fieldDrafts.ts'
import { fromKey } from './fieldKey.ts'
import { controlOf, readText, textOf } from './fieldText.ts'

type EntryData = AnswerOf<typeof readContentEntry>

/** What is typed in the fields of an entry: saved over what others write in other fields and paragraphs, never over theirs. */
export function useFieldDrafts(model: ContentModel, entryId: string, data: EntryData | undefined): FieldDrafts {
  const { session, project } = useContent()
  const queries = useQueryClient()
  const fieldOf = (name: string) => model.fields.find((each) => each.name === name)
  const [drafts] = useState(() =>
    createFieldDrafts({
      // From the cache, which holds what was read last, also when this component is not rendered yet.
      current: (key) => shownText(queries.getQueryData(entryQuery(project.id, model.id, entryId).queryKey), model, key),
      merge(key, base, theirs, mine) {
        const type = fieldOf(fromKey(key).name)?.type
        return type === 'markdown' || type === 'richtext' ? mergeText(type, base, theirs, mine) : undefined
      },
      async save(key, text, base) {
        const { locale, name } = fromKey(key)
        const field = fieldOf(name)
        const read = field ? readText(text, field) : { ok: true as const, value: text }
        if (!read.ok) return read
        const { queryKey } = entryQuery(project.id, model.id, entryId)
        const known = queries.getQueryData(queryKey)
        const began = field && known ? baseValue(base, valueIn(known, key), field) : undefined
        const answer =
          began === undefined
            ? await session.run(operations.saveContent, saveInput(model, entryId, locale, { [name]: read.value }))
            : await session.run(operations.editField, {
                model: model.id,
                entryId,
                ...(locale === NO_LOCALE ? {} : { locale }),
                field: name,
                base: began,
                value: read.value,
              })
        if (answer.ok) return { ok: true }
        const changed = answer.error.code === 'changed_meanwhile'
        if (changed) await queries.invalidateQueries({ queryKey })
        return { ok: false, error: reasonOf(sentence(answer.error)), changed }
      },
    }),
  )
  useEffect(() => () => void drafts.flush(), [drafts])
  useEffect(() => {
    if (data) drafts.rebase()
  }, [drafts, data])
  return drafts
}

/** The value that a text in a control was; undefined where that cannot be told. */
function baseValue(base: string, known: unknown, field: ContentField): unknown {
  if (textOf(known, field) === base) return known ?? null
  const control = controlOf(field)
  if (control !== 'line' && control !== 'text' && control !== 'long') return undefined
  return base === '' ? null : base
}

const valueIn = (data: EntryData, key: string): unknown => {
  const { locale, name } = fromKey(key)
  return data.locales.find((each) => each.locale === locale)?.values[name]
}

/** The text of a field as its control shows it. */
export function shownText(data: EntryData | undefined, model: ContentModel, key: string): string {
  const { name } = fromKey(key)
  return textOf(data && valueIn(data, key), model.fields.find((field) => field.name === name) ?? { type: 'string' })
}

/** The reason in a refusal without the words that say the same of each field: that nothing was saved, and where. */
function reasonOf(message: string): string {
  const plain = message.replace('Nothing was saved. ', '')
  const colon = plain.indexOf(': ')
  return colon > 0 && plain.slice(0, colon).includes(' · ') ? plain.slice(colon + 2) : plain
}
