import { LLMock } from '@copilotkit/aimock'

/** A provider that is not ours: it speaks Anthropic's wire and plays a run of text, two parallel calls and more rounds. */
export interface Model {
  readonly url: string
  /** How many requests for an answer it has had. */
  requests(): number
  stop(): Promise<void>
}

export const sections = ['hero', 'menu', 'story', 'visit'] as const

/** The question; the model recognizes a new run by this text. */
export const modelPrompt = 'Add four sections to this page'

export async function startModel(options: { chunkMs?: number } = {}): Promise<Model> {
  const mock = await LLMock.create({ port: 0, chunkSize: 24, latency: options.chunkMs ?? 0, logLevel: 'silent' })
  let answers = 0
  mock.onMessage(/.*/s, (request) => {
    answers++
    // Only what follows the user's message belongs to this run.
    const asked = request.messages.findLastIndex((message) => JSON.stringify(message.content).includes(modelPrompt))
    const since = request.messages.slice(asked)
    const results = since.filter((message) => message.role === 'tool').map((message) => String(message.content))
    const calls = since.flatMap((message) => message.tool_calls?.map((call) => call.function.name) ?? [])
    const root = /"?rootNodeId\\?"?:\s*\\?"([^"\\]+)/.exec(results.join('\n'))?.[1] ?? ''
    // Two reads come first; every later round writes one section.
    const next = sections[calls.filter((name) => name === 'insertHtml').length]
    if (calls.length === 0) {
      return {
        content: 'I will read the page and the list of pages first, both at once.',
        toolCalls: [
          { name: 'list_documents', arguments: '{}' },
          { name: 'read_document', arguments: '{}' },
        ],
      }
    }
    if (next) {
      return {
        content: `Now the ${next} section.`,
        toolCalls: [{ name: 'insertHtml', arguments: JSON.stringify({ parentId: root, html: sectionHtml(next) }) }],
      }
    }
    return { content: 'The page has four new sections. Tell me what to change.' }
  })
  return {
    url: mock.url,
    requests: () => answers,
    stop: () => mock.stop(),
  }
}

export function sectionHtml(name: string): string {
  return `<style>.model-${name} { padding: 4rem 2rem; border-top: 1px solid currentColor; }</style><section class="model-${name}"><h2>Section ${name}</h2><p>${`Words of the ${name} section. `.repeat(12)}</p></section>`
}
