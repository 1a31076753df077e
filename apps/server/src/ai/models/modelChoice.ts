import { type Database, rowsOf, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { ServerTables } from '../../database/tables.ts'
import { conflict, Refusal } from '../../http/refusal.ts'
import { FALLBACK_SCOPE } from './defaults.ts'

/** If `credentialId` is this, the conversation is played by authored scripts, whatever the scope's default. */
export const rehearsalChoice = 'rehearsal'

/** The model of a conversation's next run. */
export type ChosenModel =
  | { kind: 'model'; credentialId: string; modelId: string; provider: string }
  | { kind: 'rehearsal' }
  /** Nothing can answer: there is no provider at all, or none of its models was chosen, or the one that was is gone. */
  | { kind: 'none'; lacks: 'provider' | 'choice' | 'credential' }

/** The parts of a conversation that decide about its model. */
export interface Choosing {
  scope: string
  credential_id: string | null
  model_id: string | null
}

export interface ChoiceFacts {
  credentials: readonly { id: string; provider: string }[]
  defaults: readonly { scope: string; credentialId: string; modelId: string }[]
  /** Scripts may be played. */
  rehearsals: boolean
}

/**
 * Chooses the model of a conversation: its own pick, else its scope's default, else that of the scope `site`. A pick
 * whose credential is gone gives way to the default. Scripts are played where they were picked, or where the workspace
 * has no credential: never in the place of a model that was picked or could be.
 */
export function chooseModel(conversation: Choosing, { credentials, defaults, rehearsals }: ChoiceFacts): ChosenModel {
  const { credential_id: own, model_id: model } = conversation
  if (own === rehearsalChoice && rehearsals) return { kind: 'rehearsal' }
  const providerOf = (id: string) => credentials.find((each) => each.id === id)?.provider
  const usable = (credentialId: string, modelId: string): ChosenModel | undefined => {
    const provider = providerOf(credentialId)
    return provider === undefined ? undefined : { kind: 'model', credentialId, modelId, provider }
  }
  const defaultOf = (scope: string) => defaults.find((each) => each.scope === scope && providerOf(each.credentialId))
  const standard = defaultOf(conversation.scope) ?? defaultOf(FALLBACK_SCOPE)
  if (own !== null && providerOf(own) !== undefined) {
    const modelId = model ?? (standard?.credentialId === own ? standard.modelId : undefined)
    return (modelId === undefined ? undefined : usable(own, modelId)) ?? { kind: 'none', lacks: 'choice' }
  }
  const chosen = standard && usable(standard.credentialId, standard.modelId)
  if (chosen) return chosen
  if (credentials.length > 0) return { kind: 'none', lacks: 'choice' }
  if (own !== null && own !== rehearsalChoice) return { kind: 'none', lacks: 'credential' }
  return rehearsals ? { kind: 'rehearsal' } : { kind: 'none', lacks: 'provider' }
}

/** Why nothing answers, for a user. */
export const noModel: Record<Extract<ChosenModel, { kind: 'none' }>['lacks'], { message: string; hint: string }> = {
  provider: {
    message: 'There is no AI provider in this workspace.',
    hint: 'Add one in the AI settings, then send the message again.',
  },
  choice: {
    message: 'No model is chosen for this conversation.',
    hint: 'Choose a model for it, or set a default in the AI settings, then send the message again.',
  },
  credential: {
    message: 'The credential of this conversation is gone. Choose another model.',
    hint: 'Add a provider in the AI settings first.',
  },
}

/** Why a run cannot be begun, if it cannot. One whose own credential is gone begins, and ends with that sentence. */
export function missingModel(chosen: ChosenModel | undefined): { message: string; hint: string } | undefined {
  return chosen?.kind === 'none' && chosen.lacks !== 'credential' ? noModel[chosen.lacks] : undefined
}

export interface ModelChoices {
  /** Chooses for the conversations of a workspace, as its credentials and defaults are now. */
  in(workspaceId: string): Promise<(conversation: Choosing) => ChosenModel>
  /** @throws Refusal 409 `no_model` if nothing would answer in such a conversation */
  demand(workspaceId: string, conversation: Choosing): Promise<void>
  /** @throws Refusal 400 if a conversation cannot name this credential */
  checkCredential(workspaceId: string, credentialId: string | null | undefined): Promise<void>
}

const credentialsOf = statement((db: Kysely<ServerTables>, { workspaceId }: { workspaceId: string }) =>
  db.selectFrom('ai_credentials').select(['id', 'provider']).where('workspace_id', '=', workspaceId),
)

const defaultsOf = statement((db: Kysely<ServerTables>, { workspaceId }: { workspaceId: string }) =>
  db
    .selectFrom('ai_defaults')
    .select(['scope', 'credential_id as credentialId', 'model_id as modelId'])
    .where('workspace_id', '=', workspaceId),
)

export function createModelChoices(database: Database, options: { rehearsals: boolean }): ModelChoices {
  const facts = async (workspaceId: string): Promise<ChoiceFacts> => {
    const { dialect } = database
    const known = function* () {
      const credentials = yield* rowsOf(credentialsOf(dialect, { workspaceId }))
      const defaults = credentials.length === 0 ? [] : yield* rowsOf(defaultsOf(dialect, { workspaceId }))
      return { credentials, defaults, ...options }
    }
    return await database.read(known(), 'committed')
  }
  return {
    async in(workspaceId) {
      const known = await facts(workspaceId)
      return (conversation) => chooseModel(conversation, known)
    },
    async demand(workspaceId, conversation) {
      const missing = missingModel(chooseModel(conversation, await facts(workspaceId)))
      if (missing) throw conflict('no_model', missing.message, missing.hint)
    },
    async checkCredential(workspaceId, credentialId) {
      if (!credentialId || (credentialId === rehearsalChoice && options.rehearsals)) return
      const { credentials } = await facts(workspaceId)
      if (credentials.some(({ id }) => id === credentialId)) return
      const message =
        credentialId === rehearsalChoice ? 'Rehearsals are switched off here.' : 'There is no such credential.'
      throw new Refusal(400, 'invalid_input', message, { path: '/credentialId' })
    },
  }
}
