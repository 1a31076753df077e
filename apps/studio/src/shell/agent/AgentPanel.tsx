import type { RunRecord } from '@atelier/agent'
import type { ApiError } from '@atelier/api/client'
import type { Envelope } from '@atelier/operation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Settings2, Sparkles, SquarePen } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  continueSession,
  type EditorContext,
  operationsQuery,
  pagesQuery,
  projectQuery,
  updateSession,
} from '../../api/index.ts'
import { patchStore, useStore } from '../../documents/store.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, IconButton, Skeleton, Tooltip } from '../../ui/index.ts'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import { useStableCallback } from '../../ui/useStableCallback.ts'
import { useShell } from '../layout/context.ts'
import styles from './AgentPanel.module.css'
import { type ActivitySource, activityOf, panelView } from './activity.ts'
import type { ViewRequest } from './bridge/requests.ts'
import { useViewExecutor } from './bridge/useViewExecutor.ts'
import { ChatCost } from './ChatCost.tsx'
import { Composer } from './Composer.tsx'
import { chatTitle } from './chats.ts'
import { EmptyChat } from './EmptyChat.tsx'
import { History } from './History.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import { AttachButton, PictureTray } from './pictures/PictureTray.tsx'
import type { PictureShelf } from './pictures/shelf.ts'
import { usePictures } from './pictures/usePictures.ts'
import type { RunCardProps } from './run/RunCard.tsx'
import type { ThinkingPick } from './ThinkingControl.tsx'
import * as strings from './texts/strings.ts'
import { useCurrentSession } from './useCurrentSession.ts'
import { useDraft } from './useDraft.ts'
import { type ModelPick, useModelChoice } from './useModelChoice.ts'
import { pickBody, type SendOptions, type TurnRun, useRuns } from './useRuns.ts'
import { useTranscript } from './useTranscript.ts'

/** An empty chat does without it. */
const Conversation = lazyWhenIdle(async () => (await import('./Conversation.tsx')).Conversation)
const ContextMeter = lazyWhenIdle(async () => (await import('./ContextMeter.tsx')).ContextMeter)
const RunProgress = lazyWhenIdle(async () => (await import('./run/RunProgress.tsx')).RunProgress)
const Queue = lazyWhenIdle(async () => (await import('./queue/Queue.tsx')).Queue)

export interface AgentPanelProps {
  projectId: string
  /** Where the pictures of the next message are while the panel is not. */
  shelf: PictureShelf
  /** The scope of its sessions. */
  scope?: string
  /** The document that its sessions are about; those of the whole project are listed when absent. */
  about?: string
  /** The editor's position, read when a message is sent. */
  context: () => EditorContext
  /** Things that are sent with each message, shown above its text. */
  pinned?: ReactNode
  /** Selects a node in the canvas; in another document it is opened first. */
  select: (nodeId: string, documentId?: string) => void
  /** Opens a document in the canvas. */
  open: (documentId: string) => void
  /** Called when a run that was asked for in this tab has ended and changed something, to be put on its undo stack. */
  onChanged?: (turn: TurnRun) => void
  /** Told what the agent is doing, for the status bar and the canvas. */
  onActivity?: (activity: AgentActivity) => void
  /** Does what the agent needs a page on a screen for. */
  carryOut: (request: ViewRequest) => Promise<Envelope>
  /** Shows before and after a run; it is not offered when absent. */
  compare?: (run: { sessionId: string; runId: string }) => void
  /** Shows before and after on the card of a run, by its change set. */
  runPictures?: RunCardProps['runPictures']
}

export interface AgentActivity {
  running: boolean
  /** It waits until a user decides. */
  waiting?: boolean
  /** The label of the model that answers, or that would. */
  model?: string
  /** How full its window is, from 0 to 1, if the window is known. */
  context?: number
  /** The node and the document that the latest call is about. */
  nodeId?: string
  documentId?: string
}

