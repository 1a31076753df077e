import type { Route, Who } from '@atelier/api'

/** Callers that get a refusal: a person who only reads, one who is not an admin, or a key. */
export type Barred = 'viewer' | 'editor' | 'key'

/** Whom a route refuses with 403; `viewer` and `editor` are tried with sessions of their own. */
export function barredFrom({ who }: Route): Barred[] {
  if (who === 'person') return ['key']
  if (who === 'admin') return ['viewer', 'editor']
  if (who === 'adminPerson') return ['viewer', 'editor', 'key']
  if (typeof who === 'string') return []
  return barredByCapability(who)
}

function barredByCapability(who: Exclude<Who, string>): Barred[] {
  if ('workspace' in who) return who.workspace === 'ai.chat' ? [] : ['viewer', 'editor']
  const capability = 'project' in who ? who.project : who.session
  if (capability === 'admin' || capability === 'content.model') return ['viewer', 'editor']
  return ['member', 'document.read', 'ai.chat'].includes(capability) ? [] : ['viewer']
}

/** Whether a route is not found for a user of another project, or who has no part in the session. */
export function isPrivate({ who }: Route): boolean {
  return typeof who !== 'string' && !('workspace' in who)
}
