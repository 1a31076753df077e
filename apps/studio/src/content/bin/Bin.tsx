import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { contentKey } from '../../api/content.ts'
import { Button, ConfirmDialog, EmptyState, ErrorNote, IconButton, Skeleton, useToast } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import { mayDesign } from '../model/mayDesign.ts'
import styles from '../rooms/Rooms.module.css'
import { callOperation } from '../session/contentSession.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { type BinnedEntry, operations } from '../session/handles.ts'
import { binQuery, useNameOf } from '../session/reads.ts'
import own from './Bin.module.css'
import * as strings from './strings.ts'

const DAY = 86_400_000
/** Entries that one call deletes for good. */
const AT_ONCE = 500

/** The deleted entries of the project: who deleted each and when, and what restores it or deletes it for good. */
export function Bin({ overview }: { overview: ContentOverview }) {
  const { session, project, readsOnly, go } = useContent()
  const { show } = useToast()
  const queries = useQueryClient()
  const nameOf = useNameOf(project.id)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(binQuery(project.id))
  const [asked, setAsked] = useState<readonly BinnedEntry[]>()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const total = data?.pages[0]?.total ?? 0
  const mayErase = mayDesign(project.role)
  const titleOf = ({ title }: BinnedEntry) => (title === '' ? strings.untitled : title)
  const modelOf = (id: string) => overview.models.find((each) => each.id === id)

  const restore = async (entry: BinnedEntry) => {
    const answer = await session.run(operations.restoreEntry, { documentId: entry.documentId })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-bin' })
    const { data: written } = answer.value
    show({
      title: written.merged ? strings.restored(titleOf(entry)) : strings.restoreWaits(titleOf(entry)),
      action: { label: strings.open, onSelect: () => go({ model: entry.model, entry: entry.id }) },
    })
  }
  const erase = async (chosen: readonly BinnedEntry[]): Promise<string | undefined> => {
    const ids = chosen.map(({ documentId }) => documentId)
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const answer = await callOperation(project.id, operations.eraseEntries, {
        documentIds: ids.slice(from, from + AT_ONCE),
      })
      if (!answer.ok) return sentence(answer.error)
    }
    const [first] = chosen
    show({ title: chosen.length === 1 && first ? strings.erased(titleOf(first)) : strings.emptied })
    await queries.invalidateQueries({ queryKey: contentKey(project.id) })
    return undefined
  }
  const [only] = asked ?? []

  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <div className="row wrap gap-8">
          <h1 className="type-title grow">{strings.bin}</h1>
          {mayErase && entries.length > 0 && (
            <Button size="sm" onClick={() => setAsked(entries)}>
              {strings.emptyBin}
            </Button>
          )}
        </div>
        {error && !data && <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>}
        {!data && !error && <Skeleton height={96} radius={10} />}
        {data && entries.length === 0 && (
          <EmptyState icon={<Trash2 size={20} />} title={strings.empty}>
            {strings.emptyHint}
          </EmptyState>
        )}
        {entries.length > 0 && (
          <>
            <p className="quiet">{strings.about}</p>
            <ul className="grid" aria-label={strings.bin}>
              {entries.map((entry) => {
                const model = modelOf(entry.model)
                const title = titleOf(entry)
                const when = ago(Date.parse(entry.deletedAt))
                const said = entry.source === 'undo' ? strings.removedByUndo : strings.deletedBy
                const left = Math.max(1, Math.ceil((Date.parse(entry.erasedAt) - Date.now()) / DAY))
                return (
                  <li key={entry.documentId} className={own.entry}>
                    <span className={own.what}>
                      <span className="font-medium truncate">{title}</span>
                      <span className="quiet">{model ? model.name : `${entry.model}, ${strings.modelIsGone}`}</span>
                    </span>
                    <span className={own.when} title={dateAndTime(Date.parse(entry.deletedAt))}>
                      {said(nameOf(entry.by.userId), when)} · {strings.daysLeft(left)}
                    </span>
                    {!readsOnly && (
                      <span className={own.actions}>
                        {model && (
                          <Button
                            size="sm"
                            icon={<ArchiveRestore size={13} />}
                            aria-label={strings.restoreEntry(title)}
                            onClick={() => void restore(entry)}
                          >
                            {strings.restore}
                          </Button>
                        )}
                        {mayErase && (
                          <IconButton size="sm" label={strings.eraseEntry(title)} onClick={() => setAsked([entry])}>
                            <Trash2 size={13} />
                          </IconButton>
                        )}
                      </span>
                    )}
                  </li>
                )
              })}
            </ul>
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {strings.showMore}
              </Button>
            )}
          </>
        )}
        <ConfirmDialog
          open={asked !== undefined}
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={
            asked?.length === 1 && only
              ? strings.eraseQuestion(titleOf(only))
              : strings.emptyQuestion(asked?.length ?? total)
          }
          confirm={strings.erase}
          danger
          onConfirm={() => asked && erase(asked)}
        >
          {strings.eraseHint}
        </ConfirmDialog>
      </div>
    </main>
  )
}
