import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, History as HistoryIcon, Languages, MessageSquare, MonitorSmartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { errorOf } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { useStore } from '../../documents/store.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, IconButton, Skeleton } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { RequestedChanges } from '../comments/RequestChanges.tsx'
import * as commentStrings from '../comments/strings.ts'
import { DesignLink } from '../entry/DesignLink.tsx'
import { RenameEntry } from '../entry/RenameEntry.tsx'
import { useDelete } from '../entry/useDelete.tsx'
import { usePreviewOpen } from '../preview/previewOpen.ts'
import { SitePreview } from '../preview/SitePreview.tsx'
import { useContent } from '../session/context.ts'
import { commentsQuery } from '../session/reads.ts'
import * as strings from '../strings.ts'
import { Dictionary } from './Dictionary.tsx'
import { EntryActions } from './EntryActions.tsx'
import { EntryFields } from './EntryFields.tsx'
import styles from './Form.module.css'
import type { FieldDraft } from './fieldDrafts.ts'
import { fromKey } from './fieldKey.ts'
import { LocaleHead } from './LocaleHead.tsx'
import { localesShown, withLocale } from './localesShown.ts'
import { TitlesContext } from './RelationField.tsx'
import { RepositoryState } from './RepositoryState.tsx'
import { UnsavedOf, UnsavedTexts } from './UnsavedTexts.tsx'
import { UsedBy } from './UsedBy.tsx'
import { useFieldDrafts } from './useFieldDrafts.ts'
import { usePresence } from './usePresence.ts'

type EntryData = AnswerOf<typeof readContentEntry>

/** An entry: its state, its languages, and a control for each field, which is saved by itself. */
export function EntryForm({ model, entryId }: { model: ContentModel; entryId: string }) {
  const { project, place, go } = useContent()
  const { data, error, refetch } = useQuery({ ...entryQuery(project.id, model.id, entryId), retry: false })
  // Somebody has renamed it, or undone that: the form goes along.
  const queries = useQueryClient()
  const renamed = data && data.id !== entryId ? data : undefined
  useEffect(() => {
    if (!renamed) return
    queries.setQueryData(entryQuery(project.id, model.id, renamed.id).queryKey, renamed)
    go({ ...place, entry: renamed.id }, { replace: true })
  }, [renamed, place, go, queries, project.id, model.id])
  const failure = error ? errorOf(error) : undefined
  // The one entry of such a model is made by its first save.
  if (failure?.status === 404 && hasOneEntry(model))
    return <Form key={entryId} model={model} entryId={entryId} data={undefined} />
  if (failure && (!data || failure.status === 404)) {
    return (
      <main className={styles.main}>
        <ErrorNote
          title={failure.status === 404 ? strings.entryIsGone : failure.message}
          actions={
            <>
              {failure.status !== 404 && (
                <Button size="sm" onClick={() => void refetch()}>
                  {strings.tryAgain}
                </Button>
              )}
              <Link to={paths.content(project.id, { model: model.id })}>{strings.backTo(model.name)}</Link>
            </>
          }
        >
          {failure.status === 404 ? strings.entryIsGoneHint : failure.hint}
        </ErrorNote>
        {data && <UnsavedOf model={model} entryId={entryId} data={data} />}
      </main>
    )
  }
  if (!data) {
    return (
      <main className={styles.main} aria-busy="true">
        <div className={styles.column}>
          <Skeleton width={220} height={28} />
          <Skeleton height={28} />
          <Skeleton height={120} />
        </div>
      </main>
    )
  }
  // The same form where the entry gets another id, with what is typed in it.
  return <Form key={hasOneEntry(model) ? entryId : data.documentId} model={model} entryId={entryId} data={data} />
}

/** The field that had the caret last: a new comment is about that one. */
function useLastField() {
  const last = useRef<{ locale: string; field: string }>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined
      if (key === undefined) return
      const { locale, name } = fromKey(key)
      last.current = { locale, field: name }
    }
    window.addEventListener('focusin', note)
    return () => window.removeEventListener('focusin', note)
  }, [])
  return last
}

const EntryComments = lazy(async () => ({
  default: (await import('../comments/EntryComments.tsx')).EntryComments,
}))

