import { type BoundScope, bindScope } from '@atelier/agent'
import { createSiteScope, type SiteTypes } from '@atelier/site'

/**
 * The scopes whose operations a thread can run. A scope whose operations read much text belongs here too: without it
 * such a call holds up the server.
 * @param services what the operations may ask of the server; in a thread each function sends a message
 */
export function threadScopes(services?: object): readonly BoundScope<SiteTypes>[] {
  return [bindScope(createSiteScope(() => ({ ...services })))]
}

const known = new Set(threadScopes().map(({ id }) => id))

export const runsInThreads = (scope: string): boolean => known.has(scope)
