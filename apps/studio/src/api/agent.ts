import { ApprovalRecord, ChunkRecord, MessageRecord, RunRecord } from '@atelier/agent'
import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import { createBatches } from './batches.ts'
import { unwrap } from './client.ts'

/** The routes of a session, whose records are those of the agent. */
const readSessionRecords = {
  ...api.readSession,
  response: api.sessionSnapshot(MessageRecord, RunRecord, ApprovalRecord, ChunkRecord),
}
const readEarlierRecords = { ...api.readEarlier, response: api.sessionPart(MessageRecord, RunRecord, ApprovalRecord) }
export type SessionPart = Static<(typeof readEarlierRecords)['response']>

/** The scopes whose chats a panel lists: beside those of the site's editor, the ones in which its pages were made. */
const listedScopes: Readonly<Record<string, readonly string[]>> = { site: ['site', 'generate'] }

/** The chats that the panel of a scope lists, the latest message first; of those about one document, if it is named. */
export const sessionsQuery = (projectId: string, scope: string, documentId?: string) =>
  queryOptions({
    queryKey: ['sessions', projectId, scope, ...(documentId === undefined ? [] : [documentId])],
    queryFn: async ({ signal }) => {
      const scopes = listedScopes[scope]
      const query = scopes ? { projectId } : { projectId, scope }
      const { sessions } = await unwrap(call(api.listSessions, { query }, { signal }))
      const listed = scopes ? sessions.filter((each) => scopes.includes(each.scope)) : sessions
      return {
        sessions: documentId === undefined ? listed : listed.filter((each) => each.documentId === documentId),
      }
    },
  })

export const createSession = (body: api.BodyOf<typeof api.createSession>) => call(api.createSession, { body })

/** A new chat that begins with a summary of this one. */
export const continueSession = (id: string) => call(api.continueSession, { params: { id } })

/** The end of a session with its folded records, and the offset to continue from. */
export const readSession = (id: string, signal?: AbortSignal, { origin }: { origin?: string } = {}) =>
  call(readSessionRecords, { params: { id }, query: { part: 'latest' } }, { signal, origin })

/** The part of a session that ends in front of a message. */
export const readEarlier = (id: string, before: string, signal?: AbortSignal, { origin }: { origin?: string } = {}) =>
  call(readEarlierRecords, { params: { id }, query: { before } }, { signal, origin })

export const updateSession = (id: string, body: api.BodyOf<typeof api.updateSession>) =>
  call(api.updateSession, { params: { id }, body })

export const deleteSession = (id: string) => call(api.deleteSession, { params: { id } })

/** The editor's state while the user writes the prompt; the server reads the documents itself. */
export interface EditorContext {
  documentId?: string
  selectedNodeId?: string
  activeBreakpointId?: string
  /** In the scope `content`. */
  modelId?: string
  entryId?: string
  locale?: string
  branchId?: string
  /** Entries (`model/id`) and files (`file:<id>`) that the person has pinned, with blanks between. */
  pinned?: string
  /** In the scope `part`. */
  featureId?: string
}

/** `startAt` is in epoch milliseconds. */
export const startRun = (id: string, body: api.BodyOf<typeof api.startRun> & { context?: EditorContext }) =>
  call(api.startRun, { params: { id }, body })

export const sendWaiting = (id: string, runId: string) => call(api.sendWaiting, { params: { id, runId } })

export const editWaiting = (id: string, runId: string, prompt: string) =>
  call(api.editWaiting, { params: { id, runId }, body: { prompt } })

export const removeWaiting = (id: string, runId: string) => call(api.removeWaiting, { params: { id, runId } })

export const abortRun = (id: string, runId: string) => call(api.abortRun, { params: { id, runId } })

export const changesQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: ['changes', id, runId],
    queryFn: ({ signal }) => unwrap(call(api.readRunChanges, { params: { id, runId } }, { signal })),
  })

