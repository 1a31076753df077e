import { type Credential, estimateTokens, type ProviderId, providers, windowShortage } from '@atelier/agent'
import { selectToolbox, toolDefinitions } from '@atelier/operation'
import { capabilitiesOf } from '../../auth/roles.ts'
import type { Scopes } from '../../operations/scopes.ts'
import type { ModelFacts } from './modelFacts.ts'

/** Tells users before their first message that a model's window has no room for a conversation. */
export interface WindowNotes {
  /** Returns the note for a window, undefined if it is large enough. Pass undefined for a window that is not known. */
  of(provider: ProviderId, contextWindow: number | undefined): string | undefined
  /** Returns the note for a model that was just chosen. Asks its server where the window depends on how that is set up. */
  ofChoice(credentialId: string, credential: Credential, modelId: string): Promise<string[]>
}

export function createWindowNotes({ scopes, modelFacts }: { scopes: Scopes; modelFacts: ModelFacts }): WindowNotes {
  let known: number | undefined
  /** The fixed part of every request, in tokens, in the scope where it is largest. */
  const fixed = () => {
    known ??= Math.max(
      ...scopes.all.map(({ id: scope, prompt: system }) => {
        const toolbox = selectToolbox(scopes.reachable(scope), { scope, capabilities: capabilitiesOf('owner') })
        return estimateTokens({ system, tools: toolDefinitions(toolbox), turns: [] })
      }),
    )
    return known
  }
  const of: WindowNotes['of'] = (provider, contextWindow) => windowShortage(provider, contextWindow, fixed())
  return {
    of,
    async ofChoice(credentialId, credential, modelId) {
      if (!providers[credential.provider].quirks?.windowVaries) return []
      const { abilities } = await modelFacts.of(credentialId, credential, modelId)
      const note = of(credential.provider, abilities.contextWindow)
      return note === undefined ? [] : [note]
    },
  }
}
