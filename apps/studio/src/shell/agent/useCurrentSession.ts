import type { Session } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sessionsQuery } from '../../api/index.ts'
import { useSearchParam } from '../../navigation/context.ts'

export interface CurrentSession {
  /** None while a new chat has not been sent yet, or while it is being found out. */
  sessionId: string | undefined
  session: Session | undefined
  /** Whether it is known which chat is shown. */
  settled: boolean
  choose: (sessionId: string | undefined) => void
  /**
   * The chat that a message belongs to, determined first if it is not known yet; undefined for a new one.
   * @throws what the list of chats failed with
   */
  find: () => Promise<string | undefined>
  /** Whether the chat shown is one that was open last, and may have been deleted since. */
  doubtful: boolean
}

/**
 * Which chat of a project is shown: the one that the address asks for, else the one that was open last in this browser,
 * else the newest of the scope's own. A tab that shows an empty chat follows when one begins in another tab, so that everybody sees the same.
 * @param about the document whose chats these are; those of the whole project when absent
 */
export function useCurrentSession(projectId: string, scope: string, about?: string): CurrentSession {
  const queryClient = useQueryClient()
  const key = `atelier.session.${projectId}.${scope}${about === undefined ? '' : `.${about}`}`
  const asked = useSearchParam('chat')
  const [remembered] = useState(() => asked ?? localStorage.getItem(key) ?? undefined)
  const [chosen, setChosen] = useState(remembered)
  const waiting = chosen === undefined || chosen === ''
  const sessions = useQuery({
    ...sessionsQuery(projectId, scope, about),
    // A list from before may not know the chat that the address asks for.
    refetchOnMount: asked === undefined ? true : 'always',
    // Only a tab without a chat has to look for one that begins elsewhere.
    refetchInterval: waiting ? 4000 : false,
  })
  const list = sessions.data?.sessions
  const newest = list?.find((session) => session.scope === scope)?.id
  const known = list?.some((session) => session.id === chosen) ?? false

  // A chat that was open last and has been deleted since is not gone back to.
  const looked = useRef(false)
  const fresh = sessions.isFetchedAfterMount
  useEffect(() => {
    if (!fresh || list === undefined || looked.current) return
    looked.current = true
    if (remembered !== undefined && chosen === remembered && !known) setChosen(newest ?? '')
  }, [fresh, list, remembered, chosen, known, newest])

  useEffect(() => {
    if (list === undefined) return
    if (chosen === undefined && newest !== undefined) setChosen(newest)
    // A chat that was begun while this one was new and empty.
    const active =
      chosen === '' ? list.find((session) => session.activeRunId && session.scope === scope)?.id : undefined
    if (active !== undefined) setChosen(active)
  }, [list, chosen, newest, scope])

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key && event.newValue) setChosen((now) => (now ? now : (event.newValue ?? undefined)))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key])

  const choose = useCallback(
    (next: string | undefined) => {
      if (next === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, next)
      setChosen(next ?? '')
    },
    [key],
  )

  // Between the list's arrival and its newest chat being shown it is still being found out.
  const settled = sessions.isFetched && (chosen !== undefined || newest === undefined)
  const doubtful = chosen !== undefined && chosen === remembered && !known
  const find = async () => {
    if (chosen !== undefined && !(doubtful && !looked.current)) return chosen || undefined
    const { sessions } = await queryClient.fetchQuery({ ...sessionsQuery(projectId, scope, about), staleTime: 0 })
    return sessions.find(({ id }) => id === chosen)?.id ?? sessions.find((each) => each.scope === scope)?.id
  }
  return {
    sessionId: chosen || undefined,
    session: list?.find((session) => session.id === chosen),
    settled: settled || (chosen !== undefined && chosen !== '' && known),
    choose,
    find,
    doubtful,
  }
}
