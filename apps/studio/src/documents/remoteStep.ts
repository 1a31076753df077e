import type { Answer } from '@atelier/api/client'
import type { LocalUndo, RemoteStep } from '@atelier/documents'
import { sentence } from '../api/client.ts'

/** Undoes or redoes on the server what it wrote for a person. */
export type TurnOnServer = (to: 'undo' | 'redo') => Promise<Answer<LocalUndo>>

/**
 * A server's write for a person, as a step of their undo: each way is a call. It rejects with a sentence to be shown; a
 * step that was already undone or redone counts as one with nothing left to do.
 */
export function remoteStep(turnOnServer: TurnOnServer, waiting: <T>(work: Promise<T>) => Promise<T>): RemoteStep {
  const turn = async (to: 'undo' | 'redo'): Promise<LocalUndo> => {
    const answer = await waiting(turnOnServer(to))
    if (answer.ok) return answer.value
    const { code } = answer.error
    if (code === 'already_undone' || code === 'already_applied') return { applied: 0, kept: [] }
    throw new Error(sentence(answer.error))
  }
  return { undo: () => turn('undo'), redo: () => turn('redo') }
}
