import type { Session } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { deleteSession, sentence } from '../../api/index.ts'
import { ConfirmDialog, IconButton, Popover } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { chatTitle } from './chats.ts'
import * as strings from './texts/strings.ts'

const SessionList = lazyWhenIdle(async () => (await import('./SessionList.tsx')).SessionList)

export interface HistoryProps {
  projectId: string
  scope: string
  /** The document that the chats are about; those of the whole project when absent. */
  about?: string
  sessionId: string | undefined
  onOpen: (sessionId: string) => void
  onDeleted: (sessionId: string) => void
}

/** Earlier chats: find one, continue it, rename it, delete it. */
export function History({ projectId, scope, about, sessionId, onOpen, onDeleted }: HistoryProps) {
  const [open, setOpen] = useState(false)
  const [removing, setRemoving] = useState<Session>()
  const queryClient = useQueryClient()
  const remove = async () => {
    if (!removing) return undefined
    const answer = await deleteSession(removing.id)
    if (!answer.ok && answer.error.status !== 404) return sentence(answer.error)
    onDeleted(removing.id)
    await queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
    return undefined
  }
  return (
    <>
      <Popover
        label={strings.chats}
        open={open}
        onOpenChange={setOpen}
        align="end"
        bare
        trigger={
          <IconButton label={strings.chats}>
            <Clock size={16} />
          </IconButton>
        }
      >
        <Suspense fallback={null}>
          <SessionList
            projectId={projectId}
            about={about}
            scope={scope}
            sessionId={sessionId}
            onOpen={(id) => {
              onOpen(id)
              setOpen(false)
            }}
            onRemove={setRemoving}
          />
        </Suspense>
      </Popover>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(next) => !next && setRemoving(undefined)}
        title={strings.deleteThisChat}
        confirm={strings.deleteChat}
        onConfirm={remove}
      >
        <p>{strings.chatGoesForGood(chatTitle(removing), removing?.messageCount ?? 0)}</p>
      </ConfirmDialog>
    </>
  )
}
