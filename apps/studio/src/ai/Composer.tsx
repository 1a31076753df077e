import { ArrowUp, ChevronUp, CornerDownRight, ListEnd, Square } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
} from 'react'
import type { Delivery } from '../api/index.ts'
import { Button, IconButton, Menu } from '../ui/index.ts'
import styles from './Composer.module.css'
import type { LockReason } from './useModelChoice.ts'

export interface ComposerProps {
  text: string
  onText: (text: string) => void
  /** While a run goes on, what becomes of the message; undefined where none does. */
  onSend: (delivery?: Delivery) => void
  input: RefObject<HTMLTextAreaElement | null>
  lock: LockReason
  running: boolean
  stopping: boolean
  onStop: () => void
  /** Pictures are still read, so nothing is sent yet. */
  reading: boolean
  /** Pictures were pasted or dropped. */
  onFiles: (files: File[]) => void
  /** What the message is about, shown above the text: the selected node. */
  about?: ReactNode
  /** Under the text: the model and the context. */
  footer: ReactNode
}

const placeholders: Record<'setup' | 'chooseModel', string> = {
  setup: 'Add an AI provider to start',
  chooseModel: 'Choose a model below to start',
}

const sendLabels: Record<'setup' | 'chooseModel', string> = {
  setup: 'Add an AI provider first',
  chooseModel: 'Choose a model first',
}

/** Where one asks. It grows to eight lines; Enter sends, Shift+Enter begins a line, `/` comes here from anywhere. */
export function Composer({
  text,
  onText,
  onSend,
  input,
  lock,
  running,
  stopping,
  onStop,
  reading,
  onFiles,
  about,
  footer,
}: ComposerProps) {
  useLayoutEffect(() => {
    const element = input.current
    if (!element) return
    element.style.height = 'auto'
    // Reading `text` here is what makes the height follow it.
    element.style.height = text === '' ? '' : `${element.scrollHeight}px`
  }, [text, input])

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [input])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (text.trim() === '' || lock !== null || reading) return
      const after = event.metaKey || event.ctrlKey || event.altKey
      onSend(running ? (after ? 'followUp' : 'steer') : undefined)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      input.current?.blur()
    }
  }

  const takeFiles = (event: SyntheticEvent, { files }: DataTransfer) => {
    if (files.length === 0 || lock !== null) return
    event.preventDefault()
    onFiles([...files])
  }

  return (
    <div className={styles.composer}>
      {/* Pressing anywhere in the box puts the cursor into its text. */}
      <fieldset
        aria-label="Message"
        className={styles.box}
        data-locked={lock ? '' : undefined}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => takeFiles(event, event.dataTransfer)}
        onPaste={(event) => takeFiles(event, event.clipboardData)}
      >
        {about}
        <textarea
          ref={input}
          className={styles.input}
          rows={2}
          value={text}
          disabled={lock !== null}
          aria-label="Message to the agent"
          aria-keyshortcuts="/"
          placeholder={
            lock
              ? placeholders[lock]
              : running
                ? 'Tell the agent something while it works'
                : 'Ask for a change, or press / from anywhere'
          }
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.foot}>
          <div className={styles.tools}>{footer}</div>
          {running ? (
            <Button
              size="sm"
              icon={<Square size={10} fill="currentColor" />}
              onClick={onStop}
              disabled={stopping}
              aria-label="Stop the agent"
            >
              {stopping ? 'Stopping' : 'Stop'}
            </Button>
          ) : null}
          {running && text.trim() !== '' && lock === null ? (
            <SendWhileBusy onSend={onSend} />
          ) : running ? null : (
            <IconButton
              label={lock ? sendLabels[lock] : 'Send'}
              shortcut="enter"
              variant="agent"
              tooltipSide="top"
              disabled={lock !== null || reading || text.trim() === ''}
              onClick={() => onSend()}
            >
              <ArrowUp size={16} />
            </IconButton>
          )}
        </div>
      </fieldset>
    </div>
  )
}

/** Two ways to say something to an agent at work: now, before its next round, or as the next request. */
function SendWhileBusy({ onSend }: { onSend: (delivery: Delivery) => void }) {
  return (
    <span className={styles.split}>
      <IconButton
        label="Tell the agent now"
        shortcut="enter"
        variant="agent"
        tooltipSide="top"
        onClick={() => onSend('steer')}
      >
        <ArrowUp size={16} />
      </IconButton>
      <Menu
        side="top"
        align="end"
        trigger={
          <IconButton label="When to say it" variant="agent" tooltipSide="top">
            <ChevronUp size={14} />
          </IconButton>
        }
        entries={[
          {
            label: 'Tell the agent now',
            hint: 'Before its next round',
            icon: <CornerDownRight size={14} />,
            shortcut: 'enter',
            onSelect: () => onSend('steer'),
          },
          {
            label: 'After this',
            hint: 'As a request of its own',
            icon: <ListEnd size={14} />,
            shortcut: 'mod+enter',
            onSelect: () => onSend('followUp'),
          },
        ]}
      />
    </span>
  )
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}
