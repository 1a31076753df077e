import { createIdentities } from '../auth/identity.ts'
import { createKeys } from '../auth/keys.ts'
import { createKnownBrowsers } from '../auth/knownBrowsers.ts'
import { createAuthLibrary } from '../auth/library.ts'
import { createSetup } from '../auth/setup.ts'
import { createSignInLimit } from '../auth/signInLimit.ts'
import { createConnections } from '../people/connections.ts'
import { createInvitations } from '../people/invitations.ts'
import { createPeople } from '../people/people.ts'
import { createWorkspaces } from '../workspaces/workspaces.ts'
import type { Base } from './base.ts'

/**
 * Who may sign in, and what each person may do.
 * @param port of the studio, for the address that the auth library builds links with
 */
export function composePeople({ config, database, kysely, guard, secrets, now, newId, failed }: Base, port: number) {
  const baseUrl = config.origin ?? `http://localhost:${port}`
  const library = createAuthLibrary({
    database,
    kysely,
    baseUrl,
    origins: guard.origins,
    secret: secrets.cookies,
    newId,
  })
  const identities = createIdentities(database, library, now)
  const workspaces = createWorkspaces(database)
  return {
    library,
    identities,
    workspaces,
    setup: createSetup({ database, now, newId }),
    keys: createKeys(database, now, newId),
    knownBrowsers: createKnownBrowsers({ secret: secrets.browsers, isSecure: baseUrl.startsWith('https:') }),
    signInLimit: createSignInLimit(database, now),
    people: createPeople({ database, now }),
    invitations: createInvitations({ database, now, newId }),
    connections: createConnections({
      database,
      identities,
      workspaces,
      now,
      onError: failed('open connections could not be checked'),
    }),
  }
}