/** The conversation with the agent beside the page it works on. Every tab on a chat shows the same. */
export function AgentPanel({
  projectId,
  shelf,
  scope = 'site',
  about,
  context,
  pinned,
  select,
  open,
  onChanged,
  onActivity,
  carryOut,
  compare,
  runPictures,
}: AgentPanelProps) {
  const queryClient = useQueryClient()
  const { sessionId, session, settled, choose, find, doubtful } = useCurrentSession(projectId, scope, about)
  const { transcript, loadEarlier } = useTranscript(sessionId)
  const role = useQuery(projectQuery(projectId)).data?.role
  const readsOnly = role === 'viewer' || role === 'reviewer'
  useViewExecutor({ scope, sessionId: readsOnly ? undefined : sessionId, requests: transcript.requests, carryOut })
  const pictures = usePictures(shelf)
  const [staged, setStaged] = useState<ModelPick>()
  /** The chat that has the staged pick already. */
  const pickStoredIn = useRef<string>(undefined)
  const [picked, setPicked] = useState<{ sessionId: string | undefined; thinking: ThinkingPick | null }>()
  // For this chat only, until the server has it.
  const stagedThinking = picked && picked.sessionId === sessionId ? picked.thinking : undefined
  const choice = useModelChoice(scope, session, staged)
  const runs = useRuns({
    projectId,
    scope,
    sessionId,
    transcript,
    staged,
    thinking: stagedThinking ?? undefined,
    context,
    images: pictures.ready,
    find,
    onSession: (id) => {
      pickStoredIn.current = id
      choose(id)
    },
    storePick: async (id) => {
      if (staged === undefined || pickStoredIn.current === id) return { ok: true, value: undefined }
      const answer = await updateSession(id, pickBody(staged))
      if (answer.ok) pickStoredIn.current = id
      return answer
    },
    onChanged,
  })
  const draft = useDraft(
    sessionId === undefined && !settled ? undefined : `${projectId}.${scope}.${sessionId ?? `${about ?? ''}new`}`,
    doubtful,
  )
  const [pickError, setPickError] = useState<ApiError>()
  const input = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const operations = useQuery(operationsQuery(scope))
  const pages = useQuery(pagesQuery(projectId))

  const icons = useMemo(
    () => new Map(operations.data?.operations.map((operation) => [operation.name, operation.icon])),
    [operations.data],
  )
  const titles = useMemo(() => new Map(pages.data?.pages.map((page) => [page.documentId, page.title])), [pages.data])

  const waiting = transcript.activeRun?.status === 'waiting'
  useActivity({
    turns: transcript.turns,
    running: runs.running,
    waiting,
    choice,
    used: transcript.contextTokens,
    onActivity,
    isRead: (name) => operations.data?.operations.find((each) => each.name === name)?.effect === 'read',
  })

  // Asking once more leads to the sign-in page, and back here from it.
  const signedOut = (runs.refusal ?? transcript.error)?.status === 401
  useEffect(() => {
    if (signedOut) void queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
  }, [signedOut, queryClient, projectId, scope])

  const send = async (prompt: string, options?: SendOptions) => {
    if (draft.text.get().trim() === prompt) draft.set('')
    const taken = await runs.send(prompt, options)
    if (taken) pictures.clear()
    else draft.restore(prompt)
  }

  const sendRef = useRef(send)
  sendRef.current = send

  // A prompt from another part of the studio is sent as if it had been typed, once it is known which chat this is.
  const { layout } = useShell()
  const message = useStore(layout, (state) => state.message)
  const sendsNow = message !== undefined && settled && choice.active !== undefined
  useEffect(() => {
    if (!sendsNow) return
    patchStore(layout, { message: undefined })
    void sendRef.current(message)
  }, [sendsNow, message, layout])

  const pick = async (next: ModelPick) => {
    setStaged(next)
    setPickError(undefined)
    pickStoredIn.current = sessionId
    if (sessionId === undefined) return
    const answer = await updateSession(sessionId, pickBody(next))
    if (!answer.ok) {
      setStaged(undefined)
      setPickError(answer.error)
    }
    await queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
  }

  const think = async (next: ThinkingPick | null) => {
    setPicked({ sessionId, thinking: next })
    setPickError(undefined)
    if (sessionId === undefined) return
    const answer = await updateSession(sessionId, { thinking: next })
    if (!answer.ok) setPickError(answer.error)
    await queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
    setPicked(undefined)
  }

  const goTo = useStableCallback((nodeId: string | undefined, documentId: string | undefined) => {
    if (nodeId !== undefined) select(nodeId, documentId)
    else if (documentId !== undefined) open(documentId)
  })
  const onContinue = useStableCallback((run: RunRecord | undefined) =>
    run?.status === 'complete' ? input.current?.focus() : void send('Continue.'),
  )
  const onRetry = useStableCallback((prompt: string | undefined) => void send(prompt || strings.tryAgain))
  const onCompare = useStableCallback((run: { sessionId: string; runId: string }) => compare?.(run))

  const newChat = () => {
    choose(undefined)
    runs.dismiss()
    input.current?.focus()
  }

  const newChatWithSummary = useStableCallback(async () => {
    if (sessionId === undefined) return
    const answer = await continueSession(sessionId)
    if (!answer.ok) return setPickError(answer.error)
    await queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
    choose(answer.value.id)
    runs.dismiss()
    input.current?.focus()
  })

  // The focused element is gone: the next open question has it, else the message. Never over something that has it now.
  const returnFocus = useStableCallback(() => {
    if (document.activeElement !== document.body) return
    const next = panel.current?.querySelector<HTMLElement>('[data-question]')
    if (next) next.focus()
    // On a phone this would open the keyboard over what is being read.
    else if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus()
  })

  const view = panelView({
    sessionId,
    settled,
    status: transcript.status,
    turns: transcript.turns.length,
    pending: runs.pending !== undefined,
  })

  return (
    <section ref={panel} className={styles.panel} aria-label={strings.agent}>
      <header className={styles.header}>
        <Sparkles size={15} className={styles.mark} aria-hidden="true" />
        <h2 className="grow min-w-0 truncate type-heading">
          {sessionId === undefined ? strings.newChat : chatTitle(session)}
        </h2>
        {transcript.status === 'reconnecting' && sessionId !== undefined && (
          <Tooltip label={strings.theConnectionWasCutWhatThe}>
            <span className={styles.badge} data-tone="attention" role="status">
              {strings.reconnecting}
            </span>
          </Tooltip>
        )}
        {waiting && (
          <span className={styles.badge} data-tone="attention">
            {strings.waitsForYou}
          </span>
        )}
        <History
          projectId={projectId}
          scope={scope}
          about={about}
          sessionId={sessionId}
          onOpen={(id) => {
            setStaged(undefined)
            choose(id)
          }}
          onDeleted={(id) => id === sessionId && choose(undefined)}
        />
        <IconButton label={strings.newChat} onClick={newChat} disabled={sessionId === undefined}>
          <SquarePen size={16} />
        </IconButton>
        <Tooltip label={strings.aiSettings}>
          <Link to={paths.settings('ai')} className={styles.settings} aria-label={strings.aiSettings}>
            <Settings2 size={16} />
          </Link>
        </Tooltip>
      </header>

      {view === 'loading' ? (
        <ChatSkeleton />
      ) : view === 'failed' ? (
        <div className="grow p-16">
          <ErrorNote
            title={transcript.error?.message ?? strings.thisChatCannotBeRead}
            actions={
              <Button size="sm" onClick={newChat}>
                {strings.newChat}
              </Button>
            }
          >
            {transcript.error?.hint ?? strings.whatTheAgentDidInThe}
          </ErrorNote>
        </div>
      ) : view === 'empty' ? (
        <EmptyChat scope={scope} projectId={projectId} choice={choice} readsOnly={readsOnly} onSuggest={send} />
      ) : (
        <Suspense fallback={<ChatSkeleton />}>
          <Conversation
            key={sessionId ?? 'new'}
            sessionId={sessionId}
            turns={transcript.turns}
            earlier={transcript.earlier}
            onEarlier={loadEarlier}
            summaries={transcript.summaries}
            pendingPrompt={runs.pending?.prompt}
            running={runs.running}
            icons={icons}
            titles={titles}
            onTarget={goTo}
            onContinue={onContinue}
            onRetry={onRetry}
            onNewChat={newChatWithSummary}
            onGone={returnFocus}
            onCompare={compare && onCompare}
            runPictures={runPictures}
          />
        </Suspense>
      )}

      {runs.running && (
        <Suspense fallback={null}>
          <RunProgress
            run={transcript.activeRun}
            since={runs.pending?.at ?? transcript.activeRun?.startedAt ?? Date.now()}
          />
        </Suspense>
      )}
      {(transcript.waiting.length > 0 || runs.sending.length > 0) && (
        <Suspense fallback={null}>
          <Queue
            sessionId={sessionId}
            messages={transcript.waiting}
            sending={runs.sending}
            running={runs.running}
            onGone={returnFocus}
          />
        </Suspense>
      )}
      <Notes refusal={runs.refusal ?? pickError} windowNote={choice.windowNote} />
      <Composer
        draft={draft}
        onTyped={() => runs.refusal && runs.dismiss()}
        onSend={(text, options) => void send(text, options)}
        input={input}
        readsOnly={readsOnly}
        lock={choice.lock}
        running={runs.running}
        waiting={waiting}
        stopping={runs.stopping}
        onStop={runs.stop}
        pictures={pictures.attached.length > 0}
        reading={pictures.reading}
        onFiles={pictures.add}
        about={
          <>
            {pinned}
            <PictureTray pictures={pictures} />
          </>
        }
        footer={
          choice.lock === 'setup' ? null : choice.missing === 'setup' ? (
            <AttachButton pictures={pictures} disabled={false} />
          ) : (
            <>
              <AttachButton pictures={pictures} disabled={choice.lock !== null} />
              <ModelPicker
                choice={choice}
                onPick={pick}
                thinking={
                  stagedThinking === undefined ? (session?.thinking ?? undefined) : (stagedThinking ?? undefined)
                }
                onThinking={think}
              />
              {choice.contextWindow !== undefined && (
                <Suspense fallback={null}>
                  <ContextMeter used={transcript.contextTokens ?? 0} window={choice.contextWindow} />
                </Suspense>
              )}
              <ChatCost turns={transcript.turns} before={transcript.earlier?.costUsd} />
            </>
          )
        }
      />
    </section>
  )
}

function ChatSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="60%" height={36} radius={12} />
      <Skeleton height={14} />
      <Skeleton width="80%" height={14} />
    </div>
  )
}

/**
 * Shown between the conversation and the composer: why a message was not taken, and that its text is kept; otherwise what
 * to set before the model has room for a chat.
 */
function Notes({ refusal, windowNote }: { refusal: ApiError | undefined; windowNote: string | undefined }) {
  if (refusal?.code === 'run_in_progress') {
    return (
      <div className={styles.note}>
        <ErrorNote tone="attention" title={strings.theAgentIsStillAtWork}>
          {strings.yourTextIsKeptSendIt}
        </ErrorNote>
      </div>
    )
  }
  if (!refusal && windowNote !== undefined) {
    return (
      <div className={styles.note}>
        <ErrorNote tone="attention" title={windowNote} />
      </div>
    )
  }
  if (!refusal) return null
  return (
    <div className={styles.note}>
      <ErrorNote title={refusal.message}>{refusal.hint ?? strings.nothingWasSentAndYourText}</ErrorNote>
    </div>
  )
}

/** Tells the editor what the agent is about, whenever that changes. */
function useActivity({
  onActivity,
  ...source
}: ActivitySource & {
  onActivity: AgentPanelProps['onActivity']
}) {
  const { running, waiting, model, context, nodeId, documentId } = activityOf(source)
  const tell = useRef(onActivity)
  useEffect(() => {
    tell.current = onActivity
  })
  useEffect(() => {
    tell.current?.({ running, waiting, model, context, nodeId, documentId })
  }, [running, waiting, model, context, nodeId, documentId])
}
