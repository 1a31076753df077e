import type { Documents } from '@atelier/documents'
import type { Actor } from '@atelier/operation'
import {
  type CodeChecker,
  createSiteScope,
  type IconFinder,
  type ImageFinder,
  type MediaStore,
  siteDocumentTypes,
} from '@atelier/site'
import type { Database } from '@atelier/streams'
import type { ServiceKeyStore } from '../../ai/services/serviceKeys.ts'
import type { SiteContent } from '../../content/site/siteContent.ts'
import type { createFontInstaller } from '../../fonts/installer.ts'
import type { MediaFiles } from '../../media/files.ts'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'
import type { GuardedFetch } from '../../web/guardedFetch.ts'
import { createWebService } from '../../web/webService.ts'
import { createChangeService } from './changeService.ts'
import { createFileMemories } from './fileMemory.ts'
import type { createReleaseServices } from './releaseServices.ts'

export interface SiteScopeOptions {
  database: Database
  documents: Documents
  mediaFiles: MediaFiles
  fonts: ReturnType<typeof createFontInstaller>
  releases: ReturnType<typeof createReleaseServices>
  siteContent: SiteContent
  code: CodeChecker
  /** Keys of services for pictures and web search; `ofProject(project.id)` are those that a call may use. */
  serviceKeys: ServiceKeyStore
  icons: IconFinder
  /** For URLs that strangers wrote. */
  webFetch: GuardedFetch
  images(projectId: string, actor: Actor): ImageFinder
}

/** The scope `site` with the services of this server. */
export const siteScope = {
  documentTypes: siteDocumentTypes,
  create({
    database,
    documents,
    mediaFiles,
    fonts,
    releases,
    siteContent,
    code,
    icons,
    images,
    serviceKeys,
    webFetch,
  }: SiteScopeOptions): ServerScope {
    const fileMemory = createFileMemories(database)
    return registerScope(
      createSiteScope((project, actor) => {
        const keys = serviceKeys.ofProject(project.id)
        const media: MediaStore = {
          put: (bytes) => mediaFiles.put(project.id, bytes),
          read: (hash) => mediaFiles.read(project.id, hash),
        }
        return {
          changes: createChangeService(database, documents, project),
          media,
          code,
          files: fileMemory(project, actor),
          icons,
          web: createWebService(webFetch, keys),
          images: images(project.id, actor),
          fonts: fonts(media, project.id),
          content: {
            describe: async () => {
              const content = await siteContent(project.id)
              return content && { locales: content.locales, models: content.models }
            },
            vocabulary: async () => (await siteContent(project.id))?.vocabulary ?? {},
            load: async (models) => (await siteContent(project.id))?.load(models) ?? new Map(),
          },
          ...releases({ id: project.id, site_document_id: project.siteDocumentId }),
        }
      }),
    )
  },
}
