import type { Documents } from '@atelier/documents'
import type { Actor } from '@atelier/operation'
import type { SiteServices } from '@atelier/site'
import type { Kysely } from 'kysely'
import type { MediaFiles } from '../media/files.ts'
import type { Tables } from '../tables.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { createChangeService } from './changeService.ts'

/** What the operations of one project may ask for beside its documents. */
export type SiteServicesOf = (project: Pick<ProjectRow, 'id' | 'site_document_id'>, actor: Actor) => SiteServices

export interface SiteServicesOptions {
  kysely: Kysely<Tables>
  documents: Documents
  mediaFiles: MediaFiles
}

/** Makes the services of the site scope; each area adds its own part here. */
export function createSiteServices({ kysely, documents, mediaFiles }: SiteServicesOptions): SiteServicesOf {
  return (project) => ({
    changes: createChangeService(kysely, documents, project),
    media: {
      put: (bytes) => mediaFiles.put(project.id, bytes),
      read: (hash) => mediaFiles.read(project.id, hash),
    },
  })
}
