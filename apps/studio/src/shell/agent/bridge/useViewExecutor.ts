import type { Envelope } from '@atelier/operation'
import { useEffect, useRef, useState } from 'react'
import { beatExecutor, leaveExecutor, postToolResult } from '../../../api/index.ts'
import * as strings from '../texts/strings.ts'
import type { ViewRequest } from './requests.ts'

/** Several times within the server's lease. */
const beatMs = 6_000
/** A browser slows a hidden tab down, so one that stays hidden hands over, in milliseconds. */
const hiddenMs = 10_000

export interface ViewExecutorOptions {
  /** The scope whose operations the tab can carry out. */
  scope: string
  sessionId: string | undefined
  requests: readonly ViewRequest[]
  carryOut: (request: ViewRequest) => Promise<Envelope>
}

/** While a chat is open in the editor, this tab can render pages for it: it registers for that, and carries out the calls. */
export function useViewExecutor({ scope, sessionId, requests, carryOut }: ViewExecutorOptions): void {
  const [executorId] = useState(() => crypto.randomUUID())
  const begun = useRef(new Set<string>())
  const run = useRef(carryOut)
  useEffect(() => {
    run.current = carryOut
  })

  useEffect(() => {
    if (sessionId === undefined) return
    return keepLease(sessionId, executorId, scope)
  }, [sessionId, executorId, scope])

  useEffect(() => {
    for (const request of requests) {
      if (request.executorId !== executorId || begun.current.has(request.requestId)) continue
      begun.current.add(request.requestId)
      void run.current(request).then((result) => sendViewResult(request, result))
    }
  }, [requests, executorId])
}

/** Returns how to hand over. */
function keepLease(sessionId: string, executorId: string, scope: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let over = false
  let there = false

  const beat = async () => {
    clearTimeout(timer)
    there = true
    const answer = await beatExecutor(sessionId, executorId, scope)
    if (over || !there) {
      leaveExecutor(sessionId, executorId)
      return
    }
    // A user who may only read the project carries nothing out, and a chat that is gone has nothing to do.
    if (!answer.ok && answer.error.status >= 400 && answer.error.status < 500) return
    timer = setTimeout(() => void beat(), beatMs)
  }
  const leave = () => {
    clearTimeout(timer)
    if (there) leaveExecutor(sessionId, executorId)
    there = false
  }
  const seen = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(leave, hiddenMs)
    else if (!there) void beat()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', seen)
  document.addEventListener('visibilitychange', seen)
  if (!document.hidden) void beat()
  return () => {
    over = true
    leave()
    clearTimeout(hiding)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', seen)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** An answer that fails to arrive is sent again; one that is no longer awaited is dropped. */
async function sendViewResult({ bridgeId, requestId }: ViewRequest, result: Envelope): Promise<void> {
  let body = { bridgeId, requestId, result }
  for (let wait = 500; wait < 30_000; wait *= 2) {
    const sent = await postToolResult(body)
    if (sent.ok || sent.error.status === 404) return
    if (sent.error.status === 413 && result.ok) {
      const warnings = [...(result.warnings ?? []), strings.thePictureWasTooLargeTo]
      body = { bridgeId, requestId, result: { ok: true, data: result.data, warnings } }
    } else if (sent.error.status >= 400 && sent.error.status < 500) return
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