const TranslateEntries = lazy(async () => ({
  default: (await import('../translate/TranslateEntries.tsx')).TranslateEntries,
}))

function Form({ model, entryId, data }: { model: ContentModel; entryId: string; data: EntryData | undefined }) {
  const { project, place, go, readsOnly } = useContent()
  const [main = NO_LOCALE] = model.locales
  const shown = localesShown(place.locale, model.locales)
  const remove = useDelete(model, () => go({ model: model.id }))
  const isOnly = hasOneEntry(model)
  const [renaming, setRenaming] = useState(false)
  const [translating, setTranslating] = useState(false)
  const [commenting, setCommenting] = useState(false)
  const lastField = useLastField()
  const said = useQuery({
    ...commentsQuery(project.id, { model: model.id, entryId }),
    enabled: data !== undefined,
  }).data
  const comments = (said ?? []).filter(({ resolved }) => !resolved)
  const [previews, setPreviews] = usePreviewOpen()
  const drafts = useFieldDrafts(model, entryId, data)
  const all = useStore(drafts.all, (value) => value)
  const presence = usePresence(data?.documentId)

  const stateOf = (locale: string) => data?.locales.find((each) => each.locale === locale)
  const problems = (data?.issues ?? []).filter(({ severity }) => severity === 'error')
  const elsewhere = problems.filter(
    (issue) => issue.locale !== undefined && !shown.includes(issue.locale) && model.locales.includes(issue.locale),
  )
  const waits = (its: string, field: string) =>
    data?.waits?.fields.some((each) => each.locale === its && each.field === field) === true
  const title = data?.title || (isOnly ? model.name : strings.untitled)
  const inState = (...states: FieldDraft['state'][]) =>
    [...all.values()].filter(({ state }) => states.includes(state)).length
  const isShown = (key: string) => {
    const { locale, name } = fromKey(key)
    const field = model.fields.find((each) => each.name === name)
    const isShown = shown.includes(locale) || field?.shared === true
    return isShown && (model.kind === 'dictionary' || field !== undefined)
  }

  return (
    <TitlesContext value={data?.titles ?? noTitles}>
      <div className={styles.room}>
        <div className={styles.beside} data-previews={previews || undefined}>
          <main className={styles.main}>
            <div className={styles.column} data-locales={shown.length} style={{ '--locales': shown.length }}>
              <div className="grid gap-8">
                <div className="row gap-8">
                  {!isOnly && (
                    <Link to={paths.content(project.id, { model: model.id })} className={styles.back}>
                      <ArrowLeft size={14} aria-hidden="true" />
                      {model.name}
                    </Link>
                  )}
                  {isOnly && <DesignLink model={model} />}
                  <span className={styles.spring} />
                  <RepositoryState
                    problems={problems.length}
                    waits={data?.waits !== undefined}
                    changed={data?.locales.some(({ waiting }) => waiting) === true}
                    typing={inState('typing', 'saving') > 0}
                    unsent={inState('unsent')}
                    refused={inState('refused', 'changed')}
                  />
                </div>
                <div className="row gap-8">
                  <h1 className={styles.title}>{title}</h1>
                  {data && model.kind !== 'dictionary' && (
                    <IconButton
                      label={previews ? strings.hideFromTheSite : strings.showOnTheSite}
                      pressed={previews}
                      onClick={() => setPreviews(!previews)}
                    >
                      <MonitorSmartphone size={15} />
                    </IconButton>
                  )}
                  {data && (
                    <IconButton
                      label={commentStrings.commentsCount(comments.length)}
                      onClick={() => setCommenting(true)}
                      className={comments.length > 0 ? styles.hasComments : undefined}
                    >
                      <MessageSquare size={15} />
                    </IconButton>
                  )}
                  {data && (
                    <IconButton
                      label={strings.history}
                      onClick={() => go({ ...place, model: model.id, entry: entryId, room: 'history' })}
                    >
                      <HistoryIcon size={15} />
                    </IconButton>
                  )}
                  {!readsOnly && data && model.locales.length > 1 && (
                    <IconButton label={strings.translate} onClick={() => setTranslating(true)}>
                      <Languages size={15} />
                    </IconButton>
                  )}
                  {data && (
                    <EntryActions
                      model={model}
                      entryId={entryId}
                      title={title}
                      isOnly={isOnly}
                      onRename={() => setRenaming(true)}
                      onDelete={() => void remove.start({ id: entryId, title })}
                    />
                  )}
                </div>
                {model.locales.length > 1 && (
                  <fieldset className={styles.languages} aria-label={strings.languagesSideBySide}>
                    {model.locales.map((locale) => (
                      <button
                        key={locale}
                        type="button"
                        className={styles.language}
                        aria-pressed={shown.includes(locale)}
                        data-state={
                          locale === main || !stateOf(locale)?.translated
                            ? undefined
                            : stateOf(locale)?.stale
                              ? 'stale'
                              : 'done'
                        }
                        onClick={() => {
                          void drafts.flush()
                          const next = withLocale(shown, locale, model.locales)
                          go({ model: model.id, entry: entryId, locale: next.join(',') }, { replace: true })
                        }}
                      >
                        {languageName(locale)} <span className={styles.code}>{locale}</span>
                      </button>
                    ))}
                  </fieldset>
                )}
              </div>
              {data?.waits && <RequestedChanges branchId={data.waits.branchId} />}
              <UnsavedTexts drafts={drafts} among={(key) => !isShown(key)} />
              {readsOnly && <p className="quiet">{strings.onlyReading}</p>}
              {data?.waits && (
                <ErrorNote
                  tone="attention"
                  title={strings.entryWaits}
                  actions={
                    <Link to={paths.content(project.id, { review: data.waits.branchId })}>{strings.seeTheChanges}</Link>
                  }
                />
              )}
              {problems.length > 0 && (
                <ErrorNote tone="attention" title={strings.savedNotShown(problems.length)}>
                  {elsewhere.length > 0
                    ? elsewhere
                        .map(({ locale: its, field, message }) => `${its}${field ? ` · ${field}` : ''}: ${message}`)
                        .join(' ')
                    : problems
                        .filter(({ field }) => field === undefined)
                        .map(({ message }) => message)
                        .join(' ')}
                </ErrorNote>
              )}
              {data && (
                <div className={styles.locales}>
                  {shown.map((locale) => {
                    const state = stateOf(locale)
                    return (
                      state && (
                        <LocaleHead
                          key={locale}
                          model={model}
                          entryId={entryId}
                          title={title}
                          state={state}
                          alone={shown.length === 1}
                          onPublish={drafts.flush}
                        />
                      )
                    )
                  })}
                </div>
              )}
              {model.kind === 'dictionary' ? (
                <Dictionary model={model} data={data} shown={shown} drafts={drafts} all={all} waits={waits} />
              ) : (
                <EntryFields
                  model={model}
                  entryId={entryId}
                  data={data}
                  shown={shown}
                  drafts={drafts}
                  all={all}
                  presence={presence}
                  waits={waits}
                  comments={comments}
                  onComments={(about) => {
                    lastField.current = about
                    setCommenting(true)
                  }}
                />
              )}
              {data && <UsedBy usedBy={data.usedBy} />}
            </div>
            <Suspense>
              {commenting && (
                <EntryComments
                  model={model}
                  entryId={entryId}
                  about={lastField.current}
                  open
                  onClose={() => setCommenting(false)}
                />
              )}
            </Suspense>
            {remove.dialog}
            {renaming && <RenameEntry model={model} entryId={entryId} onClose={() => setRenaming(false)} />}
            <Suspense>
              {translating && (
                <TranslateEntries
                  model={model}
                  entryIds={[entryId]}
                  to={shown.find((locale) => locale !== main)}
                  onClose={() => setTranslating(false)}
                />
              )}
            </Suspense>
          </main>
          {previews && data && (
            <SitePreview
              model={model.id}
              entryId={entryId}
              locales={shown}
              branch={data.waits?.branchId}
              version={`${data.head} ${data.updatedAt}`}
            />
          )}
        </div>
      </div>
    </TitlesContext>
  )
}
const noTitles = {}

const hasOneEntry = ({ kind }: Pick<ContentModel, 'kind'>) => kind === 'singleton' || kind === 'dictionary'
