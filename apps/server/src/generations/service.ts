import type { Generation } from '@atelier/api'
import type { GenerationService, GenerationView, NotBegun } from '@atelier/generate'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Identities, Identity } from '../auth/identity.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { Generations } from './generations.ts'

interface Services {
  database: Database
  identities: Identities
  workspaces: Workspaces
  /** Undefined while the server starts. */
  generations(): Generations | undefined
}

/** The generations of a project as the operations of the scope `generate` may ask for them. */
export function createGenerationService(services: Services): (projectId: string) => GenerationService {
  const started = (): Generations => {
    const generations = services.generations()
    if (!generations) throw new Error('The server is starting')
    return generations
  }

  return (projectId) => ({
    async plan({ userId }, { brief, kind, budgetUsd }) {
      const identity = await editorIdentity(services, userId, projectId)
      const access = identity && (await services.workspaces.access(identity, projectId))
      if (!identity || !access) throw new Error('Nobody may write in this project')
      return orRefusal(() => started().create(identity, access.project, { brief, kind, budgetUsd }))
    },
    carryOut: (generationId) =>
      orRefusal(async () => started().start(await started().find(projectId, generationId), undefined)),
    list: async () => (await started().list(projectId)).map(generationView),
  })
}

/**
 * Whoever calls, as an editor of this project and no more: their call was allowed with whatever a key of theirs may do,
 * which at this point is no longer known.
 */
export async function editorIdentity(
  { database, identities }: Pick<Services, 'database' | 'identities'>,
  userId: string,
  projectId: string,
): Promise<Identity | undefined> {
  const query = queryBuilder<Tables>(database.dialect)
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', projectId)
  const [project] = await database.read(rowsOf(query))
  const member = project && (await identities.member(userId, project.workspace_id))
  return member && { ...member, key: { id: 'operation', role: 'editor', projectIds: [projectId] } }
}

function generationView({
  id,
  documentId,
  state,
  step,
  siteName,
  why,
  waits,
  spentUsd,
  parts,
}: Generation): GenerationView {
  return {
    generationId: id,
    documentId,
    state,
    step,
    siteName,
    ...(why === undefined ? {} : { why }),
    ...(waits === undefined ? {} : { waits }),
    spentUsd,
    parts: parts.map(({ sessionId: _, documentId: __, ...part }) => part),
  }
}

/** A refusal is a result of the call, as of any other operation. */
async function orRefusal(begin: () => Promise<Generation>): Promise<GenerationView | NotBegun> {
  try {
    return generationView(await begin())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, code, hint } = error.body.error
    return { error: message, code, ...(hint === undefined ? {} : { hint }) }
  }
}
