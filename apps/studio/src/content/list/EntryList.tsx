import type { ContentModel } from '@atelier/api'
import { FilePlus, FileUp, Inbox, Plus, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { errorOf } from '../../api/client.ts'
import { Button, EmptyState, ErrorNote, IconButton, Skeleton } from '../../ui/index.ts'
import { DesignLink } from '../entry/DesignLink.tsx'
import { useDelete } from '../entry/useDelete.tsx'
import { NewEntry } from '../form/NewEntry.tsx'
import { ShowOnSite } from '../publish/ShowOnSite.tsx'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import { BulkBar } from './BulkBar.tsx'
import styles from './EntryList.module.css'
import { EntryTable, useTableWindow } from './EntryTable.tsx'
import { FilterChips } from './FilterChips.tsx'
import { ListTools } from './ListTools.tsx'
import { columnsIn, isFiltered } from './listView.ts'
import { useEntryRows } from './useEntryRows.ts'
import { useListView } from './useListView.ts'
import { useOrder } from './useOrder.ts'
import { useSelection } from './useSelection.ts'

/** The entries of a model as a table: its columns, order and filters are in the address, and stay. */
export function EntryList({ model }: { model: ContentModel }) {
  const { readsOnly, go } = useContent()
  const [view, setView] = useListView(model)
  const [adding, setAdding] = useState(false)
  // As it was last read: while other rows are read it stays.
  const [known, setKnown] = useState<number>()
  const total = known ?? 0
  const columns = useMemo(() => columnsIn(view, model), [view, model])
  const seen = useTableWindow(total)
  const rows = useEntryRows(model, { ...view, columns: columns.map(({ name }) => name) }, seen.first, seen.end)
  if (rows.total !== undefined && rows.total !== known) setKnown(rows.total)
  const order = () => Array.from({ length: seen.end - seen.first }, (_, at) => rows.at(seen.first + at)?.id ?? '')
  const titleOf = (id: string) => {
    for (let at = seen.first; at < seen.end; at += 1) if (rows.at(at)?.id === id) return rows.at(at)?.title
    return undefined
  }
  const selection = useSelection(model, view, { total, order })
  const move = useOrder(model, view)
  const remove = useDelete(model)
  const add = (
    <Button variant="primary" icon={<Plus size={15} />} onClick={() => setAdding(true)}>
      {strings.newEntry}
    </Button>
  )
  return (
    <main className={styles.main}>
      <div className={styles.head}>
        <h1 className="type-title">{model.name}</h1>
        <span className="grow">
          <DesignLink model={model} />
        </span>
        {selection.ids.size > 0 ? (
          <BulkBar model={model} view={view} titleOf={titleOf} selection={selection} />
        ) : (
          <div className={styles.tools}>
            <ListTools model={model} view={view} onView={setView} />
            <ShowOnSite model={model} />
            {(model.kind === 'collection' || model.kind === 'document') && (
              <Button icon={<Inbox size={14} />} onClick={() => go({ model: model.id, room: 'form' })}>
                {strings.form}
              </Button>
            )}
            {!readsOnly && (
              <IconButton
                label={strings.importRows}
                variant="secondary"
                onClick={() => go({ room: 'import', model: model.id })}
              >
                <FileUp size={15} />
              </IconButton>
            )}
          </div>
        )}
        {!readsOnly && selection.ids.size === 0 && add}
      </div>
      <FilterChips model={model} view={view} onView={setView} />
      {rows.error ? (
        <div className={styles.note}>
          <ErrorNote
            title={errorOf(rows.error).message}
            actions={
              <>
                <Button size="sm" onClick={rows.retry}>
                  {strings.tryAgain}
                </Button>
                <Button size="sm" onClick={() => setView({})}>
                  {strings.clearFilters}
                </Button>
              </>
            }
          >
            {errorOf(rows.error).hint}
          </ErrorNote>
        </div>
      ) : known === undefined ? (
        <div className={styles.note} aria-busy="true">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      ) : known === 0 ? (
        <div className={styles.note}>
          {!isFiltered(view) ? (
            <EmptyState icon={<FilePlus size={20} />} title={strings.noEntries} actions={readsOnly ? undefined : add}>
              {model.description ?? strings.noEntriesHint}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<Search size={20} />}
              title={view.search === undefined ? strings.nothingMatches : strings.nothingFound}
              actions={<Button onClick={() => setView(unfiltered(view))}>{strings.clearFilters}</Button>}
            >
              {view.search === undefined ? strings.nothingMatchesHint : strings.nothingFoundHint(view.search.trim())}
            </EmptyState>
          )}
        </div>
      ) : (
        <EntryTable
          model={model}
          view={view}
          onView={setView}
          columns={columns}
          total={known}
          rows={rows}
          window={seen}
          selection={selection}
          onMove={move}
          onDelete={(entry) => void remove.start(entry)}
        />
      )}
      {adding && <NewEntry model={model} onClose={() => setAdding(false)} />}
      {remove.dialog}
    </main>
  )
}

function unfiltered({ columns, sort, locale }: ReturnType<typeof useListView>[0]) {
  return {
    ...(columns ? { columns } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(locale === undefined ? {} : { locale }),
  }
}
