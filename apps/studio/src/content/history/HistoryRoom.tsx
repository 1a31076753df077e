import type { ContentModel } from '@atelier/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Bot, HistoryIcon, RotateCcw, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, EmptyState, ErrorNote, IconButton, Select, Skeleton, useToast } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { statusValue } from '../entry/statusValue.ts'
import { Sides } from '../review/Sides.tsx'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { historyQuery, useNameOf } from '../session/reads.ts'
import { type ChangeGroup, joinEntryChanges } from './groups.ts'
import styles from './History.module.css'
import * as strings from './strings.ts'

const ALL = '*all'
const ONLY_ENTRY = 'main'

/** Who changed what in an entry and when, by words, and what takes one change or all since back. */
export function HistoryRoom({ model }: { model: ContentModel }) {
  const { session, project, readsOnly, place } = useContent()
  const entryId = place.entry ?? ONLY_ENTRY
  const { show } = useToast()
  const [language, setLanguage] = useState(ALL)
  const [fieldName, setFieldName] = useState(ALL)
  const entry = useQuery({ ...entryQuery(project.id, model.id, entryId), retry: false }).data
  const about = {
    ...(language === ALL ? {} : { locale: language }),
    ...(fieldName === ALL ? {} : { field: fieldName }),
  }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(project.id, model.id, entryId, about),
  )
  const nameOf = useNameOf(project.id)
  const title = entry?.title || model.name
  const groups = joinEntryChanges(data?.pages.flatMap(({ changes }) => changes) ?? [])
  const at = { model: model.id, entryId }
  const isOnly = model.kind === 'singleton' || model.kind === 'dictionary'

  const labelOfField = (name: string) => {
    const field = model.fields.find((each) => each.name === name)
    return strings.special[name] ?? (field ? fieldLabel(field) : fieldLabel({ name: name.replace(/^:/, '') }))
  }
  const report = (title: string, undo: (() => void) | undefined) =>
    show({ title, ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}) })
  const refuse = (answer: Parameters<typeof sentence>[0]) =>
    show({ title: sentence(answer), tone: 'danger', id: 'content-history' })

  const takeBack = async ({ seqs }: ChangeGroup) => {
    const answer = await session.run(operations.takeBackChange, { ...at, seqs: [...seqs] })
    if (!answer.ok) return refuse(answer.error)
    const kept = (answer.value.data.warnings ?? []).filter(({ code }) => code === 'changed_since').length
    report(kept > 0 ? strings.takenBackPartly(kept) : strings.takenBack, answer.value.undo)
  }
  const restore = async (seq: number, field?: { locale: string; field: string }) => {
    const only = field && {
      fields: [field.field],
      ...(field.locale === NO_LOCALE ? {} : { locale: field.locale }),
    }
    const answer = await session.run(operations.restoreFields, { ...at, seq, ...only })
    if (!answer.ok) return refuse(answer.error)
    report(strings.restored, answer.value.undo)
  }

  return (
    <main className={styles.room}>
      <div className={styles.column}>
        <Link
          to={paths.content(project.id, {
            model: model.id,
            ...(isOnly ? {} : { entry: entryId }),
            ...(place.locale === undefined ? {} : { locale: place.locale }),
          })}
          className={styles.back}
        >
          <ArrowLeft size={14} aria-hidden="true" />
          {strings.backTo(title)}
        </Link>
        <div className="row wrap gap-8">
          <h1 className={styles.title}>{strings.entryHistoryTitle(title)}</h1>
          {model.locales.length > 1 && (
            <Select
              label={strings.language}
              hideLabel
              size="sm"
              value={language}
              options={[
                { value: ALL, label: strings.allLanguages },
                ...model.locales.map((value) => ({ value, label: languageName(value) })),
              ]}
              onChange={setLanguage}
            />
          )}
          {model.fields.length > 1 && (
            <Select
              label={strings.field}
              hideLabel
              size="sm"
              value={fieldName}
              options={[
                { value: ALL, label: strings.allFields },
                ...model.fields.map((each) => ({ value: each.name, label: fieldLabel(each) })),
              ]}
              onChange={setFieldName}
            />
          )}
        </div>
        {error && !data && <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>}
        {!data && !error && <Skeleton height={96} radius={10} />}
        {data && groups.length === 0 && (
          <EmptyState icon={<HistoryIcon size={20} />} title={strings.empty}>
            {strings.emptyHint}
          </EmptyState>
        )}
        {groups.length > 0 && !readsOnly && <p className="quiet">{strings.about}</p>}
        <ol className={styles.steps} aria-label={strings.history} onKeyDown={walkChanges}>
          {groups.map((group, index) => {
            const who = nameOf(group.by.userId)
            const when = ago(Date.parse(group.at))
            const [newest = 0] = group.seqs
            return (
              <li key={newest} className={styles.step} data-by={group.by.kind} tabIndex={-1}>
                <div className={styles.head}>
                  {group.by.kind === 'agent' && <Bot size={14} aria-hidden="true" />}
                  <span className="font-medium">{group.by.kind === 'agent' ? strings.agentFor(who) : who}</span>
                  <time className={styles.quiet} dateTime={group.at} title={dateAndTime(Date.parse(group.at))}>
                    {when}
                  </time>
                  {group.seqs.length > 1 && <span className={styles.quiet}>{strings.edits(group.seqs.length)}</span>}
                  <span className={styles.actions}>
                    {!readsOnly && (
                      <Button
                        size="sm"
                        icon={<Undo2 size={13} />}
                        aria-label={strings.takeBackChange(who, when)}
                        onClick={() => void takeBack(group)}
                      >
                        {strings.takeBack}
                      </Button>
                    )}
                    {!readsOnly && index > 0 && (
                      <Button
                        size="sm"
                        icon={<RotateCcw size={13} />}
                        aria-label={strings.restoreState(when)}
                        onClick={() => void restore(newest)}
                      >
                        {strings.takeBackSince}
                      </Button>
                    )}
                  </span>
                </div>
                {group.by.kind === 'agent' && group.label && <p className={styles.quiet}>{group.label}</p>}
                {group.fields.map((field) => {
                  const label = labelOfField(field.field)
                  const isLocal = field.locale !== NO_LOCALE && model.locales.length > 1
                  return (
                    <div key={`${field.locale}/${field.field}`} className={styles.field}>
                      <span className={styles.name}>
                        {isLocal ? strings.fieldIn(label, languageName(field.locale)) : label}
                      </span>
                      <Sides
                        before={statusValue(field.field, field.before)}
                        after={statusValue(field.field, field.after)}
                      />
                      {!readsOnly && index > 0 && !field.field.startsWith(':') && (
                        <IconButton
                          size="sm"
                          label={strings.restoreField(label)}
                          onClick={() => void restore(newest, field)}
                        >
                          <RotateCcw size={13} />
                        </IconButton>
                      )}
                    </div>
                  )
                })}
              </li>
            )
          })}
        </ol>
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {strings.showMore}
          </Button>
        )}
      </div>
    </main>
  )
}

/** The arrow keys walk from change to change: the focus is on the first button of the next one. */
function walkChanges(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const { activeElement } = document
  const step = activeElement?.closest('li')
  const next = event.key === 'ArrowDown' ? step?.nextElementSibling : step?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('button') ?? (next instanceof HTMLElement ? next : undefined)
  if (!target) return
  event.preventDefault()
  target.focus()
}
