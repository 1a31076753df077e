import { createCmsScope, createSiteSearch } from '@atelier/cms'
import type { ContentStore } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { ReadingMemories } from '@atelier/site'
import type { Database } from '@atelier/streams'
import type { Sessions } from '../ai/sessions/sessions.ts'
import type { SiteContent } from '../content/site/siteContent.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import type { Publisher } from '../publish/publisher.ts'
import { createConversations } from '../scopes/cms/conversations.ts'
import { createOnlineSites } from '../scopes/cms/onlineSites.ts'
import { createSearchRows } from '../scopes/cms/searchRows.ts'
import type { Versions } from '../versions/versions.ts'

export interface CmsScopeOptions {
  now(): number
  database: Database
  documents: Pick<Documents, 'inProject' | 'list'>
  sessions: Pick<Sessions, 'read'>
  content: Pick<ContentStore, 'reader'>
  readings: ReadingMemories
  publisher: Pick<Publisher, 'live'>
  versions: Pick<Versions, 'source'>
  siteContent: SiteContent
  /** The origin at which people open the studio. */
  studioUrl: string
}

/** The scope `cms`, which has no documents of its own. */
export const cmsScope = {
  documentTypes: [],
  create: ({
    cms: { now, database, documents, sessions, content, readings, publisher, versions, siteContent, studioUrl },
  }: {
    cms: CmsScopeOptions
  }): ServerScope =>
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
        online: createOnlineSites({ documents, publisher, versions }),
        siteContent,
        previewUrl: (projectId, pageId) =>
          new URL(`/api/projects/${projectId}/preview/${encodeURIComponent(pageId)}`, studioUrl).href,
      }),
    ),
}
