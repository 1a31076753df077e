import type { Documents } from '@atelier/documents'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readProgress, type Source } from '../plan/progress.ts'
import type { GenerationRow } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

/** Reads what a plan needs from the web into its sources: the addresses of the brief, and what questions bring. */
export type Research = (row: GenerationRow, questions: readonly string[], by: FileCall) => Promise<void>

/** The most addresses and questions that are looked up, and characters kept of each. */
const MOST_ADDRESSES = 3
const MOST_QUESTIONS = 3
const MOST_TEXT = 6_000

const Fetched = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({ url: Type.String(), title: Type.Optional(Type.String()), content: Type.String() }),
})
const Searched = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    results: Type.Array(Type.Object({ title: Type.String(), url: Type.String(), snippet: Type.String() })),
  }),
})

/** @param web false if this server fetches nothing */
export function createResearch(services: { documents: Documents; files: SiteFiles; web: boolean }): Research {
  const { documents, files } = services

  async function fetched(url: string, by: FileCall): Promise<Source | undefined> {
    const result = await files.call('fetchUrl', { url }, by)
    if (!Value.Check(Fetched, result)) return undefined
    const { url: at, title, content } = result.data
    return { url: at, title: title ?? at, text: content.slice(0, MOST_TEXT) }
  }

  async function searched(query: string, by: FileCall): Promise<Source | undefined> {
    const result = await files.call('webSearch', { query: query.slice(0, 400), count: 3 }, by)
    if (!Value.Check(Searched, result) || result.data.results.length === 0) return undefined
    const { results } = result.data
    const text = results.map(({ title, url, snippet }) => `${title} (${url}): ${snippet}`).join('\n')
    return { url: results[0]?.url ?? '', title: query, text: text.slice(0, MOST_TEXT) }
  }

  return async (row, questions, by) => {
    const document = services.web ? await documents.inProject(row.project_id).open(row.document_id) : undefined
    if (!document) return
    const known = readProgress(document).sources
    const addresses = known.length > 0 ? [] : addressesIn(row.brief)
    const asked = questions.filter((each) => each.trim() !== '' && !known.some(({ title }) => title === each))
    const found = await Promise.all([
      ...addresses.map((url) => fetched(url, by)),
      ...asked.slice(0, MOST_QUESTIONS).map((question) => searched(question, by)),
    ])
    const sources = [...known, ...found.filter((each) => each !== undefined)]
    if (sources.length === known.length) return
    await documents.transact({
      projectId: row.project_id,
      origin: { kind: 'hand', userId: 'system' },
      body: async (drafts) => {
        ;(await drafts.open(row.document_id))?.set('sources', sources)
        return { result: null, commit: true }
      },
    })
  }
}

/** The addresses that a brief names. */
function addressesIn(brief: string): string[] {
  const words = brief.split(/\s/).flatMap((word) => {
    const from = word.search(/https?:\/\//)
    if (from < 0) return []
    const url = word.slice(from).replace(/[),.;:!?'"»”>\]]$/, '')
    return URL.canParse(url) ? [url] : []
  })
  return [...new Set(words)].slice(0, MOST_ADDRESSES)
}
