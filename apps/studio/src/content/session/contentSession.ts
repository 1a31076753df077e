import type { OperationResult } from '@atelier/api'
import type { Answer, ApiError } from '@atelier/api/client'
import { createLocalHistory, type LocalUndo } from '@atelier/documents'
import { errorMessage } from '@atelier/operation'
import type { QueryClient } from '@tanstack/react-query'
import { Value } from 'typebox/value'
import { turnChange } from '../../api/changes.ts'
import { contentKey } from '../../api/content.ts'
import { runOperation } from '../../api/projects.ts'
import type { Person } from '../../documents/presence.ts'
import { remoteStep, type TurnOnServer } from '../../documents/remoteStep.ts'
import type { SaveStatus } from '../../documents/status.ts'
import { createStore, type Store } from '../../documents/store.ts'
import type { EditorConnection } from '../../shell/contract/documentEditor.ts'
import * as strings from '../strings.ts'
import type { ContentHandle } from './handles.ts'

/** The edit that an operation made, and its undo. */
export interface Written<Output> {
  data: Output
  /** Undoes it; undefined if nothing was written. */
  undo?: () => void
}

/** Text typed in a screen that is not on the server yet. */
export interface Typed {
  /** How many texts are about to be sent, could not be sent, and are held back: refused, or waiting for a decision. */
  unsaved(): { typing: number; unsent: number; held: number }
  /** Sends what waits for a pause or for the connection. */
  flush(): Promise<void>
}

/** The edits of this tab to a project's content: each is an operation on the server, and a step of the undo. */
export interface ContentSession {
  readonly projectId: string
  /** Unsaved text of the screens of this tab, by the name of a screen: also of those that are closed. */
  readonly typed: Store<ReadonlyMap<string, Typed>>
  /** Says anew whether everything is saved, after a text of `typed` has changed. */
  noteTyped(): void
  readonly connection: EditorConnection
  readonly history: Store<{ canUndo: boolean; canRedo: boolean }>
  readonly problem: Store<{ message: string } | undefined>
  /** Who else is in the entry that is open here. */
  readonly people: Store<readonly Person[]>
  /** Runs an operation on the server: one after another, in the order of calls. */
  run<Input, Output>(operation: ContentHandle<Input, Output>, input: NoInfer<Input>): Promise<Answer<Written<Output>>>
  /** Runs an operation several times, one after another up to the first that is refused: one step of the undo. */
  runAll<Input, Output>(
    operation: ContentHandle<Input, Output>,
    inputs: readonly NoInfer<Input>[],
  ): Promise<Answer<Written<Output[]>>>
  /** Does work of several operations, of which what is written up to the end or a refusal is one step of the undo. */
  runTogether<Result>(work: (run: RunTogether) => Promise<Answer<Result>>): Promise<Answer<Written<Result>>>
  /** A step of the undo that the server has made beside the operations, such as an upload. */
  recordChange(changeSetId: string): void
  recordRun(turn: TurnOnServer): void
  undo(): void
  redo(): void
}

/** Runs one operation of several that are undone together. */
export type RunTogether = <Input, Output>(
  operation: ContentHandle<Input, Output>,
  input: Input,
) => Promise<Answer<Output>>

