import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, type ApiError, readAnswer } from './client.ts'
import { ErrorBody } from './schemas.ts'

const Listed = Type.Array(Type.Object({ path: Type.String(), why: Type.String() }))

export const ImportPlan = Type.Object({
  /** The page that becomes home, where none is called `index.html`. */
  home: Type.Optional(Type.Object({ path: Type.String(), title: Type.String() })),
  pages: Type.Array(Type.Object({ path: Type.String(), slug: Type.String(), title: Type.String() })),
  stylesheets: Type.Array(Type.Object({ path: Type.String(), rules: Type.Number() })),
  media: Type.Object({
    files: Type.Number(),
    bytes: Type.Number(),
    unused: Type.Number(),
    takesUnused: Type.Boolean(),
  }),
  scripts: Type.Array(Type.Object({ path: Type.String() })),
  conflicts: Type.Array(
    Type.Object({
      kind: Type.String(),
      path: Type.String(),
      message: Type.String(),
      usual: Type.Enum(['keep', 'replace', 'rename']),
      rename: Type.Optional(Type.String()),
    }),
  ),
  tokens: Type.Array(Type.Object({ name: Type.String(), kind: Type.String(), value: Type.String() })),
  chrome: Type.Array(Type.Object({ tag: Type.String(), pages: Type.Array(Type.String()) })),
  leftOut: Listed,
  refused: Type.Array(Type.Object({ path: Type.String(), what: Type.String(), why: Type.String() })),
  missing: Type.Array(Type.Object({ path: Type.String(), url: Type.String() })),
  /** The server keeps the archive for some minutes under this name. */
  upload: Type.Optional(Type.String()),
})
export type ImportPlan = Static<typeof ImportPlan>

const Progress = Type.Object({
  type: Type.Literal('progress'),
  step: Type.Enum(['pages', 'media', 'writing']),
  done: Type.Number(),
  total: Type.Number(),
})
export type ImportProgress = Static<typeof Progress>

const Done = Type.Object({
  type: Type.Literal('done'),
  changeSetId: Type.String(),
  report: Type.Object({
    pages: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), title: Type.String() })),
    stylesheets: Type.Array(Type.Object({ path: Type.String() })),
    media: Type.Object({ files: Type.Number() }),
    scripts: Type.Array(Type.Object({ path: Type.String() })),
    tokens: Type.Array(Type.Object({ name: Type.String() })),
    kept: Listed,
  }),
})
export type ImportDone = Static<typeof Done>

export type ConflictChoice = 'keep' | 'replace' | 'rename'

export interface ImportChoices {
  /** By path. */
  items: Readonly<Record<string, ConflictChoice>>
  starter: 'replace' | 'keep'
  template: boolean
  unused: boolean
}

const cutOff: ApiError = {
  code: 'offline',
  status: 0,
  message: 'The import was cut off.',
  hint: 'Look at the pages before you import again.',
}

/** What an import of a zip archive would do. */
export async function planImport(projectId: string, archive: Blob): Promise<Answer<ImportPlan>> {
  const answer = await send(projectId, archive, new URLSearchParams({ plan: '1' }))
  return answer ? readAnswer(ImportPlan, answer.status, await answer.text()) : { ok: false, error: cutOff }
}

/** Imports a zip archive; told of each step on the way. It is sent again only where the server has let go of `upload`. */
export async function runImport(
  projectId: string,
  { archive, upload }: { archive: Blob; upload: string | undefined },
  { items, starter, template, unused }: ImportChoices,
  onProgress: (progress: ImportProgress) => void,
): Promise<Answer<ImportDone>> {
  const query = new URLSearchParams({ items: JSON.stringify(items), starter })
  if (template) query.set('template', '1')
  query.set('unused', unused ? '1' : '0')
  const named = new URLSearchParams([...query, ['upload', upload ?? '']])
  const first = upload === undefined ? undefined : await send(projectId, null, named)
  const answer = first === undefined || first.status === 410 ? await send(projectId, archive, query) : first
  if (!answer?.ok || !answer.body) {
    return answer ? readAnswer(Done, answer.status, await answer.text()) : { ok: false, error: cutOff }
  }
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const packet = await reader.read().catch(() => undefined)
    if (!packet || packet.done) return { ok: false, error: cutOff }
    const lines = (rest + decoder.decode(packet.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const value: unknown = JSON.parse(line)
      if (Value.Check(Progress, value)) onProgress(value)
      else if (Value.Check(Done, value)) return { ok: true, value }
      else if (Value.Check(ErrorBody, value)) return { ok: false, error: { status: 409, ...value.error } }
    }
  }
}

function send(projectId: string, archive: Blob | null, query: URLSearchParams): Promise<Response | undefined> {
  return fetch(`/api/projects/${encodeURIComponent(projectId)}/import?${query}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/zip' },
    body: archive,
  }).catch(() => undefined)
}
