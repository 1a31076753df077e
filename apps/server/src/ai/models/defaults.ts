import type { ModelInfo } from '@atelier/agent'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../../database/tables.ts'
import { knownScopes } from '../../operations/scopes.ts'

/** The scope whose default model a scope without one of its own begins with. */
export const FALLBACK_SCOPE = 'site'

export interface ModelChoice {
  credentialId: string
  modelId: string
}

/** Which model a conversation of a scope begins with, per workspace. */
export interface Defaults {
  list(workspaceId: string): Promise<(ModelChoice & { scope: string })[]>
  set(workspaceId: string, scope: string, choice: ModelChoice): Promise<void>
  clear(workspaceId: string, scope: string): Promise<boolean>
  /** Makes a new credential the default of every scope without one, with its smartest listed model, else its first. Returns the new defaults. */
  seed(
    workspaceId: string,
    credentialId: string,
    models: readonly ModelInfo[],
  ): Promise<{ scope: string; modelId: string }[]>
}

export function createDefaults(database: Database): Defaults {
  const db = queryBuilder<ServerTables>(database.dialect)
  const row = (workspaceId: string, scope: string, { credentialId, modelId }: ModelChoice) => ({
    workspace_id: workspaceId,
    scope,
    credential_id: credentialId,
    model_id: modelId,
  })
  const select = (workspaceId: string) =>
    db
      .selectFrom('ai_defaults')
      .select(['scope', 'credential_id as credentialId', 'model_id as modelId'])
      .where('workspace_id', '=', workspaceId)
  return {
    list: (workspaceId) => database.read(rowsOf(select(workspaceId).orderBy('scope'))),
    async set(workspaceId, scope, choice) {
      await database.write(
        affectedBy(
          db
            .insertInto('ai_defaults')
            .values(row(workspaceId, scope, choice))
            .onConflict((conflict) =>
              conflict
                .columns(['workspace_id', 'scope'])
                .doUpdateSet({ credential_id: choice.credentialId, model_id: choice.modelId }),
            ),
        ),
      )
    },
    async clear(workspaceId, scope) {
      const affected = await database.write(
        affectedBy(db.deleteFrom('ai_defaults').where('workspace_id', '=', workspaceId).where('scope', '=', scope)),
      )
      return affected > 0
    },
    async seed(workspaceId, credentialId, models) {
      const model = models.find(({ tier }) => tier === 'smartest') ?? models[0]
      if (!model) return []
      return database.write(
        rowsOf(
          db
            .insertInto('ai_defaults')
            .values(knownScopes.map((scope) => row(workspaceId, scope, { credentialId, modelId: model.id })))
            .onConflict((conflict) => conflict.columns(['workspace_id', 'scope']).doNothing())
            .returning(['scope', 'model_id as modelId']),
        ),
      )
    },
  }
}
