import type { Documents } from '@atelier/documents'
import type { Actor } from '@atelier/operation'
import type { CodeChecker, MediaStore, SiteServices } from '@atelier/site'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { createFontInstaller } from '../fonts/installer.ts'
import type { MediaFiles } from '../media/files.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { createChangeService } from './changeService.ts'
import type { createReleaseServices } from './releaseServices.ts'

/** What the operations of one project may ask for beside its documents. */
export type SiteServicesOf = (project: Pick<ProjectRow, 'id' | 'site_document_id'>, actor: Actor) => SiteServices

export interface SiteServicesOptions {
  kysely: Kysely<Tables>
  documents: Documents
  mediaFiles: MediaFiles
  fonts: ReturnType<typeof createFontInstaller>
  releases: ReturnType<typeof createReleaseServices>
  code: CodeChecker
}

/** Makes the services of the site scope; each area adds its own part here. */
export function createSiteServices({
  kysely,
  documents,
  mediaFiles,
  fonts,
  releases,
  code,
}: SiteServicesOptions): SiteServicesOf {
  return (project) => {
    const media: MediaStore = {
      put: (bytes) => mediaFiles.put(project.id, bytes),
      read: (hash) => mediaFiles.read(project.id, hash),
    }
    return {
      changes: createChangeService(kysely, documents, project),
      media,
      code,
      fonts: fonts(media, project.id),
      ...releases(project),
    }
  }
}
