import { useEffect, useState } from 'react'
import type { SaveStatus } from '../documents/status.ts'
import { type Store, useStore } from '../documents/store.ts'
import { useNavigation } from '../navigation/context.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import type { EditorConnection } from './contract/documentEditor.ts'
import * as strings from './strings.ts'

/** How long pending edits are waited for before the user is asked, in milliseconds. */
const grace = 1_500

/**
 * Asks before the user leaves with unsaved edits: for another page of the studio, or for another site.
 * @param keeps whether the edits are still there at an address of the studio
 */
export function UnsavedGuard({
  connection,
  keeps,
}: {
  connection: EditorConnection
  keeps?: ((to: string) => boolean) | undefined
}) {
  const { state, unsaved } = useStore(connection.status, (value) => value)
  const { history } = useNavigation()
  const [answer, setAnswer] = useState<(leaves: boolean) => void>()
  useEffect(
    () =>
      history.guard({
        isFree: (to) => isSafe(connection.status.get()) || (to !== undefined && keeps?.(to) === true),
        mayLeave: async () => {
          if (await savedWithin(connection.status, grace)) return true
          const { promise, resolve } = Promise.withResolvers<boolean>()
          setAnswer(() => resolve)
          return promise
        },
      }),
    [history, connection, keeps],
  )
  const settle = (leaves: boolean) => {
    answer?.(leaves)
    setAnswer(undefined)
  }
  const edits = strings.edits(unsaved)
  return (
    <ConfirmDialog
      open={answer !== undefined}
      onOpenChange={(open) => !open && settle(false)}
      title={strings.leaveAndLose(edits)}
      confirm={strings.leaveAndLoseThem(unsaved)}
      onConfirm={() => {
        // They are lost as was said, also where the browser would keep them.
        connection.discard()
        settle(true)
        return undefined
      }}
    >
      {state === 'held' ? strings.heldHint(unsaved) : strings.unsavedHint(unsaved)}
    </ConfirmDialog>
  )
}

/** Whether leaving loses nothing: the server has every edit, or the browser keeps those that the next tab can send. */
export function isSafe({ state, unsaved, kept }: SaveStatus): boolean {
  return unsaved === 0 || (kept === true && state !== 'refused' && state !== 'held')
}

/** Whether everything is with the server, now or after a moment; edits that are not on their way are not waited for. */
export async function savedWithin(status: Store<SaveStatus>, ms: number): Promise<boolean> {
  const over = () => status.get().unsaved === 0 || status.get().state !== 'saving'
  if (!over()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = status.subscribe(() => over() && resolve())
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
    stop()
  }
  return status.get().unsaved === 0
}
