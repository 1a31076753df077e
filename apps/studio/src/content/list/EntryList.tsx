import type { ContentModel, ListedContentEntry } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FilePlus, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorOf } from '../../api/client.ts'
import { entriesQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, EmptyState, ErrorNote, IconButton, Skeleton, TextField } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import { useDelete } from '../entry/useDelete.tsx'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './EntryList.module.css'
import { NewEntry } from './NewEntry.tsx'
import { StatusWord } from './StatusWord.tsx'

const PAGE = 50

/** The entries of a model: what each is called, whether it is seen, its translations, and when it was changed. */
export function EntryList({ model }: { model: ContentModel }) {
  const { project, readsOnly } = useContent()
  const [search, setSearch] = useState('')
  const [offset, setOffset] = useState(0)
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(entriesQuery(project.id, model.id, search.trim(), offset))
  const remove = useDelete(model)
  const add = (
    <Button variant="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
      {strings.newEntry}
    </Button>
  )
  return (
    <main className={styles.main}>
      <div className={styles.head}>
        <h1 className={styles.title}>{model.name}</h1>
        <div className={styles.tools}>
          <TextField
            label={strings.searchIn(model.name)}
            hideLabel
            type="search"
            placeholder={strings.search}
            leading={<Search size={14} aria-hidden="true" />}
            value={search}
            className={styles.search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setOffset(0)
            }}
          />
          {!readsOnly && add}
        </div>
      </div>
      {error && !data ? (
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
      ) : !data ? (
        <div className={styles.shape} aria-busy="true">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      ) : data.total === 0 ? (
        search.trim() === '' ? (
          <EmptyState icon={<FilePlus size={20} />} title={strings.noEntries} actions={readsOnly ? undefined : add}>
            {model.description ?? strings.noEntriesHint}
          </EmptyState>
        ) : (
          <EmptyState icon={<Search size={20} />} title={strings.nothingFound}>
            {strings.nothingFoundHint(search.trim())}
          </EmptyState>
        )
      ) : (
        <>
          <ul className={styles.rows} aria-label={model.name}>
            {data.entries.map((entry) => (
              <li key={entry.id} className={styles.row}>
                <Row model={model} entry={entry} />
                {!readsOnly && (
                  <IconButton
                    size="sm"
                    className={styles.remove}
                    label={strings.deleteEntry(entry.title)}
                    onClick={() => void remove.start(entry)}
                  >
                    <Trash2 size={14} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          {data.total > PAGE && (
            <div className={styles.pages}>
              <span>{strings.range(offset + 1, offset + data.entries.length, data.total)}</span>
              <IconButton label={strings.previousPage} disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
                <ChevronLeft size={16} />
              </IconButton>
              <IconButton
                label={strings.nextPage}
                disabled={offset + PAGE >= data.total}
                onClick={() => setOffset(offset + PAGE)}
              >
                <ChevronRight size={16} />
              </IconButton>
            </div>
          )}
        </>
      )}
      {adding && <NewEntry model={model} onClose={() => setAdding(false)} />}
      {remove.dialog}
    </main>
  )
}

function Row({ model, entry }: { model: ContentModel; entry: ListedContentEntry }) {
  const { project } = useContent()
  const [main, ...others] = entry.locales
  return (
    <Link to={paths.content(project.id, { model: model.id, entry: entry.id })} className={styles.link}>
      <span className={styles.name}>{entry.title === '' ? strings.untitled : entry.title}</span>
      {entry.waits && <span className={styles.problem}>{strings.waits}</span>}
      {entry.errors > 0 && <span className={styles.problem}>{strings.notShownYet}</span>}
      <span className={styles.locales}>
        {others.map(({ locale, translated, stale }) => (
          <span key={locale} className={styles.locale} data-state={translated ? (stale ? 'stale' : 'done') : 'none'}>
            {locale}
            <span className="visually-hidden">
              {translated ? (stale ? strings.staleTranslation : strings.translated) : strings.notTranslated}
            </span>
          </span>
        ))}
      </span>
      <span className={styles.status}>{main && <StatusWord status={main.status} />}</span>
      <span className={styles.when}>{ago(entry.updatedAt)}</span>
    </Link>
  )
}
