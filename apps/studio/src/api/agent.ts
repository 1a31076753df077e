import { queryOptions } from '@tanstack/react-query'
import { call, unwrap } from './client.ts'
import {
  Anything,
  CredentialCreated,
  Credentials,
  CredentialTest,
  Defaults,
  Models,
  Rehearsals,
  RunChanges,
  RunStarted,
  Session,
  SessionCreated,
  SessionSnapshot,
  Sessions,
  Suggestions,
  UndoResult,
} from './schemas.ts'

const sessionPath = (sessionId: string, rest = '') => `/api/ai/sessions/${encodeURIComponent(sessionId)}${rest}`
const runPath = (sessionId: string, runId: string, rest = '') =>
  sessionPath(sessionId, `/runs/${encodeURIComponent(runId)}${rest}`)

export const sessionsQuery = (projectId: string, scope: string) =>
  queryOptions({
    queryKey: ['sessions', projectId, scope],
    queryFn: ({ signal }) => unwrap(call(Sessions, '/api/ai/sessions', { query: { projectId, scope }, signal })),
  })

export const createSession = (body: {
  projectId: string
  scope: string
  documentId?: string
  credentialId?: string
  modelId?: string
  thinking?: string
}) => call(SessionCreated, '/api/ai/sessions', { method: 'POST', body })

/** A new chat that begins with a summary of this one. */
export const continueSession = (sessionId: string) =>
  call(SessionCreated, sessionPath(sessionId, '/continue'), { method: 'POST' })

/** The session with its folded records and the offset to go on from. */
export const readSession = (
  sessionId: string,
  signal?: AbortSignal,
  { fetch, origin = '' }: { fetch?: typeof globalThis.fetch; origin?: string } = {},
) => call(SessionSnapshot, origin + sessionPath(sessionId), { signal, fetch })

export const updateSession = (
  sessionId: string,
  body: { title?: string; credentialId?: string | null; modelId?: string | null; thinking?: string | null },
) => call(Session, sessionPath(sessionId), { method: 'PATCH', body })

export const deleteSession = (sessionId: string) => call(Anything, sessionPath(sessionId), { method: 'DELETE' })

/** What the editor shows while the person asks; the server reads the documents itself. */
export interface EditorContext {
  documentId?: string
  selectedNodeId?: string
  activeBreakpointId?: string
}

/** What becomes of a message while a run goes on: told to it before its next round, or said when it has ended. */
export type Delivery = 'steer' | 'followUp'

export const startRun = (
  sessionId: string,
  body: {
    runId?: string
    prompt: string
    /** Base64 without a prefix. */
    images?: { mimeType: string; data: string }[]
    context?: EditorContext
    whenBusy?: Delivery
    /** Epoch milliseconds. */
    startAt?: number
  },
) => call(RunStarted, sessionPath(sessionId, '/runs'), { method: 'POST', body })

const queuePath = (sessionId: string, runId: string, rest = '') =>
  sessionPath(sessionId, `/queue/${encodeURIComponent(runId)}${rest}`)

export const sendWaiting = (sessionId: string, runId: string) =>
  call(Anything, queuePath(sessionId, runId, '/send'), { method: 'POST', body: {} })

export const editWaiting = (sessionId: string, runId: string, prompt: string) =>
  call(Anything, queuePath(sessionId, runId), { method: 'PATCH', body: { prompt } })

export const removeWaiting = (sessionId: string, runId: string) =>
  call(Anything, queuePath(sessionId, runId), { method: 'DELETE' })

export const abortRun = (sessionId: string, runId: string) =>
  call(Anything, runPath(sessionId, runId, '/abort'), { method: 'POST', body: {} })

export const changesQuery = (sessionId: string, runId: string) =>
  queryOptions({
    queryKey: ['changes', sessionId, runId],
    queryFn: ({ signal }) => unwrap(call(RunChanges, runPath(sessionId, runId, '/changes'), { signal })),
  })

export const undoRun = (sessionId: string, runId: string) =>
  call(UndoResult, runPath(sessionId, runId, '/undo'), { method: 'POST', body: {} })

export const redoRun = (sessionId: string, runId: string) =>
  call(UndoResult, runPath(sessionId, runId, '/redo'), { method: 'POST', body: {} })

/** Where the records of a session are read, live. Absolute, as the stream client wants it. */
export const streamUrl = (sessionId: string, origin: string = window.location.origin) =>
  new URL(sessionPath(sessionId, '/stream'), origin).href

export const credentialsQuery = () =>
  queryOptions({
    queryKey: ['credentials'],
    queryFn: ({ signal }) => unwrap(call(Credentials, '/api/ai/credentials', { signal })),
  })

export const addCredential = (body: { provider: string; label: string; apiKey?: string; baseUrl?: string }) =>
  call(CredentialCreated, '/api/ai/credentials', { method: 'POST', body })

export const testCredential = (credentialId: string) =>
  call(CredentialTest, `/api/ai/credentials/${encodeURIComponent(credentialId)}/test`, { method: 'POST', body: {} })

export const updateCredential = (credentialId: string, body: { label?: string; apiKey?: string; baseUrl?: string }) =>
  call(Anything, `/api/ai/credentials/${encodeURIComponent(credentialId)}`, { method: 'PATCH', body })

export const deleteCredential = (credentialId: string) =>
  call(Anything, `/api/ai/credentials/${encodeURIComponent(credentialId)}`, { method: 'DELETE' })

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: ['suggestions'],
    queryFn: ({ signal }) => unwrap(call(Suggestions, '/api/ai/suggestions', { signal })),
  })

export const acceptSuggestion = (provider: string) =>
  call(Anything, `/api/ai/suggestions/${encodeURIComponent(provider)}`, { method: 'POST', body: {} })

export const defaultsQuery = () =>
  queryOptions({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => unwrap(call(Defaults, '/api/ai/defaults', { signal })),
  })

export const setDefault = (scope: string, body: { credentialId: string; modelId: string }) =>
  call(Anything, `/api/ai/defaults/${encodeURIComponent(scope)}`, { method: 'PUT', body })

export const clearDefault = (scope: string) =>
  call(Anything, `/api/ai/defaults/${encodeURIComponent(scope)}`, { method: 'DELETE' })

export const modelsQuery = (provider: string, credentialId: string) =>
  queryOptions({
    queryKey: ['models', provider, credentialId],
    queryFn: ({ signal }) =>
      unwrap(
        call(Models, `/api/ai/providers/${encodeURIComponent(provider)}/models`, { query: { credentialId }, signal }),
      ),
    staleTime: 5 * 60_000,
  })

export const rehearsalsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['rehearsals', scope],
    queryFn: ({ signal }) => unwrap(call(Rehearsals, '/api/ai/rehearsals', { query: { scope }, signal })),
    staleTime: 60 * 60_000,
  })
