import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorOf } from '../../api/client.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { ago } from '../../ui/words.ts'
import styles from '../comments/Comments.module.css'
import * as strings from '../comments/strings.ts'
import { callOperation } from '../session/contentSession.ts'
import { useContent } from '../session/context.ts'
import { type ContentNote, operations } from '../session/handles.ts'
import { notesQuery, useNameOf } from '../session/reads.ts'
import roomStyles from './Rooms.module.css'

/** Remarks of others about a person's entries and proposals. Opening the room marks them as seen. */
export function Notes() {
  const { project } = useContent()
  const queries = useQueryClient()
  const nameOf = useNameOf(project.id)
  const { data, error } = useQuery(notesQuery(project.id))
  // Notes that were new when the room was opened stay marked while it is open.
  const fresh = useRef(new Set<string>())
  const unseen = (data?.notes ?? []).filter(({ seen }) => !seen).map(({ comment }) => comment.id)
  for (const id of unseen) fresh.current.add(id)
  const key = unseen.join(' ')
  useEffect(() => {
    if (key === '') return
    void callOperation(project.id, operations.markNotesSeen, { commentIds: key.split(' ') }).then(() =>
      queries.invalidateQueries({ queryKey: notesQuery(project.id).queryKey }),
    )
  }, [key, project.id, queries])
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={roomStyles.column}>
        <h1 className="type-title">{strings.notes}</h1>
        {error && !data && <ErrorNote title={errorOf(error).message}>{errorOf(error).hint}</ErrorNote>}
        {!data && !error && <Skeleton height={96} radius={10} />}
        {data?.notes.length === 0 && (
          <EmptyState icon={<Bell size={20} />} title={strings.noNotes}>
            {strings.noNotesHint}
          </EmptyState>
        )}
        {data && data.notes.length > 0 && (
          <>
            <p className="quiet">{strings.notesHint}</p>
            <ul className={styles.list} aria-label={strings.notes}>
              {data.notes.map((note) => {
                const { comment } = note
                const title = note.title === '' ? strings.untitled : note.title
                const say = comment.kind === 'request' ? strings.asksFor : strings.saysOn
                return (
                  <li key={comment.id} className={styles.note} data-new={fresh.current.has(comment.id) || undefined}>
                    <Link to={paths.content(project.id, placeOfNote(note))} className={styles.title}>
                      {say(nameOf(comment.author), title)}
                    </Link>
                    <span className="quiet">
                      {ago(Date.parse(comment.at))}
                      {comment.resolved
                        ? ` · ${strings.isResolved}`
                        : fresh.current.has(comment.id)
                          ? ` · ${strings.isNew}`
                          : ''}
                    </span>
                    <p className={styles.text}>{comment.text}</p>
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </div>
    </main>
  )
}

const placeOfNote = ({ model, entryId, branchId, comment }: ContentNote) =>
  branchId === undefined
    ? {
        ...(model === undefined ? {} : { model }),
        ...(entryId === undefined ? {} : { entry: entryId }),
        ...(comment.locale === undefined ? {} : { locale: comment.locale }),
      }
    : { review: branchId }
