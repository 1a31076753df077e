import { createCmsScope, createSiteSearch } from '@atelier/cms'
import type { ContentStore } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { ReadingMemories } from '@atelier/site'
import type { Database } from '@atelier/streams'
import type { Sessions } from '../ai/sessions/sessions.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import { createConversations } from '../scopes/cms/conversations.ts'
import { createSearchRows } from '../scopes/cms/searchRows.ts'

export interface CmsScopeOptions {
  now(): number
  database: Database
  documents: Pick<Documents, 'inProject' | 'list'>
  sessions: Pick<Sessions, 'read'>
  content: Pick<ContentStore, 'reader'>
  readings: ReadingMemories
}

/** The scope `cms`, which has no documents of its own. */
export const cmsScope = {
  documentTypes: [],
  create: ({ cms: { now, database, documents, sessions, content, readings } }: { cms: CmsScopeOptions }): ServerScope =>
    registerScope(
      createCmsScope({
        now,
        readings,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        conversations: createConversations(database, sessions),
        search: createSiteSearch({
          rows: createSearchRows(database, documents),
          documents: documents.inProject,
          content: content.reader,
        }),
      }),
    ),
}
