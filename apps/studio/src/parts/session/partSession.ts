import type { OperationResult } from '@atelier/api'
import { turnChange } from '../../api/changes.ts'
import { sentence } from '../../api/client.ts'
import { runOperation } from '../../api/projects.ts'
import type { Connection } from '../../documents/connection.ts'
import { createDocumentSession, type DocumentSession } from '../../documents/documentSession.ts'
import { createStore, type Store } from '../../documents/store.ts'
import * as strings from '../strings.ts'

/** A part as this tab has it open: live, with an undo of one's own. Its edits are operations on the server. */
export interface PartSession
  extends Pick<DocumentSession, 'history' | 'problem' | 'undo' | 'redo' | 'recordRun' | 'close'> {
  readonly connection: Connection
  readonly projectId: string
  readonly partId: string
  /** Grows with each change to the document by anyone. */
  readonly revision: Store<number>
  /** The feature that is selected here. */
  readonly selected: Store<string | undefined>
  /** Runs an operation of the scope `part`, as one step of undo. Resolves to whether it was done; a refusal is a problem. */
  run(operation: string, input: object): Promise<boolean>
  /** Does work that the server answers with the id of its change, such as an import. */
  track<Result>(work: Promise<Result>, changeSetOf: (result: Result) => string | undefined): Promise<Result>
}

/** How long edits that come one after another are gathered, in milliseconds. */
const TOGETHER_MS = 40

export function createPartSession({
  connection,
  projectId,
  partId,
  send = runOperation,
}: {
  connection: Connection
  projectId: string
  partId: string
  send?: typeof runOperation
}): PartSession {
  // No number of an earlier session, whose answers may be kept.
  const revision = createStore(Date.now())
  const selected = createStore<string | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      revision.set(revision.get() + 1)
    }, TOGETHER_MS)
  }
  const locked = () => (session.sync().readOnly ? strings.readOnly : undefined)
  const session = createDocumentSession({
    connection,
    documentId: partId,
    locked,
    left: strings.changedSince,
    turnOnServer: (changeSetId, to) => turnChange(projectId, changeSetId, to),
    onLoaded({ local }) {
      tellSoon()
      local.observe(tellSoon)
    },
  })
  const { history, problem, undo, redo, recordRun } = session

  return {
    connection,
    projectId,
    partId,
    revision,
    selected,
    history,
    problem,
    async run(operation, input) {
      const lock = locked()
      if (lock !== undefined) {
        problem.set({ message: lock })
        return false
      }
      const answer = await session.trackServerCall(send(projectId, `part.${operation}`, input, partId), (result) =>
        result.ok ? result.value.changeSetId : undefined,
      )
      const refused = answer.ok ? refusalOf(answer.value) : sentence(answer.error)
      if (refused !== undefined) problem.set({ message: refused })
      return refused === undefined
    },
    track: (work, changeSetOf) => session.trackServerCall(work, changeSetOf),
    undo,
    redo,
    recordRun,
    close() {
      clearTimeout(timer)
      session.close()
    },
  }
}

function refusalOf(result: OperationResult): string | undefined {
  if (result.ok) return undefined
  if ('requiresConfirmation' in result) return result.requiresConfirmation.message
  return 'error' in result ? sentence(result.error) : strings.unexpectedAnswer
}
