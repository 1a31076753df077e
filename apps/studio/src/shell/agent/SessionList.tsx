import type { Session } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Search, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { errorOf, sentence, sessionsQuery, updateSession } from '../../api/index.ts'
import { Button, EmptyState, ErrorNote, IconButton, Skeleton, TextField } from '../../ui/index.ts'
import { ago } from '../../ui/time.ts'
import { chatTitle, foundChats, listedChats } from './chats.ts'
import type { HistoryProps } from './History.tsx'
import styles from './SessionList.module.css'
import * as strings from './texts/strings.ts'

/** The chats in the order of their last use, with a field to find some of them where there are many. */
export function SessionList({
  projectId,
  scope,
  about,
  sessionId,
  onOpen,
  onRemove,
}: Pick<HistoryProps, 'projectId' | 'scope' | 'about' | 'sessionId' | 'onOpen'> & {
  onRemove: (session: Session) => void
}) {
  const sessions = useQuery({ ...sessionsQuery(projectId, scope, about), staleTime: 0 })
  const [find, setFind] = useState('')
  const [renaming, setRenaming] = useState<string>()
  if (sessions.isPending) {
    return (
      <div className={styles.list} data-loading="">
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={40} />
      </div>
    )
  }
  if (sessions.isError) {
    return (
      <div className={styles.list}>
        <ErrorNote
          title={errorOf(sessions.error).message}
          actions={
            <Button size="sm" onClick={() => sessions.refetch()}>
              {strings.tryAgainButton}
            </Button>
          }
        />
      </div>
    )
  }
  const all = listedChats(sessions.data.sessions, sessionId)
  const shown = foundChats(all, find)
  return (
    <div className={styles.box}>
      {all.length > 6 && (
        <div className={styles.find}>
          <TextField
            label={strings.findAChat}
            hideLabel
            placeholder={strings.findAChat}
            leading={<Search size={14} />}
            value={find}
            onChange={(event) => setFind(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState title={all.length === 0 ? strings.noChatsYet : strings.noChatWithTheseWords}>
          {all.length === 0 && strings.whatYouAndTheAgentSay}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {shown.map((session) => (
            <li key={session.id} className={styles.line} data-current={session.id === sessionId ? '' : undefined}>
              {renaming === session.id ? (
                <Rename session={session} onDone={() => setRenaming(undefined)} />
              ) : (
                <>
                  <button
                    type="button"
                    className={styles.open}
                    aria-current={session.id === sessionId}
                    onClick={() => onOpen(session.id)}
                  >
                    <span className="truncate">{chatTitle(session)}</span>
                    <span className="flex gap-6 quiet">
                      {session.waiting ? (
                        <span className="color-attention">{strings.waitingForYouMark}</span>
                      ) : (
                        session.activeRunId && <span className="color-agent">{strings.working}</span>
                      )}
                      {ago(session.updatedAt)}
                    </span>
                  </button>
                  <span className={styles.actions}>
                    <IconButton label={strings.rename} size="sm" onClick={() => setRenaming(session.id)}>
                      <Pencil size={13} />
                    </IconButton>
                    <IconButton label={strings.deleteText} size="sm" onClick={() => onRemove(session)}>
                      <Trash2 size={13} />
                    </IconButton>
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Rename({ session, onDone }: { session: Session; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(chatTitle(session))
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const answer = await updateSession(session.id, { title: title.trim() })
    if (!answer.ok) {
      setError(sentence(answer.error))
      return
    }
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    onDone()
  }
  return (
    <form className={styles.rename} onSubmit={submit}>
      <TextField
        label={strings.titleOfTheChat}
        hideLabel
        autoFocus
        required
        maxLength={120}
        value={title}
        error={error}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      <Button type="submit" variant="primary" disabled={title.trim() === ''}>
        {strings.rename}
      </Button>
    </form>
  )
}
