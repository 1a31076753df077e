import { ArrowUp, ChevronUp, Clock, CornerDownRight, ListEnd, Square } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { useStore } from '../../documents/store.ts'
import { Button, IconButton, Menu, type MenuEntry } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { useOnceOpen } from '../../ui/useOnceOpen.ts'
import styles from './Composer.module.css'
import { hasMessage, keyAction, maySend } from './composing.ts'
import * as strings from './texts/strings.ts'
import type { Draft } from './useDraft.ts'
import type { LockReason } from './useModelChoice.ts'
import type { SendOptions } from './useRuns.ts'

const LaterDialog = lazyWhenIdle(async () => (await import('./queue/LaterDialog.tsx')).LaterDialog)

export interface ComposerProps {
  draft: Draft
  /** The user has typed. */
  onTyped: () => void
  onSend: (text: string, options?: SendOptions) => void
  input: RefObject<HTMLTextAreaElement | null>
  /** The user may only read the project, and so may the agent for them. */
  readsOnly: boolean
  lock: LockReason
  running: boolean
  /** The run waits until a user decides. */
  waiting: boolean
  stopping: boolean
  onStop: () => void
  /** Pictures go along, so the text may be empty. */
  pictures: boolean
  /** Pictures are still read, so nothing is sent yet. */
  reading: boolean
  /** Pictures were pasted or dropped. */
  onFiles: (files: File[]) => void
  /** The message's subject, shown above the text: the selected node. */
  about?: ReactNode
  /** Under the text: the model and the context. */
  footer: ReactNode
}

const placeholders: Record<'setup' | 'chooseModel', string> = {
  setup: strings.addAiCredentialsToStart,
  chooseModel: strings.chooseAModelBelowToStart,
}

const sendLabels: Record<'setup' | 'chooseModel', string> = {
  setup: strings.addAiCredentialsFirst,
  chooseModel: strings.chooseAModelFirst,
}

/** Where one asks. It grows to eight lines; Enter sends, Shift+Enter begins a line, `/` comes here from anywhere. */
export function Composer({
  draft,
  onTyped,
  onSend: onSendText,
  input,
  readsOnly,
  lock,
  running,
  waiting,
  stopping,
  onStop,
  pictures,
  reading,
  onFiles,
  about,
  footer,
}: ComposerProps) {
  const [later, setLater] = useState(false)
  const hasAsked = useOnceOpen(later)
  const text = useStore(draft.text, whole)
  const onSend = (options?: SendOptions) => onSendText(draft.text.get().trim(), options)
  const said = hasMessage({ text, pictures })
  const ready = maySend({ text, pictures, reading, lock })

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
    const { key, shiftKey, metaKey, ctrlKey, altKey, nativeEvent } = event
    const { isComposing } = nativeEvent
    const action = keyAction({ key, shiftKey, metaKey, ctrlKey, altKey, isComposing }, { ready, running })
    if (action.kind === 'send' || action.kind === 'hold') event.preventDefault()
    if (action.kind === 'send') onSend(action.options)
    if (action.kind === 'leave') {
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
        aria-label={strings.message}
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
          aria-label={strings.messageToTheAgent}
          aria-keyshortcuts="/"
          placeholder={
            lock
              ? placeholders[lock]
              : running
                ? waiting
                  ? strings.tellTheAgentSomethingForWhen
                  : strings.tellTheAgentSomethingWhileIt
                : readsOnly
                  ? strings.askAboutThisSiteOrPress
                  : strings.askForAChangeOrPress
          }
          onChange={(event) => {
            draft.set(event.target.value)
            onTyped()
          }}
          onKeyDown={onKeyDown}
        />
        <div className={styles.foot}>
          <div className="row gap-8 grow min-w-0">{footer}</div>
          {running ? (
            <Button
              size="sm"
              icon={<Square size={10} fill="currentColor" />}
              onClick={onStop}
              disabled={stopping}
              aria-label={strings.stopTheAgent}
            >
              {stopping ? 'Stopping' : 'Stop'}
            </Button>
          ) : null}
          {running && !said ? null : (
            <Send
              label={lock ? sendLabels[lock] : running ? strings.tellTheAgentNow : 'Send'}
              running={running}
              locked={lock !== null}
              disabled={!ready}
              onSend={onSend}
              onLater={() => setLater(true)}
            />
          )}
        </div>
      </fieldset>
      {hasAsked && (
        <Suspense fallback={null}>
          <LaterDialog
            open={later}
            onOpenChange={setLater}
            finalFocus={input}
            onChoose={(startAt) => {
              setLater(false)
              onSend({ startAt })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Sends the message at once; the menu next to it offers to send it after the run at work, or at a later time. */
function Send({
  label,
  running,
  locked,
  disabled,
  onSend,
  onLater,
}: {
  label: string
  running: boolean
  /** Nothing can be sent at all: the button can still be reached, since its tooltip says what is missing. */
  locked: boolean
  disabled: boolean
  onSend: (options?: SendOptions) => void
  onLater: () => void
}) {
  const later: MenuEntry = {
    label: 'Later…',
    hint: strings.atADayAndTimeOf,
    icon: <Clock size={14} />,
    onSelect: onLater,
  }
  const busy: MenuEntry[] = [
    {
      label: strings.tellTheAgentNow,
      hint: strings.beforeItsNextRound,
      icon: <CornerDownRight size={14} />,
      shortcut: 'enter',
      onSelect: () => onSend({ delivery: 'steer' }),
    },
    {
      label: strings.afterThis,
      hint: strings.asARequestOfItsOwn,
      icon: <ListEnd size={14} />,
      shortcut: 'mod+enter',
      onSelect: () => onSend({ delivery: 'followUp' }),
    },
  ]
  return (
    <span className={styles.split}>
      <IconButton
        label={label}
        shortcut={locked ? undefined : 'enter'}
        variant="agent"
        tooltipSide="top"
        className={locked ? styles.locked : undefined}
        disabled={disabled && !locked}
        aria-disabled={locked || undefined}
        onClick={() => {
          if (!disabled) onSend(running ? { delivery: 'steer' } : undefined)
        }}
      >
        <ArrowUp size={16} />
      </IconButton>
      <Menu
        side="top"
        align="end"
        trigger={
          <IconButton label={strings.whenToSayIt} variant="agent" tooltipSide="top" disabled={disabled}>
            <ChevronUp size={14} />
          </IconButton>
        }
        entries={running ? [...busy, later] : [later]}
      />
    </span>
  )
}

const whole = (text: string) => text

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}
