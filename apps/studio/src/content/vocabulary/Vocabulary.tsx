import type { AnswerOf, readContentVocabulary } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookA, Plus, Search, Trash2 } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { vocabularyQuery } from '../../api/content.ts'
import { saveFailure } from '../../api/savedText.ts'
import { useStore } from '../../documents/store.ts'
import { Button, EmptyState, ErrorNote, IconButton, Skeleton, TextField, useToast } from '../../ui/index.ts'
import { useListWindow } from '../../ui/listWindow.ts'
import { createFieldDrafts, type FieldDraft, type FieldDrafts } from '../form/fieldDrafts.ts'
import { isKeptDrafts, type KeptDrafts, keepTyped, keptAs, keptDrafts } from '../form/keptDrafts.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from './strings.ts'
import styles from './Vocabulary.module.css'

type Term = AnswerOf<typeof readContentVocabulary>['terms'][number]

/** Heights of a row and of the head, in CSS pixels, as in `Vocabulary.module.css`. */
const ROW_HEIGHT = 40
/** The least widths of a term and its text in one language beside each other, in CSS pixels. */
const COLUMN_WIDTHS = { term: 100, text: 118, end: 56 }
/** The height of a row whose texts are below each other: its head and its foot, and each text, in CSS pixels. */
const STACKED = { around: 44, text: 34 }
/** How the drafts of this screen are called among what is typed in the tab. */
const DRAFTS = 'vocabulary'

const toKey = (locale: string, term: string) => `${locale}/${term}`
const termText = (terms: readonly Term[] | undefined, locale: string, term: string) =>
  terms?.find(({ key }) => key === term)?.texts[locale] ?? ''

/** The terms of a project with their translations: each is saved by itself. */
export function Vocabulary({ overview }: { overview: ContentOverview }) {
  const { session, project, readsOnly } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const { data, error, refetch } = useQuery(vocabularyQuery(project.id))
  const [words, setWords] = useState('')
  const locales = overview.locales?.supported ?? []
  const [kept] = useState((): KeptDrafts => {
    const known = keptAs(session, DRAFTS)
    return isKeptDrafts(known) ? known : keptDrafts(createDrafts())
  })
  const { drafts } = kept
  function createDrafts(): FieldDrafts {
    return createFieldDrafts({
      current(key) {
        const slash = key.indexOf('/')
        const known = queries.getQueryData(vocabularyQuery(project.id).queryKey)
        return termText(known?.terms, key.slice(0, slash), key.slice(slash + 1))
      },
      async save(key, text) {
        const slash = key.indexOf('/')
        const terms = { [key.slice(slash + 1)]: { [key.slice(0, slash)]: text.trim() === '' ? null : text } }
        const answer = await session.run(operations.vocabulary, { terms })
        if (answer.ok) return { ok: true }
        return { ok: false, error: sentence(answer.error), unsent: saveFailure(answer.error) === 'unsent' }
      },
    })
  }
  useEffect(() => keepTyped(session, DRAFTS, kept), [session, kept])
  const all = useStore(drafts.all, (value) => value)

  const remove = async (key: string) => {
    const answer = await session.run(operations.vocabulary, { terms: { [key]: null } })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-vocabulary' })
    const { undo } = answer.value
    show({ title: strings.deletedTerm(key), ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}) })
  }

  const wanted = words.trim().toLowerCase()
  const terms = data?.terms ?? []
  const found =
    wanted === ''
      ? terms
      : terms.filter(({ key, texts }) =>
          [key, ...Object.values(texts)].some((each) => each.toLowerCase().includes(wanted)),
        )
  return (
    <main className={styles.main}>
      <div className={styles.head}>
        <h1 className="type-title">{strings.vocabulary}</h1>
        {data && <span className={styles.quiet}>{strings.terms(terms.length)}</span>}
        <span className="grow" />
        <TextField
          label={strings.search}
          hideLabel
          placeholder={strings.search}
          leading={<Search size={14} aria-hidden="true" />}
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <p className={styles.about}>{readsOnly ? strings.onlyReading : strings.about}</p>
      {!readsOnly && data && <NewTerm locales={locales} taken={terms.map(({ key }) => key)} />}
      {error && !data ? (
        <div className={styles.note}>
          <ErrorNote
            title={errorOf(error).message}
            actions={
              <Button size="sm" onClick={() => void refetch()}>
                {strings.tryAgain}
              </Button>
            }
          >
            {errorOf(error).hint}
          </ErrorNote>
        </div>
      ) : !data ? (
        <div className={styles.note} aria-busy="true">
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ) : terms.length === 0 ? (
        <div className={styles.note}>
          <EmptyState icon={<BookA size={20} />} title={strings.noTerms}>
            {strings.noTermsHint}
          </EmptyState>
        </div>
      ) : found.length === 0 ? (
        <p className={styles.about} role="status">
          {strings.nothingFound(words.trim())}
        </p>
      ) : (
        <Terms terms={found} locales={locales} drafts={drafts} all={all} onRemove={remove} />
      )}
    </main>
  )
}

