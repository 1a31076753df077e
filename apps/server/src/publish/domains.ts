import { domainToASCII } from 'node:url'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'

/** The rows of migration 0009. */
export type DomainTables = {
  domains: { host: string; project_id: string; created_at: number; created_by: string }
}

export interface Domain {
  host: string
  createdAt: number
}

/** Host names that lead to a project's published site. Each belongs to one project of one workspace. */
export interface Domains {
  /** In the order in which they were added; the first is the one that canonical addresses name. */
  list(projectId: string): Promise<Domain[]>
  /** `taken` if another project, or this one, has it. */
  add(projectId: string, host: string, userId: string): Promise<Domain | 'taken'>
  remove(projectId: string, host: string): Promise<boolean>
  /** The project whose site a host shows. */
  projectOf(host: string): Promise<string | undefined>
}

export function createDomains(database: Database, now: () => number): Domains {
  const db = queryBuilder<DomainTables>(database.dialect)
  return {
    async list(projectId) {
      const rows = await database.read(
        rowsOf(
          db
            .selectFrom('domains')
            .select(['host', 'created_at'])
            .where('project_id', '=', projectId)
            .orderBy('created_at')
            .orderBy('host'),
        ),
      )
      return rows.map(({ host, created_at }) => ({ host, createdAt: Number(created_at) }))
    },
    async add(projectId, host, userId) {
      const createdAt = now()
      const made = await database.write(
        affectedBy(
          db
            .insertInto('domains')
            .values({ host, project_id: projectId, created_at: createdAt, created_by: userId })
            .onConflict((conflict) => conflict.doNothing()),
        ),
      )
      return made === 0 ? 'taken' : { host, createdAt }
    },
    async remove(projectId, host) {
      const affected = await database.write(
        affectedBy(db.deleteFrom('domains').where('project_id', '=', projectId).where('host', '=', host)),
      )
      return affected > 0
    },
    async projectOf(host) {
      const [row] = await database.read(rowsOf(db.selectFrom('domains').select('project_id').where('host', '=', host)))
      return row?.project_id
    },
  }
}

/**
 * A written domain as browsers send it: lower case, without a scheme, port or dot at its end, international names in
 * their ASCII form. Undefined if it is not a domain that a site could have: RFC 1123, at least two labels, no address.
 */
export function readDomain(written: string): string | undefined {
  const bare = written
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
  if (bare === '' || /[\s/@:?#[\]]/.test(bare)) return undefined
  const host = domainToASCII(bare.toLowerCase())
  const labels = host.split('.')
  const isName = labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label))
  const last = labels.at(-1) ?? ''
  if (!isName || labels.length < 2 || host.length > 253 || /^\d+$/.test(last) || last === 'localhost') return undefined
  return host
}
