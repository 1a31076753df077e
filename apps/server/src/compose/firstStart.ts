import { affectedBy, type Database, queryBuilder } from '@atelier/streams'
import type { Setup } from '../auth/setup.ts'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { Projects } from '../projects/projects.ts'

/** Makes the workspace, the environment's owner, and one project with the starter site, once. */
export async function firstStart({
  config,
  setup,
  projects,
  database,
}: {
  config: Config
  setup: Setup
  projects: Projects
  database: Database
}): Promise<void> {
  const db = queryBuilder<Tables>(database.dialect)
  const workspaceId = await setup.workspace()
  if (config.firstOwner) {
    await setup.create({ name: config.firstOwner.email.split('@')[0] ?? 'Owner', ...config.firstOwner })
  }
  const made = await database.write(
    affectedBy(
      db
        .insertInto('server_settings')
        .values({ key: 'first_project', value: 'made' })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  )
  if (made === 0) return
  try {
    await projects.create({ workspaceId, userId: 'system', name: 'My site' })
  } catch (error) {
    await database.write(affectedBy(db.deleteFrom('server_settings').where('key', '=', 'first_project')))
    throw error
  }
}
