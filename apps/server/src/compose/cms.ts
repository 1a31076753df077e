import { createCmsScope } from '@atelier/cms'
import type { Database } from '@atelier/streams'
import type { Sessions } from '../ai/sessions/sessions.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import { createConversations } from '../scopes/cms/conversations.ts'

export interface CmsScopeOptions {
  now(): number
  database: Database
  sessions: Pick<Sessions, 'read'>
}

/** The scope `cms`, which has no documents of its own. */
export const cmsScope = {
  documentTypes: [],
  create: ({ cms: { now, database, sessions } }: { cms: CmsScopeOptions }): ServerScope =>
    registerScope(
      createCmsScope({
        now,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        conversations: createConversations(database, sessions),
      }),
    ),
}
