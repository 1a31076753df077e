import { createReadStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { createIconSearch, createImageFinder } from '@atelier/generate'
import type { Actor } from '@atelier/operation'
import { createReadingMemories, createSiteScope, type MediaStore, siteDocumentTypes } from '@atelier/site'
import type { createPictureChoices } from '../ai/services/pictureChoices.ts'
import type { ServiceKeyStore } from '../ai/services/serviceKeys.ts'
import { createPictureBudgets } from '../ai/usage/pictureBudget.ts'
import { createCodeChecker } from '../code/check.ts'
import { createPackageStyles } from '../code/packageStyles.ts'
import { createFontInstaller } from '../fonts/installer.ts'
import { createFontSamples } from '../fonts/samples.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import { createChangeService } from '../scopes/site/changeService.ts'
import { createFileMemories } from '../scopes/site/fileMemory.ts'
import { createReadingStore } from '../scopes/site/readingStore.ts'
import { createReleaseServices } from '../scopes/site/releaseServices.ts'
import { asFetch } from '../web/asFetch.ts'
import type { GuardedFetch } from '../web/guardedFetch.ts'
import { createWebService } from '../web/webService.ts'
import type { Base } from './base.ts'
import type { composeSites } from './sites.ts'

export type SiteScopeOptions = ReturnType<typeof composeSite>['options']

/** A thing that is remembered takes some 100 bytes, so that all take 100 MB at most. The largest page that is known has 10,000 nodes. */
const REMEMBERED = { conversations: 50, records: 20_000 }

/** The scope `site` with the services of this server. */
export const siteScope = {
  documentTypes: siteDocumentTypes,
  create({
    site: {
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
      packages,
      readings,
    },
  }: {
    site: SiteScopeOptions
  }): ServerScope {
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
          ...(packages ? { packages: createPackageStyles(packages, project.id) } : {}),
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
      }, readings),
    )
  },
}

/** This server's services for the operations of a site: files, fonts, icons, pictures, the web, releases. */
export function composeSite(
  base: Base,
  {
    mediaFiles,
    siteContent,
    packages,
    publisher,
    versions,
  }: Pick<ReturnType<typeof composeSites>, 'mediaFiles' | 'siteContent' | 'packages' | 'publisher' | 'versions'>,
  {
    providerFetch,
    webFetch,
    serviceKeys,
    pictureChoices,
  }: {
    providerFetch: typeof fetch
    webFetch: GuardedFetch
    serviceKeys: ServiceKeyStore
    pictureChoices: ReturnType<typeof createPictureChoices>
  },
) {
  const { config, database, documents, now, newId, siteUrl, failed } = base
  const pictureBudget = createPictureBudgets({ database, now, newId })
  const findImages = createImageFinder({ fetch: asFetch(webFetch), now })
  const fonts = createFontInstaller({ url: config.fontsUrl, fetch: providerFetch, now })
  return {
    options: {
      database,
      documents,
      mediaFiles,
      fonts,
      siteContent,
      /** The memories of conversations; the scopes that write the site's documents share them. */
      readings: createReadingMemories(
        REMEMBERED,
        createReadingStore({ database, onError: failed('old readings of conversations were not forgotten') }),
      ),
      releases: createReleaseServices({ database, publisher, versions, siteUrl }),
      code: createCodeChecker(),
      /** Absent if the server asks nothing of the web. */
      packages: config.web ? packages : undefined,
      /** Keys of services for pictures and web search; `ofProject(project.id)` are those that a call may use. */
      serviceKeys,
      /** For URLs that strangers wrote. */
      webFetch,
      icons: createIconSearch({ read: readInPieces, rest: setImmediate }),
      // If the web is switched off, no service is called, whichever keys exist.
      images: (projectId: string, actor: Actor) => {
        const keys = serviceKeys.ofProject(projectId)
        const choice = () => pictureChoices.ofProject(projectId)
        const budget = pictureBudget(projectId, actor)
        return findImages({ projectId, choice, budget, key: async (name) => (config.web ? keys.get(name) : undefined) })
      },
    },
    /** Fonts to look at before a site keeps them. */
    fontSamples: createFontSamples(config.web ? fonts : undefined),
  }
}

/** A file of an installed package, in pieces between which other requests have their turn. */
const readInPieces = (url: string) => createReadStream(new URL(url), { highWaterMark: 128 * 1024 })
