import type { Session } from '@atelier/api'
import * as strings from './texts/strings.ts'

/** A chat without a title is named for what it is. */
export function chatTitle(session: Pick<Session, 'title'> | undefined): string {
  return session?.title?.trim() || strings.newChat
}

type Listed = Pick<Session, 'id' | 'title' | 'messageCount'>

/** The chats that are listed: those in which something was said, and the current one. */
export function listedChats<Each extends Listed>(sessions: readonly Each[], current: string | undefined): Each[] {
  return sessions.filter((session) => session.messageCount > 0 || session.id === current)
}

/** The chats whose title holds `find`, in either case and without the blanks around it. */
export function foundChats<Each extends Listed>(sessions: readonly Each[], find: string): Each[] {
  const wanted = find.trim().toLowerCase()
  return sessions.filter((session) => chatTitle(session).toLowerCase().includes(wanted))
}
