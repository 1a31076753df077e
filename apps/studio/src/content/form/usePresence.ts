import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { meQuery } from '../../api/account.ts'
import type { OpenDocument } from '../../documents/connection.ts'
import { type Peer, personColor } from '../../documents/presence.ts'
import { syncUrl } from '../../documents/syncUrl.ts'
import { useContent } from '../session/context.ts'

/** As long as a presence can say. */
const MOST = 40

export interface EntryPresence {
  /** Who else writes in a field, by its key. */
  inField(key: string): readonly Peer[]
  /** Tells the others in which field this person writes; undefined in none. */
  tell(key: string | undefined): void
}

/** Who else has an entry open, and in which field they write. */
export function usePresence(documentId: string | undefined): EntryPresence {
  const { session } = useContent()
  const user = useQuery(meQuery()).data?.user
  const [peers, setPeers] = useState<readonly Peer[]>([])
  const open = useRef<OpenDocument>(undefined)
  const [userId, name] = [user?.id, user?.name]
  useEffect(() => {
    if (documentId === undefined || userId === undefined || name === undefined) return
    let end: (() => void) | undefined
    let isOver = false
    // After the entry is on the screen: one writes in it without.
    void import('../../documents/connection.ts').then(
      ({ createConnection }) => {
        if (isOver) return
        const connection = createConnection({ url: syncUrl(), person: { userId, name, color: personColor(userId) } })
        const document = connection.open(documentId)
        // An entry that cannot be followed is edited all the same.
        document.loaded.catch(() => undefined)
        open.current = document
        const stops = [
          document.peers.subscribe(() => setPeers(document.peers.get().filter((peer) => peer.userId !== userId))),
          connection.people.subscribe(() => session.people.set(connection.people.get())),
        ]
        end = () => {
          for (const stop of stops) stop()
          connection.release(document)
          connection.close()
        }
      },
      () => undefined,
    )
    return () => {
      isOver = true
      open.current = undefined
      end?.()
      setPeers([])
      session.people.set([])
    }
  }, [documentId, userId, name, session])
  return {
    inField: (key) => peers.filter(({ typing }) => typing === key.slice(0, MOST)),
    tell: (key) => open.current?.showTyping(key?.slice(0, MOST)),
  }
}
