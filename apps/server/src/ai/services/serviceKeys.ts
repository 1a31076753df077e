import { type ServiceName, serviceNames } from '@atelier/api'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Secrets } from '../../auth/secrets.ts'
import type { ServerTables } from '../../database/tables.ts'

/** The keys of one workspace, for requests to the services and nothing else. */
export interface ServiceKeys {
  /** The key; undefined if the workspace has none, or if it cannot be read because the server's secret has changed. */
  get(name: ServiceName): Promise<string | undefined>
}

/** A key as it may leave the server. */
export interface ServiceKeyInfo {
  name: ServiceName
  /** The key's last four characters; empty for one too short to show any. */
  hint: string
  createdAt: number
}

/** The keys of every workspace, encrypted as those of providers are. */
export interface ServiceKeyStore {
  list(workspaceId: string): Promise<ServiceKeyInfo[]>
  /** Adds the key, or puts it in the place of the one before. */
  set(workspaceId: string, name: ServiceName, key: string): Promise<void>
  /** False if there is none. */
  remove(workspaceId: string, name: ServiceName): Promise<boolean>
  ofWorkspace(workspaceId: string): ServiceKeys
  /** The keys of the workspace that a project is in; none if there is no such project. */
  ofProject(projectId: string): ServiceKeys
}

/** The context that a key is sealed with, so that it cannot be moved to another row. */
export const sealContext = ({ workspace_id, service }: { workspace_id: string; service: string }): string =>
  `service:${workspace_id}:${service}`

export const isServiceName = (text: string): text is ServiceName => serviceNames.some((name) => name === text)

export function createServiceKeys(database: Database, secrets: Secrets, now: () => number): ServiceKeyStore {
  const db = queryBuilder<ServerTables>(database.dialect)

  const open = async (workspaceId: string, name: ServiceName) => {
    const query = db
      .selectFrom('service_keys')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('service', '=', name)
    const [row] = await database.read(rowsOf(query))
    return row && secrets.unseal(row.secret, sealContext(row))
  }

  return {
    async list(workspaceId) {
      const query = db.selectFrom('service_keys').selectAll().where('workspace_id', '=', workspaceId)
      const rows = await database.read(rowsOf(query))
      return rows.flatMap(({ service, hint, created_at }) =>
        isServiceName(service) ? [{ name: service, hint, createdAt: created_at }] : [],
      )
    },
    async set(workspaceId, name, key) {
      const row = { workspace_id: workspaceId, service: name }
      const values = {
        secret: secrets.seal(key, sealContext(row)),
        hint: key.length >= 12 ? key.slice(-4) : '',
        created_at: now(),
      }
      await database.write(
        affectedBy(
          db
            .insertInto('service_keys')
            .values({ ...row, ...values })
            .onConflict((conflict) => conflict.columns(['workspace_id', 'service']).doUpdateSet(values)),
        ),
      )
    },
    async remove(workspaceId, name) {
      const query = db.deleteFrom('service_keys').where('workspace_id', '=', workspaceId).where('service', '=', name)
      return (await database.write(affectedBy(query))) > 0
    },
    ofWorkspace: (workspaceId) => ({ get: (name) => open(workspaceId, name) }),
    ofProject: (projectId) => ({
      async get(name) {
        const query = db.selectFrom('projects').select('workspace_id').where('id', '=', projectId)
        const [project] = await database.read(rowsOf(query))
        return project && open(project.workspace_id, name)
      },
    }),
  }
}
