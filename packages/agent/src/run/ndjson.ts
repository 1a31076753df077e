import { type Confirmation, errorText, isRecord } from '@atelier/operation'
import type { MessageRecord } from '../contract/message.ts'
import type { RunAffected, RunFinding, RunRecord } from '../contract/run.ts'
import type { ApprovalRecord, SessionRecord } from '../contract/sessionRecord.ts'
import { asEnvelope } from '../loop/resume.ts'
import { promptTokens } from '../pricing/usage.ts'

/** One line of the simple stream. */
export type NdjsonEvent =
  | {
      type: 'bridgeReady'
      bridgeId: string
      conversationId: string
      runId: string
      /** The ignored parts of the request. */
      warnings?: string[]
    }
  /** `supersedes` means that the answer starts over: the named message does not count. */
  | { type: 'text'; text: string; messageId: string; supersedes?: string }
  | { type: 'toolCall'; toolCallId: string; toolName: string; input: unknown; status: 'pending' }
  /** The client with the editor runs the call, and posts its result under both ids. */
  | { type: 'toolRequest'; bridgeId: string; requestId: string; toolCallId: string; toolName: string; input: unknown }
  | {
      type: 'toolResult'
      toolCallId: string
      toolName: string
      ok: boolean
      error?: string
      /** Nothing was done: it counts once the next message agrees, or passes the token on. */
      requiresConfirmation?: Confirmation
    }
  /** The run waits for a decision on this call (`requested`), or it has been made. */
  | {
      type: 'approval'
      toolCallId: string
      status: ApprovalRecord['status']
      message: string
      target: string
      expiresAt?: number
      reason?: string
    }
  /** The provider failed for now; it is retried at `at`, in epoch milliseconds. */
  | { type: 'retry'; message: string; code: string; attempt: number; at: number }
  | {
      type: 'usage'
      promptTokens: number
      completionTokens: number
      costUsd?: number
      cacheReadTokens: number
      cacheCreationTokens: number
    }
  | { type: 'context'; contextTokens: number }
  | {
      type: 'done'
      status: 'complete' | 'aborted'
      stopReason?: string
      /** The limit that ended it. */
      limit?: string
      /** Kinds of thing, or, of a run on content, an object (`RunAffected`). */
      affected?: RunAffected
      costUsd?: number
      changeSetId?: string
      /** The findings of the checks in the run's text. */
      findings?: RunFinding[]
      /** The active run that the message was added to; its result is recorded there. */
      joined?: string
    }
  | { type: 'error'; message: string; stopReason?: string }

export interface NdjsonProjection {
  /** The lines that this record adds. Records of other runs add none. */
  push(record: SessionRecord): NdjsonEvent[]
  /** The run has ended: nothing more will come. */
  ended(): boolean
}

