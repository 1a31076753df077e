import type { ChangeGroup } from '@atelier/documents'
import type { Capability, Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

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

/** In whose name, and in which project and change set, the site is read or written. */
export interface FileCall {
  project: { id: string; site_document_id: string }
  capabilities: ReadonlySet<Capability>
  userId: string
  /** The run in whose name and change set it is made. */
  changeSetId?: string
  group?: ChangeGroup
}

/** The site as files, for what a generation reads and writes itself. */
export interface SiteFiles {
  /** Calls an operation of the scope `site` by its short name. */
  call(name: string, input: unknown, by: FileCall): Promise<Envelope>
  /** The text of a file; undefined if there is none. */
  read(file: string, by: FileCall): Promise<string | undefined>
  /** Writes files; returns the sentences of what was refused. */
  write(files: Readonly<Record<string, string>>, by: FileCall): Promise<string[]>
}

/** Reads and writes files by the operations that a model calls. */
export function siteFilesOver(call: SiteFiles['call']): SiteFiles {
  return {
    call,
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
