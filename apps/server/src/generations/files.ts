import type { ChangeGroup } from '@atelier/documents'
import type { Actor, Capability, Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Executors } from '../operations/executors.ts'
import type { Scopes } from '../operations/scopes.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

const Read = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    content: Type.String(),
    totalLines: Type.Integer(),
    truncated: Type.Optional(Type.Boolean()),
  }),
})

/** Lines that one result holds whole. */
const LINES = 200

export interface FileCall {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  capabilities: ReadonlySet<Capability>
  userId: string
  /** The run in whose name and change set it is made. */
  changeSetId?: string
  group?: ChangeGroup
}

export type SiteFiles = ReturnType<typeof createSiteFiles>

/** The site as files, for what a generation reads and writes itself: by the operations that a model calls. */
export function createSiteFiles({ scopes, executors }: { scopes: Scopes; executors: Executors }) {
  async function call(name: string, input: unknown, by: FileCall): Promise<Envelope> {
    const operation = scopes.bound(`site.${name}`)
    if (!operation) throw new Error(`There is no operation site.${name}`)
    const actor: Actor = { kind: 'agent', userId: by.userId }
    const outcome = await executors.execute({
      project: by.project,
      operation,
      input,
      actor,
      capabilities: by.capabilities,
      focus: {},
      picture: false,
      signal: new AbortController().signal,
      ...(by.changeSetId === undefined ? {} : { changeSetId: by.changeSetId }),
      ...(by.group ? { group: by.group } : {}),
    })
    if (!outcome.ok) throw new Error(`${name} could not be committed: ${outcome.message}`)
    return outcome.result
  }

  return {
    call,
    /** The text of a file; undefined if there is none. */
    async read(file: string, by: FileCall): Promise<string | undefined> {
      const result = await call('readFile', { file }, by)
      if (!Value.Check(Read, result)) return undefined
      const { content, totalLines, truncated } = result.data
      if (!truncated) return content
      const parts: string[] = []
      for (let startLine = 1; startLine <= totalLines; startLine += LINES) {
        const part = await call('readFile', { file, startLine, endLine: startLine + LINES - 1 }, by)
        if (Value.Check(Read, part)) parts.push(part.data.content)
      }
      return parts.join('\n')
    },
    /** Writes files; returns the sentences of what was refused. */
    async write(files: Readonly<Record<string, string>>, by: FileCall): Promise<string[]> {
      const result = await call('writeFiles', { files }, by)
      if (!result.ok) return [result.error?.message ?? 'It needs a confirmation.']
      const failed = Type.Object({
        results: Type.Array(Type.Object({ error: Type.Optional(Type.Unknown()), file: Type.String() })),
      })
      if (!Value.Check(failed, result.data)) return []
      return result.data.results.flatMap(({ file, error }) =>
        error === undefined ? [] : [`${file}: ${JSON.stringify(error)}`],
      )
    },
  }
}