/** The events of one run as seed clients read them, as a projection of the session's records in stream order. */
export function createNdjsonProjection(ids: {
  conversationId: string
  runId: string
  bridgeId?: string
  /** For the first line. */
  warnings?: readonly string[]
}): NdjsonProjection {
  const { conversationId, runId } = ids
  const answers = new Set<string>()
  const answered = new Set<string>()
  const called = new Set<string>()
  const requested = new Set<string>()
  let retried: number | undefined
  let greeted = false
  let ended = false
  let context: number | undefined

  function greeting(): NdjsonEvent[] {
    if (greeted) return []
    greeted = true
    const warnings = ids.warnings?.length ? { warnings: [...ids.warnings] } : {}
    return [{ type: 'bridgeReady', bridgeId: ids.bridgeId ?? runId, conversationId, runId, ...warnings }]
  }

  function project(record: SessionRecord): NdjsonEvent[] {
    if (record.type === 'chunk') {
      const { messageId, kind, delta } = record.value
      return kind === 'text' && answers.has(messageId) ? [{ type: 'text', text: delta, messageId }] : []
    }
    if (record.type === 'run') return record.key === runId ? runEvents(record.value) : []
    if (record.type === 'approval') return record.value.runId === runId ? approvalEvents(record.value) : []
    if (record.type !== 'message' || record.value.runId !== runId) return []
    const message = record.value
    const toolName = message.toolName ?? ''
    const toolCallId = message.toolCallId ?? ''
    switch (message.role) {
      case 'assistant': {
        answers.add(message.id)
        const next = message.supersededBy
        return next === undefined ? [] : [{ type: 'text', text: '', messageId: next, supersedes: message.id }]
      }
      case 'tool_call':
        return callEvents(message, toolCallId, toolName)
      case 'tool_result': {
        if (answered.has(toolCallId)) return []
        answered.add(toolCallId)
        const envelope = asEnvelope(message.toolResult)
        const error = errorText(envelope)
        const { requiresConfirmation } = envelope.ok ? { requiresConfirmation: undefined } : envelope
        return [
          {
            type: 'toolResult',
            toolCallId,
            toolName,
            ok: envelope.ok,
            ...(error === undefined ? {} : { error }),
            ...(requiresConfirmation ? { requiresConfirmation } : {}),
          },
        ]
      }
      default:
        return []
    }
  }

  function callEvents({ toolArgs: input, execution }: MessageRecord, toolCallId: string, toolName: string) {
    const events: NdjsonEvent[] = []
    if (!called.has(toolCallId)) {
      called.add(toolCallId)
      events.push({ type: 'toolCall', toolCallId, toolName, input, status: 'pending' })
    }
    if (execution && !requested.has(execution.requestId) && !answered.has(toolCallId)) {
      const { bridgeId, requestId, picture } = execution
      requested.add(requestId)
      // The model never asks for a picture itself.
      const whole = isRecord(input) ? { ...input, captureScreenshot: picture } : input
      events.push({ type: 'toolRequest', bridgeId, requestId, toolCallId, toolName, input: whole })
    }
    return events
  }

  function approvalEvents(approval: ApprovalRecord): NdjsonEvent[] {
    const { toolCallId, status, message = '', target = '', expiresAt, reason } = approval
    return [
      {
        type: 'approval',
        toolCallId,
        status,
        message,
        target,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(reason === undefined ? {} : { reason }),
      },
    ]
  }

  function runEvents(run: RunRecord): NdjsonEvent[] {
    const events: NdjsonEvent[] = []
    if (run.retry && run.retry.at !== retried) {
      const { code, at, attempt } = run.retry
      retried = at
      events.push({
        type: 'retry',
        message: `The request to the model failed (${code}); trying again.`,
        code,
        attempt,
        at,
      })
    }
    if (run.contextTokens !== undefined && run.contextTokens !== context) {
      context = run.contextTokens
      events.push({ type: 'context', contextTokens: context })
    }
    if (run.status !== 'complete' && run.status !== 'error' && run.status !== 'aborted') return events
    ended = true
    if (run.usage) events.push(usageEvent(run))
    events.push(endEvent(run, run.status))
    return events
  }

  return {
    push(record) {
      if (ended) return []
      const events = project(record)
      return events.length > 0 || (record.type === 'run' && record.key === runId) ? [...greeting(), ...events] : events
    },
    ended: () => ended,
  }
}

function endEvent(run: RunRecord, status: 'complete' | 'aborted' | 'error'): NdjsonEvent {
  const { stopReason, limit, affected, costUsd, changeSetId, findings = [], joined } = run
  const why = stopReason === undefined ? {} : { stopReason }
  if (status === 'error') return { type: 'error', message: run.error ?? 'The run failed.', ...why }
  return {
    type: 'done',
    status,
    ...why,
    ...(limit === undefined ? {} : { limit }),
    ...(affected === undefined ? {} : { affected }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(changeSetId === undefined ? {} : { changeSetId }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(joined === undefined ? {} : { joined }),
  }
}

function usageEvent(run: RunRecord): NdjsonEvent {
  const usage = run.usage ?? { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 }
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  return {
    type: 'usage',
    promptTokens: promptTokens(run.provider, usage),
    completionTokens: usage.output,
    ...(run.costUsd === undefined ? {} : { costUsd: run.costUsd }),
    cacheReadTokens: usage.cacheRead,
    cacheCreationTokens: written,
  }
}
