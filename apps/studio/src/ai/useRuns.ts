import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, abortRun, createSession, type Delivery, type EditorContext, startRun } from '../api/index.ts'
import type { WaitingMessage } from './queue/waiting.ts'
import type { Transcript } from './transcript/reader.ts'
import { type ModelPick, rehearsalModel } from './useModelChoice.ts'

export interface RunsOptions {
  projectId: string
  scope: string
  sessionId: string | undefined
  transcript: Transcript
  staged: ModelPick | undefined
  /** How much the model of a new chat is asked to think. */
  thinking: string | undefined
  context: () => EditorContext
  /** The pictures that go along with a message, asked when it is sent. */
  images: () => { mimeType: string; data: string }[]
  onSession: (sessionId: string) => void
}

/** What was sent and has not come back on the stream yet. */
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
  /** What was sent to a run at work and has not come back yet. */
  sending: readonly WaitingMessage[]
  /** Resolves to whether the message was taken. `delivery` holds while a run is at work; otherwise it begins one. */
  send: (prompt: string, delivery?: Delivery) => Promise<boolean>
  stop: () => void
}

/** Sends messages of a chat and stops its runs; the chat itself is made with its first message. */
export function useRuns({
  projectId,
  scope,
  sessionId,
  transcript,
  staged,
  thinking,
  context,
  images,
  onSession,
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

  const busy = activeRun !== undefined || (pending !== undefined && !arrived)
  const send = async (prompt: string, delivery: Delivery = 'steer') => {
    const runId = crypto.randomUUID()
    setRefusal(undefined)
    if (busy && sessionId !== undefined) {
      setOutbox((before) => [...before, { runId, text: prompt, delivery }])
      const taken = await startRun(sessionId, {
        runId,
        prompt,
        images: images(),
        context: context(),
        whenBusy: delivery,
      })
      setOutbox((before) => before.filter((message) => message.runId !== runId))
      if (!taken.ok) setRefusal(taken.error)
      return taken.ok
    }
    setPending({ runId, prompt, at: Date.now() })
    const refuse = (error: ApiError) => {
      setPending(undefined)
      setRefusal(error)
      return false
    }
    let target = sessionId
    if (target === undefined) {
      const { documentId } = context()
      const created = await createSession({
        projectId,
        scope,
        documentId,
        ...pickBody(staged),
        ...(thinking === undefined ? {} : { thinking }),
      })
      if (!created.ok) return refuse(created.error)
      target = created.value.id
      onSession(target)
    }
    const started = await startRun(target, { runId, prompt, images: images(), context: context() })
    if (!started.ok) return refuse(started.error)
    // The server may name the run itself.
    if (started.value.runId !== runId) setPending({ runId: started.value.runId, prompt, at: Date.now() })
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