export function createContentSession({
  projectId,
  queries,
  send = runOperation,
  turn = turnChange,
}: {
  projectId: string
  queries: Pick<QueryClient, 'invalidateQueries'>
  send?: typeof runOperation
  turn?: typeof turnChange
}): ContentSession {
  const status = createStore<SaveStatus>({ state: 'saved', unsaved: 0 })
  const history = createLocalHistory()
  const historyState = createStore({ canUndo: false, canRedo: false })
  const people = createStore<readonly Person[]>([])
  const problem = createStore<{ message: string } | undefined>(undefined)
  history.observe(showHistory)
  let last: Promise<unknown> = Promise.resolve()
  const typed = createStore<ReadonlyMap<string, Typed>>(new Map())
  let waiting = 0
  /** Several calls each that become one step; none of them rejects. */
  const together = new Set<Promise<unknown>>()

  /** A change that has no answer yet can be undone already: the undo waits for it. */
  function showHistory(): void {
    const canUndo = history.canUndo || waiting > 0
    const { canRedo } = history
    const before = historyState.get()
    if (canUndo !== before.canUndo || canRedo !== before.canRedo) historyState.set({ canUndo, canRedo })
  }

  function tellStatus(): void {
    const next = statusOf([...typed.get().values()], waiting)
    const before = status.get()
    if (next.state !== before.state || next.unsaved !== before.unsaved) status.set(next)
  }
  typed.subscribe(tellStatus)

  /** Counts as unsaved until the server has answered. */
  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    waiting += 1
    tellStatus()
    showHistory()
    try {
      return await work()
    } finally {
      waiting -= 1
      tellStatus()
      showHistory()
    }
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = last.then(() => track(work))
    last = mine.catch(() => undefined)
    return mine
  }

  /** Read again at once: the screens of this tab do not wait to be notified of what it did itself. */
  const refresh = () => queries.invalidateQueries({ queryKey: contentKey(projectId) })

  async function shown(work: () => LocalUndo | Promise<LocalUndo> | undefined) {
    try {
      await inTurn(async () => work())
    } catch (error) {
      problem.set({ message: errorMessage(error) })
    }
    await refresh()
  }

  /** The last one first when they are undone; up to the first that cannot be. */
  async function turnAll(changeSets: readonly string[], to: 'undo' | 'redo'): Promise<Answer<LocalUndo>> {
    const all: LocalUndo = { applied: 0, kept: [] }
    for (const id of to === 'undo' ? changeSets.toReversed() : changeSets) {
      const answer = await turn(projectId, id, to)
      if (!answer.ok) return answer
      all.applied += answer.value.applied
      all.kept.push(...answer.value.kept)
    }
    return { ok: true, value: all }
  }

  /** Undoes the last step, after texts being typed and calls in progress are written: they are the last one. */
  async function undo(): Promise<void> {
    await Promise.all([...typed.get().values()].map((each) => each.flush()))
    await Promise.race([Promise.all(together), pauseBetweenTries(ANSWER_MS)])
    await shown(() => history.undo())
  }

  const stepOf = (turnOnServer: TurnOnServer) => remoteStep(turnOnServer, (work) => work)

  const runTogether: ContentSession['runTogether'] = async (work) => {
    const recorded = recordTogether(work)
    const settled = recorded.catch(() => undefined).finally(() => together.delete(settled))
    together.add(settled)
    const { result, step } = await recorded
    await refresh()
    if (!result.ok) return result
    return {
      ok: true,
      value: { data: result.value, ...(step ? { undo: () => void shown(() => history.undo(step)) } : {}) },
    }
  }

  async function recordTogether<Result extends Answer<unknown>>(work: (run: RunTogether) => Promise<Result>) {
    const changeSets: string[] = []
    const result = await work(async (operation, input) => {
      // All of it is one change set where the server joins them.
      const answer = await inTurn(() => callOperation(projectId, operation, input, send, changeSets[0]))
      if (!answer.ok) return answer
      const { changeSetId } = answer.value
      if (changeSetId !== undefined && !changeSets.includes(changeSetId)) changeSets.push(changeSetId)
      return { ok: true, value: answer.value.data }
    })
    const step = changeSets.length > 0 ? stepOf((to) => turnAll(changeSets, to)) : undefined
    if (step) history.recordRemote(step)
    return { result, step }
  }

  return {
    projectId,
    typed,
    noteTyped: tellStatus,
    connection: {
      status,
      people,
      retry: () => undefined,
      discard: () => undefined,
    },
    history: historyState,
    problem,
    people,
    async run(operation, input) {
      const answer = await inTurn(() => callOperation(projectId, operation, input, send))
      if (!answer.ok) return answer
      const { data, changeSetId } = answer.value
      const step = changeSetId === undefined ? undefined : stepOf((to) => turn(projectId, changeSetId, to))
      if (step) history.recordRemote(step)
      await refresh()
      if (!step) return { ok: true, value: { data } }
      return { ok: true, value: { data, undo: () => void shown(() => history.undo(step)) } }
    },
    async runAll<Input, Output>(operation: ContentHandle<Input, Output>, inputs: readonly NoInfer<Input>[]) {
      return runTogether(async (run): Promise<Answer<Output[]>> => {
        const data: Output[] = []
        for (const input of inputs) {
          const answer = await run(operation, input)
          if (!answer.ok) return answer
          data.push(answer.value)
        }
        return { ok: true, value: data }
      })
    },
    runTogether,
    recordChange(changeSetId) {
      history.recordRemote(stepOf((to) => turn(projectId, changeSetId, to)))
    },
    recordRun: (turnOnServer) => history.recordRemote(stepOf(turnOnServer)),
    undo: () => void (typed.get().size > 0 || together.size > 0 ? undo() : shown(() => history.undo())),
    redo: () => void shown(() => history.redo()),
  }
}

/** How long an undo waits for calls that become one step, in ms: an import may take minutes. */
const ANSWER_MS = 3_000
const pauseBetweenTries = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Whether everything is with the server: calls that have no answer yet, and texts that are typed or held back. */
function statusOf(typed: readonly Typed[], waiting: number): SaveStatus {
  const counts = typed.map((each) => each.unsaved())
  const sum = (of: 'typing' | 'unsent' | 'held') => counts.reduce((total, each) => total + each[of], 0)
  const unsent = sum('unsent')
  const held = sum('held')
  const sending = Math.max(waiting, sum('typing'))
  if (sending > 0) return { state: 'saving', unsaved: sending + unsent + held }
  if (unsent > 0) return { state: 'unanswered', unsaved: unsent + held }
  return held > 0 ? { state: 'held', unsaved: held } : { state: 'saved', unsaved: 0 }
}

/** Runs an operation on the server, and checks what is read of its answer. */
export async function callOperation<Input, Output>(
  projectId: string,
  operation: ContentHandle<Input, Output>,
  input: NoInfer<Input>,
  send: typeof runOperation = runOperation,
  joined?: string,
): Promise<Answer<{ data: Output; changeSetId: string | undefined }>> {
  const answer = await send(projectId, operation.id, input, undefined, joined)
  if (!answer.ok) return answer
  const { value } = answer
  if (!value.ok) return { ok: false, error: { status: 200, ...refusalOf(value) } }
  if (!reads(operation, value.data)) return { ok: false, error: unexpected }
  return { ok: true, value: { data: value.data, changeSetId: value.changeSetId } }
}

/** Whether data is what the studio reads of an operation's answer. */
function reads<Input, Output>({ reads }: ContentHandle<Input, Output>, data: unknown): data is Output {
  return Value.Check(reads, data)
}

const unexpected: ApiError = { code: 'unexpected', status: 200, message: strings.unexpectedAnswer }

/** Why an operation was refused. */
function refusalOf(result: Extract<OperationResult, { ok: false }>): Omit<ApiError, 'status'> {
  return 'error' in result
    ? result.error
    : { code: 'requires_confirmation', message: result.requiresConfirmation.message }
}
