import type { AnswerOf, ContentField, ContentModel, readContentEntry } from '@atelier/api'
import { mergeText } from '@atelier/content'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { saveFailure } from '../../api/savedText.ts'
import { NO_LOCALE, saveInput } from '../../api/saveInput.ts'
import { controlOf, controlText, readText } from '../entry/fieldText.ts'
import { type ContentSession, callOperation, type Typed } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { createFieldDrafts, type FieldDrafts } from './fieldDrafts.ts'
import { fromKey } from './fieldKey.ts'
import { type KeptDrafts, keepTyped, keptAs, keptDrafts } from './keptDrafts.ts'

type EntryData = AnswerOf<typeof readContentEntry>

/** The present state of an entry: it may be renamed, and its model changed, while a user types in it. */
interface EntryNow {
  model: ContentModel
  entryId: string
  /** As it was read last. */
  data: EntryData | undefined
}

interface EntryDrafts extends KeptDrafts {
  now: EntryNow
}

const isEntryDrafts = (typed: Typed | undefined): typed is EntryDrafts => typed !== undefined && 'now' in typed

const draftName = ({ model, entryId, data }: EntryNow) => `${model.id} ${data?.documentId ?? entryId}`

/**
 * The drafts of an entry's fields: saved over what others write in other fields and paragraphs, never over theirs. Text
 * that could not be saved is there again when the entry is opened the next time.
 */
export function useFieldDrafts(model: ContentModel, entryId: string, data: EntryData | undefined): FieldDrafts {
  const { session, project } = useContent()
  const queries = useQueryClient()
  const now = { model, entryId, data }
  const [entry] = useState(() => {
    const known = keptAs(session, draftName(now))
    return isEntryDrafts(known) ? known : createEntryDrafts(now)
  })
  const { drafts } = entry

  function createEntryDrafts(first: EntryNow): EntryDrafts {
    const made: EntryDrafts = { ...keptDrafts(draftsOf(() => made.now)), now: first }
    return made
  }

  function draftsOf(at: () => EntryNow): FieldDrafts {
    const fieldOf = (name: string) => at().model.fields.find((each) => each.name === name)
    const keyNow = () => entryQuery(project.id, at().model.id, at().entryId).queryKey
    // From the cache, which holds what was read last, also when this component is not rendered yet.
    const dataNow = () => queries.getQueryData(keyNow()) ?? at().data
    return createFieldDrafts({
      current: (key) => shownText(dataNow(), at().model, key),
      merge(key, base, theirs, mine) {
        const type = fieldOf(fromKey(key).name)?.type
        return type === 'markdown' || type === 'richtext' ? mergeText(type, base, theirs, mine) : undefined
      },
      left(key, text) {
        const { model: its, entryId: id } = at()
        const { locale, name } = fromKey(key)
        const read = readText(text, fieldOf(name) ?? TERM)
        if (!read.ok) return
        const where = { model: its.id, entryId: id, ...(locale === NO_LOCALE ? {} : { locale }), field: name }
        // No step of the undo: it changes no value.
        void callOperation(project.id, operations.editField, { ...where, base: read.value, value: read.value })
      },
      async save(key, text, base, typing) {
        const { model: its, entryId: id } = at()
        const { locale, name } = fromKey(key)
        const field = fieldOf(name) ?? (its.kind === 'dictionary' ? TERM : undefined)
        const read = field ? readText(text, field) : { ok: true as const, value: text }
        if (!read.ok) return read
        const known = dataNow()
        const began = field ? baseValue(base, known && valueIn(known, key), field) : undefined
        const answer =
          began === undefined
            ? await session.run(operations.saveContent, {
                ...saveInput(its, id, locale, { [name]: read.value }),
                ...(typing ? { typing } : {}),
              })
            : await session.run(operations.editField, {
                model: its.id,
                entryId: id,
                ...(locale === NO_LOCALE ? {} : { locale }),
                field: name,
                base: began,
                value: read.value,
                ...(typing ? { typing } : {}),
              })
        if (answer.ok) {
          const held = answer.value.data.entries.some((each) => each.held === true)
          return { ok: true, ...(held ? { held } : {}) }
        }
        const { code } = answer.error
        const failure = saveFailure(answer.error)
        const changed = failure === 'changed'
        if (changed || code === 'unknown_entry') await queries.invalidateQueries({ queryKey: keyNow() })
        // It has another id since: the form goes there in a moment.
        const isRenamed = code === 'unknown_entry' && (dataNow()?.id ?? id) !== id
        const unsent = isRenamed || failure === 'unsent'
        return { ok: false, error: reasonOf(sentence(answer.error)), changed, unsent }
      },
    })
  }

  useEffect(() => {
    // Before what is typed is looked at again: it is in the entry as it is now.
    entry.now = { model, entryId, data: data ?? entry.now.data }
    if (data) drafts.rebase()
  }, [entry, drafts, model, entryId, data])
  const name = draftName(now)
  useEffect(() => keepTyped(session, name, entry), [session, name, entry])
  return drafts
}

/** The typed text of an entry that cannot be shown, such as a deleted one; undefined if that is nothing. */
export function typedIn(
  session: ContentSession,
  model: ContentModel,
  entryId: string,
  data: EntryData | undefined,
): FieldDrafts | undefined {
  const typed = keptAs(session, draftName({ model, entryId, data }))
  return isEntryDrafts(typed) ? typed.drafts : undefined
}

/** A text of a dictionary, which has no fields. */
const TERM: ContentField = { name: '', label: '', type: 'string' }

/** The value that a text in a control was; undefined where that cannot be told. */
function baseValue(base: string, known: unknown, field: ContentField): unknown {
  if (controlText(known, field) === base) return known ?? null
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
  return controlText(
    data && valueIn(data, key),
    model.fields.find((field) => field.name === name) ?? { type: 'string' },
  )
}

/** The reason in a refusal without the words that say the same of each field: that nothing was saved, and where. */
function reasonOf(message: string): string {
  const plain = message.replace('Nothing was saved. ', '')
  const colon = plain.indexOf(': ')
  return colon > 0 && plain.slice(0, colon).includes(' · ') ? plain.slice(colon + 2) : plain
}
