import type { Answer, ApiError } from '@atelier/api/client'
import { CornerDownLeft, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { editWaiting, removeWaiting, sendWaiting } from '../../../api/index.ts'
import { Button, ErrorNote, IconButton } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import { type WaitingMessage, whenSaid } from '../transcript/waiting.ts'
import { canSendNow, draftKey, messageText, queueError, textToSave } from './editing.ts'
import styles from './Queue.module.css'

export interface QueueProps {
  sessionId: string | undefined
  messages: readonly WaitingMessage[]
  /** Messages that are still on their way to the server. */
  sending: readonly WaitingMessage[]
  running: boolean
  /** A message is gone from here by the person's own hand, and the focus with it. */
  onGone: () => void
}

/** Messages sent while the agent is at work, or for later: when each is said, and the ways to change that. */
export function Queue({ sessionId, messages, sending, running, onGone }: QueueProps) {
  const [error, setError] = useState<ApiError>()
  if (messages.length + sending.length === 0) return null
  const call = async (request: Promise<Answer<unknown>>) => {
    setError(queueError(await request))
  }
  return (
    <ul className={styles.queue} aria-label={strings.waitingMessages}>
      {messages.map((message) => (
        <Waiting
          key={message.runId}
          message={message}
          running={running}
          onSend={() => sessionId && call(sendWaiting(sessionId, message.runId))}
          onEdit={(text) => sessionId && call(editWaiting(sessionId, message.runId, text))}
          onRemove={() => sessionId && call(removeWaiting(sessionId, message.runId))}
          onGone={onGone}
        />
      ))}
      {sending.map((message) => (
        <li key={message.runId} className={styles.message}>
          <div>
            <div className={styles.when}>{strings.sending}</div>
            <div className={styles.text}>{messageText(message)}</div>
          </div>
        </li>
      ))}
      {error && (
        <li>
          <ErrorNote title={error.message}>{error.hint ?? strings.theMessageStillWaitsTryAgain}</ErrorNote>
        </li>
      )}
    </ul>
  )
}

interface WaitingProps {
  message: WaitingMessage
  running: boolean
  onSend: () => void
  onEdit: (text: string) => void
  onRemove: () => void
  onGone: () => void
}

function Waiting({ message, running, onSend, onEdit, onRemove, onGone }: WaitingProps) {
  const [draft, setDraft] = useState<string>()
  const editButton = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  const editing = draft !== undefined
  useLayoutEffect(() => {
    if (!editing && edited.current) editButton.current?.focus()
    edited.current = editing
  }, [editing])
  const taken = useRef(false)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  useEffect(() => () => (taken.current ? gone.current() : undefined), [])
  const take = (act: () => void) => {
    taken.current = true
    act()
  }
  const save = () => {
    const text = textToSave(draft, message)
    if (text !== undefined) onEdit(text)
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    const does = draftKey({ key, shiftKey, isComposing: nativeEvent.isComposing })
    if (does === 'cancel') {
      event.stopPropagation()
      setDraft(undefined)
    } else if (does === 'save') {
      event.preventDefault()
      save()
    }
  }
  return (
    <li className={styles.message} data-held={message.held ? '' : undefined}>
      <div>
        <div className={styles.when}>{whenSaid(message, Date.now())}</div>
        {!editing && <div className={styles.text}>{messageText(message)}</div>}
      </div>
      {draft === undefined ? (
        <div className="row gap-2">
          {canSendNow(message, running) && (
            <IconButton label={strings.sendNow} size="sm" onClick={() => take(onSend)}>
              <CornerDownLeft size={14} />
            </IconButton>
          )}
          <IconButton ref={editButton} label={strings.edit} size="sm" onClick={() => setDraft(message.text)}>
            <Pencil size={14} />
          </IconButton>
          <IconButton label={strings.removeMessage} size="sm" onClick={() => take(onRemove)}>
            <Trash2 size={14} />
          </IconButton>
        </div>
      ) : (
        <div className={styles.edit}>
          <textarea
            aria-label={strings.waitingMessage}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            ref={focusAtEnd}
          />
          <div>
            <Button size="sm" variant="primary" onClick={save}>
              {strings.save}
            </Button>
            <Button size="sm" onClick={() => setDraft(undefined)}>
              {strings.cancel}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

function focusAtEnd(element: HTMLTextAreaElement | null) {
  if (!element || document.activeElement === element) return
  element.focus()
  element.setSelectionRange(element.value.length, element.value.length)
}
