import { partsDocumentId, readParts } from '@atelier/cad'
import type { Fields } from '@atelier/documents'
import { type Crop, mediaEntries, type SiteSource, viewOfFields } from '@atelier/site'
import { queryBuilder, rowsOf } from '@atelier/streams'
import type { Identities } from '../auth/identity.ts'
import { createAnswers } from '../cad/answers.ts'
import { createKernels } from '../cad/kernels.ts'
import { createPartFiles } from '../cad/partFiles.ts'
import { createParts } from '../cad/parts.ts'
import { createPartPictures } from '../cad/pictures.ts'
import { createPublishedParts } from '../cad/publishedParts.ts'
import { createViewerScript } from '../cad/viewerScript.ts'
import { createCodeBuilder } from '../code/bundle.ts'
import { createPackages } from '../code/packages.ts'
import { createReaders } from '../content/entries/reader.ts'
import { createStoredEntries } from '../content/entries/storedEntries.ts'
import { createForms } from '../content/forms/forms.ts'
import { createContentProjects } from '../content/projects/contentProjects.ts'
import { createMarkdownReader } from '../content/site/markdownReader.ts'
import { type ChosenEntry, createPreviewContent, createSiteContent } from '../content/site/siteContent.ts'
import type { ServerTables } from '../database/tables.ts'
import { createThreads } from '../heavy/threads.ts'
import { createUtilityCompiler } from '../heavy/utilities.ts'
import { createAddressLimit } from '../http/addressLimit.ts'
import { callerAddress } from '../http/callerAddress.ts'
import { createMediaFiles } from '../media/files.ts'
import { createVariants } from '../media/variants.ts'
import { createPreviews } from '../preview/previews.ts'
import { createProjects } from '../projects/projects.ts'
import { createContentReleases } from '../publish/contentReleases.ts'
import { createDomains } from '../publish/domains.ts'
import { createReleaseFolder } from '../publish/folder.ts'
import { gateFindings } from '../publish/gate.ts'
import { loadSite } from '../publish/load.ts'
import { createPublisher } from '../publish/publisher.ts'
import { createSiteServer } from '../publish/sites.ts'
import { createVersionStore } from '../versions/store.ts'
import { createVersions } from '../versions/versions.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import type { Base, Extensions } from './base.ts'

