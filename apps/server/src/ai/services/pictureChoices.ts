import { type ImageChoice, type TogetherModel, togetherModels } from '@atelier/generate'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../../database/tables.ts'

/** Which service each workspace takes pictures from. */
export interface PictureChoices {
  /** Empty if the workspace has not chosen. */
  of(workspaceId: string): Promise<ImageChoice>
  /** The choice of the workspace that a project is in. */
  ofProject(projectId: string): Promise<ImageChoice>
  set(workspaceId: string, choice: ImageChoice & { service: 'pexels' | 'together' }): Promise<void>
}

export const isPictureModel = (text: string): text is TogetherModel => Object.hasOwn(togetherModels, text)

export function createPictureChoices(database: Database): PictureChoices {
  const db = queryBuilder<ServerTables>(database.dialect)
  const choices = db.selectFrom('picture_choices').select(['picture_choices.service', 'picture_choices.model'])
  const read = async (query: typeof choices): Promise<ImageChoice> => {
    const [row] = await database.read(rowsOf(query))
    if (row?.service !== 'pexels' && row?.service !== 'together') return {}
    return { service: row.service, ...(row.model !== null && isPictureModel(row.model) ? { model: row.model } : {}) }
  }
  return {
    of: (workspaceId) => read(choices.where('workspace_id', '=', workspaceId)),
    ofProject: (projectId) =>
      read(
        choices.where(
          'workspace_id',
          'in',
          db.selectFrom('projects').select('workspace_id').where('id', '=', projectId),
        ),
      ),
    async set(workspaceId, { service, model }) {
      const values = { service, model: model ?? null }
      await database.write(
        affectedBy(
          db
            .insertInto('picture_choices')
            .values({ workspace_id: workspaceId, ...values })
            .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values)),
        ),
      )
    },
  }
}
