import type { Patch } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import type { ChangeService } from '../src/context/services.ts'
import type { TestProject } from './project.ts'

interface Commit {
  runId: string | undefined
  documentId: string
  created: boolean
  patches: readonly Patch[]
}

/** A project in memory that keeps what was changed, as the server does. The site's document has the id `site`. */
export interface ProjectWithHistory {
  /** Made by the agent in a run, or by a person if there is none. */
  call(name: string, input: unknown, runId?: string): Promise<Envelope>
  /** The revision of the site and a document, as a read gives it. */
  revision(documentId: string): string
}

export function withHistory(project: TestProject): ProjectWithHistory {
  const commits: Commit[] = []
  const of = (documentId: string) => commits.filter((commit) => commit.documentId === documentId)
  const runs = () => [...new Set(commits.flatMap(({ runId }) => runId ?? []))]
  const changes: ChangeService = {
    head: async (documentId) => of(documentId).length,
    since: async (documentId, head) => {
      const all = of(documentId)
      if (head > all.length) return undefined
      return {
        head: all.length,
        keys: [...new Set(all.slice(head).flatMap(({ patches }) => patches.map(({ key }) => key)))],
      }
    },
    ofRun: async (runId, which) => {
      const wanted =
        which === 'this'
          ? runId
          : runs()
              .filter((each) => each !== runId)
              .at(-1)
      const made = commits.filter((commit) => wanted !== undefined && commit.runId === wanted)
      const ids = [...new Set(made.map(({ documentId }) => documentId))]
      if (ids.length === 0) return undefined
      return ids.map((documentId) => {
        const own = made.filter((commit) => commit.documentId === documentId)
        return {
          documentId,
          kind: documentId === 'site' ? ('site' as const) : ('page' as const),
          created: own.some(({ created }) => created),
          patches: own.flatMap(({ patches }) => patches),
        }
      })
    },
  }
  return {
    async call(name, input, runId) {
      const known = new Set(project.pages.keys())
      const actor =
        runId === undefined ? { kind: 'hand' as const, userId: 'u' } : { kind: 'agent' as const, userId: 'u', runId }
      const result = await project.call(name, input, { siteId: 'site', actor, services: { changes } })
      for (const [documentId, patches] of project.written()) {
        const created = documentId !== 'site' && !known.has(documentId)
        if (patches.length > 0) commits.push({ runId, documentId, created, patches })
      }
      return result
    },
    revision: (documentId) => `${of('site').length}.${of(documentId).length}`,
  }
}
