import type { Me } from '@atelier/api'
import { useEffect, useState } from 'react'
import { findWritersIn } from '../../api/changes.ts'
import { type Connection, createConnection } from '../../documents/connection.ts'
import { personColor } from '../../documents/presence.ts'
import { syncUrl } from '../../documents/syncUrl.ts'
import { openUnsentEdits } from '../../documents/unsent.ts'

/**
 * Holds a session over a connection of its own for as long as the component is on the screen; undefined until it is there.
 * @param open makes the session; stable for one and the same session. None is made when it is absent
 */
export function useConnection<Session extends { close(): void }>(
  { user: { id: userId, name } }: Me,
  projectId: string,
  open: ((connection: Connection) => Session) | undefined,
): Session | undefined {
  const [session, setSession] = useState<Session>()
  useEffect(() => {
    if (!open) return
    const unsent = openUnsentEdits(userId)
    const connection = createConnection({
      url: syncUrl(),
      person: { userId, name, color: personColor(userId) },
      unsent,
      findWriters: findWritersIn(projectId),
    })
    const made = open(connection)
    setSession(() => made)
    return () => {
      setSession(undefined)
      made.close()
      connection.close()
      unsent.close()
    }
  }, [userId, name, projectId, open])
  return session
}
