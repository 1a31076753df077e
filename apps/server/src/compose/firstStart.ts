import type { Kysely } from 'kysely'
import type { Setup } from '../auth/setup.ts'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { Projects } from '../projects/projects.ts'

/** Makes the workspace, the environment's owner, and one project with the starter site, once. */
export async function firstStart({
  config,
  setup,
  projects,
  kysely,
}: {
  config: Config
  setup: Setup
  projects: Projects
  kysely: Kysely<Tables>
}): Promise<void> {
  const workspaceId = await setup.workspace()
  if (config.firstOwner) {
    await setup.create({ name: config.firstOwner.email.split('@')[0] ?? 'Owner', ...config.firstOwner })
  }
  const done = await kysely
    .insertInto('server_settings')
    .values({ key: 'first_project', value: 'made' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (done.numInsertedOrUpdatedRows === 0n) return
  try {
    await projects.create({ workspaceId, userId: 'system', name: 'My site' })
  } catch (error) {
    await kysely.deleteFrom('server_settings').where('key', '=', 'first_project').execute()
    throw error
  }
}
