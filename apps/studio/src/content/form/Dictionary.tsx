import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { Plus, Search, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sentence } from '../../api/client.ts'
import { saveInput } from '../../api/saveInput.ts'
import { Button, IconButton, TextField, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'
import type { FieldDraft, FieldDrafts } from './fieldDrafts.ts'

/** The texts of a dictionary by key, in up to three languages beside each other; a key of another language is empty here. */
export function Dictionary({
  model,
  data,
  shown,
  drafts,
  all,
  waits,
}: {
  model: ContentModel
  data: AnswerOf<typeof readContentEntry> | undefined
  /** The languages that stand side by side. */
  shown: readonly string[]
  drafts: FieldDrafts
  all: ReadonlyMap<string, FieldDraft>
  /** Whether a text waits for a review. */
  waits: (locale: string, key: string) => boolean
}) {
  const { session, readsOnly } = useContent()
  const { show } = useToast()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [words, setWords] = useState('')
  const [main = ''] = model.locales
  const [first = main] = shown
  const textsOf = (wanted: string) => data?.locales.find((each) => each.locale === wanted)?.values ?? {}
  const keys = [...new Set((data?.locales ?? []).flatMap(({ values }) => Object.keys(values)))].sort()
  const wanted = words.trim().toLowerCase()
  const found =
    wanted === ''
      ? keys
      : keys.filter((key) =>
          [key, ...shown.map((locale) => String(textsOf(locale)[key] ?? ''))].some((each) =>
            each.toLowerCase().includes(wanted),
          ),
        )

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || text.trim() === '') return setError(strings.keyAndText)
    const answer = await session.run(operations.saveContent, saveInput(model, 'main', first, { [name.trim()]: text }))
    if (!answer.ok) return setError(sentence(answer.error))
    // Text typed meanwhile stays.
    setName((now) => (now === name ? '' : now))
    setText((now) => (now === text ? '' : now))
    setError(undefined)
  }
  const remove = async (key: string) => {
    const answer = await session.run(operations.deleteContent, { model: model.id, entryIds: [key] })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-delete' })
    const { undo } = answer.value
    show({ title: strings.deleted(key), ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}) })
  }

  return (
    <>
      {keys.length > 0 && (
        <TextField
          label={strings.searchIn(model.name)}
          hideLabel
          placeholder={strings.searchIn(model.name)}
          leading={<Search size={14} aria-hidden="true" />}
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {found.map((key) => (
        <div key={key} className={styles.term}>
          <div className={styles.locales}>
            {shown.map((locale) => {
              const text = textsOf(locale)[key]
              return (
                <FormField
                  key={locale}
                  field={{ name: key, label: shown.length > 1 ? strings.fieldIn(key, locale) : key, type: 'string' }}
                  fieldKey={`${locale}/${key}`}
                  shown={typeof text === 'string' ? text : ''}
                  draft={all.get(`${locale}/${key}`)}
                  issue={data?.issues.find(
                    (issue) =>
                      issue.severity === 'error' &&
                      issue.field === key &&
                      (issue.locale === undefined || issue.locale === locale),
                  )}
                  original={locale === main ? undefined : String(textsOf(main)[key] ?? '')}
                  besideOriginal={shown.includes(main)}
                  translated={typeof text === 'string' && text !== ''}
                  readsOnly={readsOnly}
                  waits={waits(locale, key)}
                  drafts={drafts}
                />
              )
            })}
          </div>
          {!readsOnly && (
            <IconButton size="sm" label={strings.deleteEntry(key)} onClick={() => void remove(key)}>
              <Trash2 size={14} />
            </IconButton>
          )}
        </div>
      ))}
      {keys.length > 0 && found.length === 0 && (
        <p className="quiet" role="status">
          {strings.noKeyWith(words.trim())}
        </p>
      )}
      {keys.length === 0 && <p className="quiet">{strings.noKeys}</p>}
      {!readsOnly && (
        <form className={styles.newTerm} onSubmit={add} noValidate>
          <TextField
            label={strings.key}
            mono
            autoComplete="off"
            placeholder="nav.home"
            value={name}
            error={error}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextField
            label={shown.length > 1 ? strings.fieldIn(strings.text, first) : strings.text}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" icon={<Plus size={14} />}>
            {strings.add}
          </Button>
        </form>
      )}
    </>
  )
}
