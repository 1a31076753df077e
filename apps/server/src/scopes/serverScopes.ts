import type { ServerScope } from '../operations/scopes.ts'
import { type SiteScopeOptions, siteScope } from './site/siteScope.ts'

/** What the scopes of this server are made with. */
export type ServerScopeOptions = SiteScopeOptions

/** The scopes of this server, one on each line. */
export function serverScopes(options: ServerScopeOptions): readonly ServerScope[] {
  return [siteScope(options)]
}
