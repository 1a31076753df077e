import type { WebService } from '@atelier/site'
import { decodeText } from './decode.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import { searchEngines } from './search.ts'

/** The types that a page may have: text that a model can read. */
const readTypes: ReadonlySet<string> = new Set([
  'text/html',
  'text/plain',
  'text/css',
  'text/csv',
  'text/xml',
  'application/json',
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
])

/** How many bytes of a page are read; markup takes more room than the words in it. */
const MAX_BYTES = 2 * 1024 * 1024

const ownKnowledge = 'Go on with what you know yourself, and say that it was not looked up.'
const hints: Readonly<Record<string, string>> = {
  refused: 'Ask for a page of the public web by its whole URL, such as https://example.com/about.',
  unknown_host: 'Check how the name is spelt, or find the page with webSearch.',
  content_type: `Only text is read: ${[...readTypes].join(', ')}.`,
}

interface Keys {
  get(name: 'brave' | 'tavily'): Promise<string | undefined>
}

/** Pages of the public web, and the search engines that a workspace has keys for. */
export function createWebService(fetch: GuardedFetch, keys: Keys): WebService {
  return {
    async fetch(url, signal) {
      const accepts = (type: string) => readTypes.has(type)
      const answer = await fetch(url, { maxBytes: MAX_BYTES, accepts, ...(signal ? { signal } : {}) })
      if (!answer.ok) return { ...answer, hint: hints[answer.code] ?? `Try another page, or later. ${ownKnowledge}` }
      const { status, contentType, charset, bytes, truncated } = answer
      if (status < 200 || status > 299) {
        const problem = `${new URL(answer.url).host} answered with status ${status}.`
        return { ok: false, code: 'http_status', problem, hint: 'Check the address, or find the page with webSearch.' }
      }
      return { ok: true, url: answer.url, contentType, text: decodeText(bytes, charset), truncated }
    },

    async search(query, count, signal) {
      const problems: string[] = []
      let empty: 'brave' | 'tavily' | undefined
      for (const engine of searchEngines) {
        const key = await keys.get(engine.name)
        if (key === undefined) continue
        const found = await engine.search(
          query,
          count,
          key,
          signal ? (url, request) => fetch(url, { ...request, signal }) : fetch,
        )
        if (!found.ok) problems.push(found.problem)
        else if (found.results.length > 0) return { ok: true, source: engine.name, results: found.results }
        else empty = engine.name
      }
      if (empty) return { ok: true, source: empty, results: [] }
      if (problems.length > 0)
        return { ok: false, code: 'search_failed', problem: problems.join(' '), hint: ownKnowledge }
      return {
        ok: false,
        code: 'no_search_key',
        problem: 'Searching the web needs a key for Brave Search or Tavily, and this workspace has none.',
        hint: `An owner or admin adds one in the AI settings, under Services. ${ownKnowledge}`,
      }
    },
  }
}
