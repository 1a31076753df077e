import type { ReleaseService, VersionService } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { Publisher } from '../../publish/publisher.ts'
import type { Versions } from '../../versions/versions.ts'
import type { ProjectRow } from '../../workspaces/workspaces.ts'

type ProjectRef = Pick<ProjectRow, 'id' | 'site_document_id'>

export interface ReleaseServicesOptions {
  database: Database
  publisher: Publisher
  versions: Versions
  siteUrl(slug: string): string
}

/** A project's releases and versions, as operations may ask for them. */
export function createReleaseServices({ database, publisher, versions, siteUrl }: ReleaseServicesOptions) {
  const db = queryBuilder<Tables>(database.dialect)
  return (project: ProjectRef): { releases: ReleaseService; versions: VersionService } => {
    const url = async () => {
      const [row] = await database.read(rowsOf(db.selectFrom('projects').select('slug').where('id', '=', project.id)))
      return siteUrl(row?.slug ?? '')
    }
    return {
      releases: {
        async publish(userId, only) {
          const outcome = await publisher.publish(project.id, userId, only ? { only } : {})
          if (!outcome.ok) {
            const { problem, findings } = outcome
            return { ok: false, findings: problem === undefined ? findings.map(({ message }) => message) : [problem] }
          }
          const { id, number, createdAt, live, pages, files } = outcome.release
          const { rendered, skipped, problems } = outcome.report
          const warnings = [...skipped.map(({ reason }) => reason), ...problems.map(({ message }) => message)]
          const release = { id, number, createdAt, live, pages, files, rendered, warnings, url: await url() }
          return { ok: true, release }
        },
        async list() {
          const at = await url()
          return (await publisher.list(project.id)).map(({ id, number, createdAt, live }) => ({
            id,
            number,
            createdAt,
            live,
            url: at,
          }))
        },
      },
      versions: {
        list: () => versions.list(project.id),
        save: (request) => versions.save(project, { ...request, within: true }),
        open: (id) => versions.open(project.id, id),
      },
    }
  }
}
