import {
  addressOf,
  type ImportDone,
  type ImportPlan,
  type ImportProgress,
  importSite,
  type QueryOf,
} from '@atelier/api'
import { type Answer, type ApiError, readAnswer } from '@atelier/api/client'
import { Value } from 'typebox/value'

export type ConflictChoice = 'keep' | 'replace' | 'rename'

export interface ImportChoices {
  /** By path; `skip` agrees to go without a file. */
  items: Readonly<Record<string, ConflictChoice | 'skip'>>
  starter: 'replace' | 'keep'
  template: boolean
  frames: boolean
  unused: boolean
}

type ImportQuery = QueryOf<typeof importSite>

const cutOff: ApiError = {
  code: 'offline',
  status: 0,
  message: 'The import was cut off.',
  hint: 'Look at the pages before you import again.',
}

/** The effect of importing a zip archive. */
export async function planImport(projectId: string, archive: Blob): Promise<Answer<ImportPlan>> {
  const answer = await send(projectId, archive, { plan: '1' })
  return answer ? readAnswer(importSite, answer.status, await answer.text()) : { ok: false, error: cutOff }
}

/** Imports a zip archive; reports each step. It is sent again only if the server no longer has `upload`. */
export async function runImport(
  projectId: string,
  { archive, upload }: { archive: Blob; upload: string | undefined },
  { items, starter, template, frames, unused }: ImportChoices,
  onProgress: (progress: ImportProgress) => void,
): Promise<Answer<ImportDone>> {
  const query: ImportQuery = {
    items: JSON.stringify(items),
    starter,
    template: template ? '1' : undefined,
    frames: frames ? '1' : undefined,
    unused: unused ? '1' : '0',
  }
  const first = upload === undefined ? undefined : await send(projectId, null, { ...query, upload })
  const answer = first === undefined || first.status === 410 ? await send(projectId, archive, query) : first
  if (!answer?.ok || !answer.body) {
    const refused = answer && readAnswer(importSite, answer.status, await answer.text())
    return refused && !refused.ok ? refused : { ok: false, error: cutOff }
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
      if (!Value.Check(importSite.lines, value)) continue
      if (value.type === 'progress') onProgress(value)
      else if (value.type === 'done') return { ok: true, value }
      else return { ok: false, error: { status: 409, ...value.error } }
    }
  }
}

function send(projectId: string, archive: Blob | null, query: ImportQuery): Promise<Response | undefined> {
  return fetch(addressOf(importSite, { params: { id: projectId }, query }), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/zip' },
    body: archive,
  }).catch(() => undefined)
}
