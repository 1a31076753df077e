import type { Documents } from '@atelier/documents'
import { type CodeChecker, createSiteScope, type MediaStore, siteDocumentTypes } from '@atelier/site'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { createFontInstaller } from '../../fonts/installer.ts'
import type { MediaFiles } from '../../media/files.ts'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'
import { createChangeService } from './changeService.ts'
import type { createReleaseServices } from './releaseServices.ts'

export interface SiteScopeOptions {
  kysely: Kysely<Tables>
  documents: Documents
  mediaFiles: MediaFiles
  fonts: ReturnType<typeof createFontInstaller>
  releases: ReturnType<typeof createReleaseServices>
  code: CodeChecker
}

/** The scope `site` with the services of this server. */
export const siteScope = {
  documentTypes: siteDocumentTypes,
  create({ kysely, documents, mediaFiles, fonts, releases, code }: SiteScopeOptions): ServerScope {
    return registerScope(
      createSiteScope((project) => {
        const media: MediaStore = {
          put: (bytes) => mediaFiles.put(project.id, bytes),
          read: (hash) => mediaFiles.read(project.id, hash),
        }
        return {
          changes: createChangeService(kysely, documents, project),
          media,
          code,
          fonts: fonts(media, project.id),
          ...releases({ id: project.id, site_document_id: project.siteDocumentId }),
        }
      }),
    )
  },
}