/** Summaries that are requested at the same time share one request. */
const askSummaries = createBatches<string, api.RunSummary>(api.mostSummaries, async (id, runIds) => {
  const { summaries } = await unwrap(call(api.readRunSummaries, { params: { id }, query: { runs: runIds.join(',') } }))
  return new Map(summaries.map((summary) => [summary.runId, summary]))
})

/** How much a run changed. Asked again when something was undone or redone. */
export const runSummaryQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: ['changes', id, runId, 'summary'],
    queryFn: async (): Promise<api.RunSummary> =>
      (await askSummaries(id, runId)) ?? { runId, state: 'applied', documents: 0, counts: [] },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Another tab may have undone it.
    refetchOnWindowFocus: 'always',
  })

export const undoRun = (id: string, runId: string) => call(api.undoRun, { params: { id, runId } })

export const redoRun = (id: string, runId: string) => call(api.redoRun, { params: { id, runId } })

/** Where the records of a session are read, live. Absolute, as the stream client wants it. */
export const streamUrl = (id: string, origin: string = window.location.origin) =>
  new URL(api.addressOf(api.readStream, { params: { id } }), origin).href

export const credentialsQuery = () =>
  queryOptions({
    queryKey: ['credentials'],
    queryFn: ({ signal }) => unwrap(call(api.listCredentials, {}, { signal })),
  })

export const addCredential = (body: api.BodyOf<typeof api.addCredential>) => call(api.addCredential, { body })

export const testCredential = (id: string) => call(api.testCredential, { params: { id } })

export const updateCredential = (id: string, body: api.BodyOf<typeof api.updateCredential>) =>
  call(api.updateCredential, { params: { id }, body })

export const deleteCredential = (id: string) => call(api.deleteCredential, { params: { id } })

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: ['suggestions'],
    queryFn: ({ signal }) => unwrap(call(api.listSuggestions, {}, { signal })),
  })

export const acceptSuggestion = (provider: string) => call(api.acceptSuggestion, { params: { provider } })

export const servicesQuery = () =>
  queryOptions({
    queryKey: ['services'],
    queryFn: ({ signal }) => unwrap(call(api.listServices, {}, { signal })),
  })

export const picturesQuery = () =>
  queryOptions({
    queryKey: ['pictures'],
    queryFn: ({ signal }) => unwrap(call(api.readPictures, {}, { signal })),
  })

export const setPictures = (body: { service: 'pexels' | 'together'; model?: string }) => call(api.setPictures, { body })

export const setServiceKey = (service: string, apiKey: string) =>
  call(api.setServiceKey, { params: { service }, body: { apiKey } })

export const acceptServiceKey = (service: string) => call(api.acceptServiceKey, { params: { service } })

export const testServiceKey = (service: string) => call(api.testServiceKey, { params: { service } })

export const deleteServiceKey = (service: string) => call(api.deleteServiceKey, { params: { service } })

export const defaultsQuery = () =>
  queryOptions({
    queryKey: ['defaults'],
    queryFn: ({ signal }) => unwrap(call(api.listDefaults, {}, { signal })),
  })

export const setDefault = (scope: string, body: api.BodyOf<typeof api.setDefault>) =>
  call(api.setDefault, { params: { scope }, body })

export const clearDefault = (scope: string) => call(api.clearDefault, { params: { scope } })

export const modelsQuery = (provider: string, credentialId: string) =>
  queryOptions({
    queryKey: ['models', provider, credentialId],
    queryFn: ({ signal }) =>
      unwrap(call(api.listModels, { params: { provider }, query: { credentialId } }, { signal })),
    staleTime: 5 * 60_000,
  })

/** Fits the current project, so that each new chat reads it again. */
export const rehearsalsQuery = (scope: string, projectId: string) =>
  queryOptions({
    queryKey: ['rehearsals', scope, projectId],
    queryFn: ({ signal }) => unwrap(call(api.listRehearsals, { query: { scope, projectId } }, { signal })),
    staleTime: 1_000,
  })
