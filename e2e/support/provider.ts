import { anthropicBody } from '../../packages/agent/testing/recordings.ts'
import { type Recording, startReplay } from '../../packages/agent/testing/replay.ts'
import type { Api } from './api.ts'

/** A server at an Anthropic credential's address with scripted answers, also invalid ones. */
export interface ScriptedProvider {
  readonly url: string
  /** The answers to coming requests, one after another; the last one stays. */
  answersWith(...recordings: readonly [Recording, ...Recording[]]): void
  /** How many requests for an answer it has had. */
  requests(): number
  close(): Promise<void>
}

/** A whole answer of Anthropic's wire that says `text`. */
export function goodAnswer(text: string): Recording {
  return { body: anthropicBody([{ type: 'text', text }]) }
}

/** A provider's refusal as JSON. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Recording {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'error', error: { type: 'error', message } }),
  }
}

export async function startProvider(): Promise<ScriptedProvider> {
  let next: readonly Recording[] = [goodAnswer('Ready.')]
  const models: Recording = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      data: [
        { type: 'model', id: 'claude-test', display_name: 'Claude Test' },
        // One whose price and window are known.
        { type: 'model', id: 'claude-sonnet-4-5', display_name: 'Claude Sonnet 4.5' },
      ],
    }),
  }
  const answer = () => {
    const [first = goodAnswer('Ready.'), ...rest] = next
    if (rest.length > 0) next = rest
    return first
  }
  const replay = await startReplay(({ path }) => (path.includes('/messages') ? answer() : models))
  return {
    url: replay.url,
    answersWith(...recordings) {
      next = recordings
    },
    requests: () => replay.requests.filter(({ path }) => path.includes('/messages')).length,
    close: () => replay.close(),
  }
}

/** Makes a scripted provider the one that conversations about sites begin with. */
export async function useProvider(
  api: Api,
  provider: ScriptedProvider,
  { apiKey = 'sk-ant-scripted-0000', modelId = 'claude-test' }: { apiKey?: string; modelId?: string } = {},
): Promise<void> {
  const credential = { provider: 'anthropic', label: 'Scripted', apiKey, baseUrl: provider.url }
  const { id } = await api.post<{ id: string }>('/api/ai/credentials', credential)
  for (const scope of ['site', 'content']) await api.put(`/api/ai/defaults/${scope}`, { credentialId: id, modelId })
}
