import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { GuardedFetch, GuardedRequest } from './guardedFetch.ts'

export interface SearchResult {
  title: string
  url: string
  snippet: string
}

/** One search engine's results, or why there are none, as a sentence. */
type Outcome = { ok: true; results: SearchResult[] } | { ok: false; problem: string }

export interface SearchEngine {
  name: 'brave' | 'tavily'
  label: string
  search(query: string, count: number, key: string, fetch: GuardedFetch): Promise<Outcome>
}

const TIMEOUT = 5000
const MAX_BYTES = 1024 * 1024

const Brave = Type.Object({
  web: Type.Optional(
    Type.Object({
      results: Type.Array(
        Type.Object({ title: Type.String(), url: Type.String(), description: Type.Optional(Type.String()) }),
      ),
    }),
  ),
})
const Tavily = Type.Object({
  results: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), content: Type.String() })),
})

/** The search engines, the preferred one first. */
export const searchEngines: readonly SearchEngine[] = [
  {
    name: 'brave',
    label: 'Brave Search',
    async search(query, count, key, fetch) {
      const parameters = new URLSearchParams({ q: query, count: String(count), text_decorations: '0' })
      const answer = await ask(`https://api.search.brave.com/res/v1/web/search?${parameters}`, this.label, fetch, {
        headers: { accept: 'application/json', 'x-subscription-token': key },
      })
      if (!answer.ok) return answer
      if (!Value.Check(Brave, answer.value)) return unreadable(this.label)
      const { web } = Value.Parse(Brave, answer.value)
      return results(
        (web?.results ?? []).map(({ title, url, description = '' }) => ({
          title: resultText(title),
          url,
          snippet: resultText(description),
        })),
      )
    },
  },
  {
    name: 'tavily',
    label: 'Tavily',
    async search(query, count, key, fetch) {
      const answer = await ask('https://api.tavily.com/search', this.label, fetch, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
      })
      if (!answer.ok) return answer
      if (!Value.Check(Tavily, answer.value)) return unreadable(this.label)
      return results(
        Value.Parse(Tavily, answer.value).results.map(({ title, url, content }) => ({ title, url, snippet: content })),
      )
    },
  },
]

const unreadable = (label: string): Outcome => ({ ok: false, problem: `${label} sent something that cannot be read.` })

/** Only what can be opened is a result. */
function results(found: SearchResult[]): Outcome {
  return { ok: true, results: found.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url)) }
}

async function ask(
  url: string,
  label: string,
  fetch: GuardedFetch,
  request: Partial<GuardedRequest>,
): Promise<{ ok: true; value: unknown } | { ok: false; problem: string }> {
  const answer = await fetch(url, { ...request, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT })
  if (!answer.ok) return answer
  const refusal = refusalOf(answer.status, label)
  if (refusal) return { ok: false, problem: refusal }
  try {
    return { ok: true, value: JSON.parse(answer.bytes.toString('utf8')) }
  } catch {
    return { ok: false, problem: `${label} sent something that cannot be read.` }
  }
}

/** The meaning of a status about a key, as a sentence; undefined if the request succeeded. */
export function refusalOf(status: number, label: string): string | undefined {
  if (status >= 200 && status < 300) return undefined
  // Brave answers 422 to a key that it does not know.
  if (status === 401 || status === 403 || status === 422) return `${label} did not accept the key.`
  if (status === 429 || status === 432 || status === 433) return `${label} has reached the limit of the key’s plan.`
  return `${label} answered with status ${status}.`
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
}

/** Brave writes titles and excerpts as HTML of a few tags and entities. */
function resultText(html: string): string {
  return html
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
}
