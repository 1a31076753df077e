import type { Delivery, ThinkingChoice, UndoResult } from '@atelier/api'
import type { Answer, ApiError } from '@atelier/api/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { abortRun, createSession, type EditorContext, errorOf, redoRun, startRun, undoRun } from '../../api/index.ts'
import { isActive, type Transcript } from './transcript/transcript.ts'
import type { WaitingMessage } from './transcript/waiting.ts'
import { type ModelPick, rehearsalModel } from './useModelChoice.ts'

export interface RunsOptions {
  projectId: string
  scope: string
  sessionId: string | undefined
  transcript: Transcript
  staged: ModelPick | undefined
  /** Gives a chat that began elsewhere the model that was picked here. */
  storePick: (sessionId: string) => Promise<Answer<unknown>>
  /** The thinking effort of a new chat's model. */
  thinking: ThinkingChoice | undefined
  context: () => EditorContext
  /** The pictures that go along with a message, asked when it is sent. */
  images: () => { mimeType: string; data: string }[]
  /** The chat that a message belongs to, which may have to be found out; none for a new one. */
  find: () => Promise<string | undefined>
  onSession: (sessionId: string) => void
  /** Called once for each run that was asked for here, when it has ended and changed something. */
  onChanged?: (turn: TurnRun) => void
}

/** Undoes or redoes what a run changed. */
export type TurnRun = (to: 'undo' | 'redo') => Promise<Answer<UndoResult>>

/** When a message is sent; at once if nothing is passed. */
export interface SendOptions {
  /** Its delivery while a run is at work; otherwise it begins one. */
  delivery?: Delivery
  /** Not before then; epoch milliseconds. */
  startAt?: number
}

/** A message that was sent and has not come back on the stream yet. */
export interface PendingRun {
  runId: string
  prompt: string
  at: number
}

export interface Runs {
  pending: PendingRun | undefined
  /** Why the last message was not taken; its text is with the caller. */
  refusal: ApiError | undefined
  dismiss: () => void
  running: boolean
  stopping: boolean
  /** A message that was sent to a run at work and has not come back yet. */
  sending: readonly WaitingMessage[]
  /** Resolves to whether the message was taken. */
  send: (prompt: string, options?: SendOptions) => Promise<boolean>
  stop: () => void
}

/** Sends messages of a chat and stops its runs; the chat itself is made with its first message. */
export function useRuns({
  projectId,
  scope,
  sessionId,
  transcript,
  staged,
  storePick,
  thinking,
  context,
  images,
  find,
  onSession,
  onChanged,
}: RunsOptions): Runs {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<PendingRun>()
  const [refusal, setRefusal] = useState<ApiError>()
  const [stopping, setStopping] = useState<string>()
  const [outbox, setOutbox] = useState<readonly WaitingMessage[]>([])
  const { activeRun, turns } = transcript

  const arrived =
    pending !== undefined && turns.some((turn) => turn.runId === pending.runId && turn.prompt !== undefined)
  useEffect(() => {
    if (arrived) setPending(undefined)
  }, [arrived])
  const activeRunId = activeRun?.id
  const seenRunId = useRef(activeRunId)
  useEffect(() => {
    if (seenRunId.current === activeRunId) return
    seenRunId.current = activeRunId
    // When a run begins and when it ends, the list of chats differs, and the site may have other pages.
    void queryClient.invalidateQueries({ queryKey: ['sessions', projectId, scope] })
    void queryClient.invalidateQueries({ queryKey: ['projects', projectId, 'pages'] })
  }, [activeRunId, queryClient, projectId, scope])

  const askedHere = useRef(new Set<string>())
  useEffect(() => {
    for (const { runId, run } of turns) {
      if (!run || isActive(run) || !askedHere.current.delete(runId)) continue
      if (run.changeSetId === undefined || sessionId === undefined) continue
      onChanged?.((to) => (to === 'undo' ? undoRun : redoRun)(sessionId, runId))
    }
  }, [turns, sessionId, onChanged])

  const busy = activeRun !== undefined || (pending !== undefined && !arrived)

  /** The chat of the message, created if there is none yet. */
  const chat = async (): Promise<Answer<string>> => {
    try {
      const found = await find()
      if (found !== undefined) {
        const stored = await storePick(found)
        return stored.ok ? { ok: true, value: found } : stored
      }
    } catch (error) {
      return { ok: false, error: errorOf(error) }
    }
    const { documentId } = context()
    const created = await createSession({
      projectId,
      scope,
      documentId,
      ...pickBody(staged),
      ...(thinking === undefined ? {} : { thinking }),
    })
    if (!created.ok) return created
    onSession(created.value.id)
    return { ok: true, value: created.value.id }
  }

  const send = async (prompt: string, { delivery = 'steer', startAt }: SendOptions = {}) => {
    const runId = crypto.randomUUID()
    askedHere.current.add(runId)
    const waits = startAt !== undefined || (busy && sessionId !== undefined)
    setRefusal(undefined)
    if (waits) {
      const when = startAt === undefined ? { delivery } : { startAt }
      setOutbox((before) => [...before, { runId, text: prompt, pictures: images().length, ...when }])
    } else setPending({ runId, prompt, at: Date.now() })
    const target = await chat()
    const started = target.ok
      ? await startRun(target.value, {
          runId,
          prompt,
          images: images(),
          context: context(),
          ...(startAt === undefined ? {} : { startAt }),
          // Where it is not known yet whether a run is at work, the message joins it as if it were.
          ...(waits || transcript.status !== 'live' ? { whenBusy: delivery } : {}),
        })
      : target
    if (waits) setOutbox((before) => before.filter((message) => message.runId !== runId))
    if (!started.ok) {
      if (!waits) setPending(undefined)
      setRefusal(started.error)
      return false
    }
    if (waits) return true
    if (started.value.delivery !== undefined) setPending(undefined)
    // The server may name the run itself.
    else if (started.value.runId !== runId) {
      askedHere.current.add(started.value.runId)
      setPending({ runId: started.value.runId, prompt, at: Date.now() })
    }
    return true
  }

  // A run is stopped once it is known to be there: Stop may be pressed while the message is still on its way.
  useEffect(() => {
    if (sessionId === undefined || stopping === undefined || stopping !== activeRunId) return
    void abortRun(sessionId, stopping).then((answer) => {
      if (answer.ok || answer.error.status === 404 || answer.error.status === 409) return
      setStopping(undefined)
      setRefusal(answer.error)
    })
  }, [sessionId, stopping, activeRunId])

  return {
    pending: arrived ? undefined : pending,
    refusal,
    dismiss: () => setRefusal(undefined),
    running: busy,
    sending: outbox.filter(({ runId }) => !transcript.knows(runId)),
    stopping: stopping !== undefined && (stopping === activeRunId || stopping === pending?.runId),
    send,
    stop: () => setStopping(activeRunId ?? pending?.runId),
  }
}

/** How a pick is said to the server. */
export function pickBody(pick: ModelPick | undefined): { credentialId?: string; modelId?: string } {
  return pick ? { credentialId: pick.credentialId ?? rehearsalModel, modelId: pick.modelId } : {}
}