/** The terms one line each, of which only those in sight are in the page. */
function Terms({
  terms,
  locales,
  drafts,
  all,
  onRemove,
}: {
  terms: readonly Term[]
  locales: readonly string[]
  drafts: FieldDrafts
  all: ReadonlyMap<string, FieldDraft>
  onRemove: (key: string) => void
}) {
  const { readsOnly } = useContent()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const stacked = width < COLUMN_WIDTHS.term + locales.length * COLUMN_WIDTHS.text + COLUMN_WIDTHS.end
  const height = stacked ? STACKED.around + locales.length * STACKED.text : ROW_HEIGHT
  const { first, end } = useListWindow(scroller, terms.length + 1, height)
  const shown = terms.slice(first, Math.min(terms.length, end))
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-stacked={stacked || undefined}
      style={{ '--locales': locales.length, '--row': `${height}px` }}
    >
      <table className={styles.table} aria-label={strings.vocabulary} aria-rowcount={terms.length + 1}>
        <thead>
          <tr className={styles.top} aria-rowindex={1}>
            <th scope="col">{strings.term}</th>
            {locales.map((locale) => (
              <th key={locale} scope="col">
                {locale}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody className="relative" style={{ height: terms.length * height }}>
          {shown.map(({ key, texts }, at) => (
            <tr
              key={key}
              className={styles.row}
              aria-rowindex={first + at + 2}
              style={{ transform: `translateY(${(first + at) * height}px)` }}
            >
              <th scope="row" title={key}>
                {key}
              </th>
              {locales.map((locale) => (
                <td key={locale} data-locale={locale}>
                  <TermText
                    term={key}
                    locale={locale}
                    text={texts[locale] ?? ''}
                    draft={all.get(toKey(locale, key))}
                    drafts={drafts}
                  />
                </td>
              ))}
              <td>
                {!readsOnly && (
                  <IconButton size="sm" label={strings.deleteTerm(key)} onClick={() => onRemove(key)}>
                    <Trash2 size={14} />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The width of an element, in CSS pixels; as wide as one likes until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!element.current) return
    const observed = element.current
    const measure = () => setWidth(observed.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return width
}

function TermText({
  term,
  locale,
  text,
  draft,
  drafts,
}: {
  term: string
  locale: string
  text: string
  draft: FieldDraft | undefined
  drafts: FieldDrafts
}) {
  const { readsOnly } = useContent()
  const key = toKey(locale, term)
  const problem =
    draft?.state === 'refused' || draft?.state === 'unsent'
      ? draft.error
      : draft?.state === 'changed'
        ? strings.changedMeanwhile(text)
        : undefined
  return (
    <div className={styles.cell}>
      <input
        className={styles.input}
        aria-label={strings.termLabel(term, locale)}
        aria-invalid={problem === undefined ? undefined : true}
        title={problem}
        autoComplete="off"
        readOnly={readsOnly}
        value={draft?.text ?? text}
        onChange={(event) => drafts.type(key, event.currentTarget.value)}
        onBlur={() => void drafts.flush(key)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void drafts.flush(key)
        }}
      />
      {draft?.state === 'changed' && (
        <>
          <Button size="sm" onClick={() => drafts.decide(key, 'theirs')}>
            {strings.takeTheirs}
          </Button>
          <Button size="sm" onClick={() => drafts.decide(key, 'mine')}>
            {strings.keepMine}
          </Button>
        </>
      )}
      {problem !== undefined && (
        <span className="visually-hidden" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

function NewTerm({ locales, taken }: { locales: readonly string[]; taken: readonly string[] }) {
  const { session } = useContent()
  const [key, setKey] = useState('')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLFormElement>(null)
  const [main = 'en'] = locales
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const name = key.trim()
    if (name === '' || text.trim() === '') return setError(strings.termMissing)
    if (taken.includes(name)) return setError(strings.termTaken(name))
    // The fields are free for the next term at once; a refused one comes back if no other is typed by then.
    setKey('')
    setText('')
    setError(undefined)
    input.current?.querySelector('input')?.focus()
    const answer = await session.run(operations.vocabulary, { terms: { [name]: { [main]: text.trim() } } })
    if (answer.ok) return
    setKey((now) => now || key)
    setText((now) => now || text)
    setError(sentence(answer.error))
  }
  return (
    <form ref={input} className={styles.newTerm} onSubmit={add} noValidate>
      <TextField
        label={strings.newTerm}
        hideLabel
        placeholder={strings.newTerm}
        value={key}
        autoComplete="off"
        {...(error === undefined ? {} : { error })}
        onChange={(event) => {
          setKey(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <TextField
        label={strings.localeText(main)}
        hideLabel
        placeholder={strings.localeText(main)}
        value={text}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" icon={<Plus size={14} />}>
        {strings.addTerm}
      </Button>
    </form>
  )
}