/** Projects with their media, code, versions and releases, and the server of published sites. */
export function composeSites(
  base: Base,
  { identities }: { identities: Identities },
  { threadProgram }: Pick<Extensions, 'threadProgram'>,
) {
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
  const kernels = createKernels(config.kernels, failed('a kernel failed'))
  const partAnswers = createAnswers(kernels, createPartFiles(mediaFiles))
  const parts = createParts({ documents })
  const partPictures = createPartPictures({ answers: partAnswers, parts, version })
  const publishedParts = createPublishedParts({
    answers: partAnswers,
    files: mediaFiles,
    viewer: createViewerScript(),
    version,
  })
  const packages = createPackages({ dataDir: config.dataDir })
  const code = createCodeBuilder({ packages })
  const contentProjects = createContentProjects(database)
  const contentEntries = createStoredEntries(database)
  const markdownThreads = createThreads(1, threadProgram)
  const markdown = createMarkdownReader(markdownThreads)
  const compileUtilities = createUtilityCompiler(markdownThreads)
  const siteContent = createSiteContent({ projects: contentProjects, entries: contentEntries, markdown, now })
  const previewContent = createPreviewContent({
    reader: createReaders({ database, projects: contentProjects, entries: contentEntries }),
    documents,
    markdown,
    now,
  })
  const load = async (projectId: string) => {
    const project = await projectOf(projectId)
    if (!project) throw new Error(`There is no project ${projectId}`)
    return complete(
      project,
      await loadSite(documents, project),
      async (id) => (await documents.inProject(projectId).projection(id))?.fields,
    )
  }
  /** The same with an entry that visitors may not see yet. A branch of another project is none. */
  const loadPreview = async (projectId: string, chosen?: ChosenEntry) => {
    const site = await load(projectId)
    const found = chosen && (await contentProjects.find(projectId))
    if (!chosen || !found) return site
    const query = db
      .selectFrom('content_branches')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '=', chosen.branch ?? '')
    const [branch] = await database.read(rowsOf(query))
    const content = await previewContent(projectId, found.documentId, { ...chosen, branch: branch?.id })
    return content ? { ...site, content } : site
  }
  /** The sources that a site is published from, besides its documents. */
  const complete = async (
    project: ProjectRow,
    loaded: SiteSource,
    open: (documentId: string) => Promise<Fields | undefined>,
  ) => {
    const projectId = project.id
    const [domain] = await domains.list(projectId)
    const view = viewOfFields(loaded.site)
    const [built, pictures, content, listedParts] = await Promise.all([
      code.build(projectId, view),
      variants.of(projectId, mediaEntries(view)),
      siteContent(projectId),
      open(partsDocumentId(projectId)),
    ])
    return {
      ...loaded,
      compileUtilities,
      code: built,
      variants: pictures.files,
      crop: (wanted: readonly Crop[]) => variants.crops(projectId, wanted),
      parts: publishedParts.of(projectId, namesOf(listedParts), open),
      ...(content ? { content } : {}),
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
    async loadVersion(projectId, versionId) {
      const project = await projectOf(projectId)
      const [then, current] = project
        ? await Promise.all([
            versions.source(project, versionId),
            documents.inProject(project.id).projection(project.site_document_id),
          ])
        : []
      if (!project || !then || !current) return undefined
      return complete(
        project,
        { ...then, site: withMedia(then.site, current.fields) },
        async (id) => (await then.load([id])).get(id)?.fields,
      )
    },
    async before(projectId, userId, within) {
      const project = await projectOf(projectId)
      return project && (await versions.save(project, { name: 'Published', kind: 'publish', userId, within })).id
    },
    removed: versions.removeAll,
    renderer: version,
    onError: failed('what follows a publication failed'),
  })
  const addressLimit = createAddressLimit({ salt: secrets.addresses, now })
  const forms = createForms({
    database,
    projects: contentProjects,
    addressLimit,
    now,
    newId,
  })
  const contentReleases = createContentReleases({
    database,
    publisher,
    now,
    failed: failed('content could not be released'),
  })
  return {
    markdownThreads,
    compileUtilities,
    /** Releases content at its times. */
    contentReleases,
    projects,
    versions,
    forms,
    addressLimit,
    /** Whether an origin is that of a project's published site. */
    async isSiteOrigin(projectId: string, origin: string) {
      const project = URL.canParse(origin) ? await projectOf(projectId) : undefined
      if (!project) return false
      const { hostname } = new URL(origin)
      return (
        origin === new URL(siteUrl(project.slug)).origin ||
        (await domains.list(projectId)).some(({ host }) => host === hostname)
      )
    },
    domains,
    mediaFiles,
    /** Smaller pictures of uploads. */
    variants,
    /** CAD parts, the kernels that build them, and what these have answered. */
    parts,
    kernels,
    partAnswers,
    partPictures,
    packages,
    code,
    publisher,
    /** Values read from content, kept in memory once. */
    contentProjects,
    contentEntries,
    siteContent,
    previews: createPreviews({ load: loadPreview, secrets, identities, now }),
    siteServer: createSiteServer({
      folder: releases,
      forms,
      callerAddress: (env, headers) => callerAddress(config, env, headers),
      projectByHost: domains.projectOf,
      projectBySlug: async (slug) =>
        (await database.read(rowsOf(db.selectFrom('projects').select('id').where('slug', '=', slug))))[0]?.id,
    }),
  }
}

/** The names of the parts in a project's list of them. */
const namesOf = (listed: Fields | undefined): ReadonlyMap<string, string> =>
  new Map(listed ? readParts(viewOfFields(listed)).parts.map(({ id, name }) => [id, name]) : [])

/** A site of an earlier time with the library of now, since entries may show files that came later. */
function withMedia(then: Fields, current: Fields): Fields {
  const isMedia = (key: string) => key.startsWith('media:')
  return Object.fromEntries([
    ...Object.entries(then).filter(([key]) => !isMedia(key)),
    ...Object.entries(current).filter(([key]) => isMedia(key)),
  ])
}
