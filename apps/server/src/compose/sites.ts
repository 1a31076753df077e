import { mediaEntries, viewOfFields } from '@atelier/site'
import { queryBuilder, rowsOf } from '@atelier/streams'
import type { Identities } from '../auth/identity.ts'
import { createCodeBuilder } from '../code/bundle.ts'
import { createPackages } from '../code/packages.ts'
import type { ServerTables } from '../database/tables.ts'
import { createMediaFiles } from '../media/files.ts'
import { createVariants } from '../media/variants.ts'
import { createPreviews } from '../preview/previews.ts'
import { createProjects } from '../projects/projects.ts'
import { createDomains } from '../publish/domains.ts'
import { createReleaseFolder } from '../publish/folder.ts'
import { gateFindings } from '../publish/gate.ts'
import { loadSite } from '../publish/load.ts'
import { createPublisher } from '../publish/publisher.ts'
import { createSiteServer } from '../publish/sites.ts'
import { createVersionStore } from '../versions/store.ts'
import { createVersions } from '../versions/versions.ts'
import type { Base } from './base.ts'

/** Projects with their media, code, versions and releases, and the server of published sites. */
export function composeSites(base: Base, { identities }: { identities: Identities }) {
  const { config, version, log, now, newId, database, documents, secrets, siteUrl, failed } = base
  const db = queryBuilder<ServerTables>(database.dialect)
  const projects = createProjects({ database, documents, now, newId })
  const versions = createVersions({
    store: createVersionStore({ database, documents, now, newId }),
    database,
    documents,
    newId,
  })
  const domains = createDomains(database, now)
  const releases = createReleaseFolder(config.dataDir)
  const projectOf = async (id: string) =>
    (await database.read(rowsOf(db.selectFrom('projects').selectAll().where('id', '=', id))))[0]
  const mediaFiles = createMediaFiles(config.dataDir)
  const variants = createVariants({ dataDir: config.dataDir, files: mediaFiles, log })
  const packages = createPackages({ dataDir: config.dataDir })
  const code = createCodeBuilder({ packages })
  const load = async (projectId: string) => {
    const project = await projectOf(projectId)
    if (!project) throw new Error(`There is no project ${projectId}`)
    const [domain] = await domains.list(projectId)
    const loaded = await loadSite(documents, project)
    const view = viewOfFields(loaded.site)
    const [built, pictures] = await Promise.all([
      code.build(projectId, view),
      variants.of(projectId, mediaEntries(view)),
    ])
    return {
      ...loaded,
      code: built,
      variants: pictures.files,
      address: siteUrl(project.slug),
      ...(domain ? { baseUrl: `https://${domain.host}` } : {}),
    }
  }
  const publisher = createPublisher({
    database,
    folder: releases,
    now,
    newId,
    load,
    async gate(projectId) {
      const project = await projectOf(projectId)
      return project ? gateFindings(documents, project) : []
    },
    async before(projectId, userId, within) {
      const project = await projectOf(projectId)
      if (project) await versions.save(project, { name: 'Published', kind: 'publish', userId, within })
    },
    removed: versions.removeAll,
    renderer: version,
    onError: failed('what follows a publication failed'),
  })
  return {
    projects,
    versions,
    domains,
    mediaFiles,
    /** Smaller pictures of uploads. */
    variants,
    packages,
    code,
    publisher,
    previews: createPreviews({ load, secrets, identities, now }),
    siteServer: createSiteServer({
      folder: releases,
      projectByHost: domains.projectOf,
      projectBySlug: async (slug) =>
        (await database.read(rowsOf(db.selectFrom('projects').select('id').where('slug', '=', slug))))[0]?.id,
    }),
  }
}
