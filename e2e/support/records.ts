import type { Api } from './api.ts'

export interface StreamRecord {
  type: string
  key: string
  value: Record<string, unknown>
}

/** Reads the stream until it is cut, keeping every record that reached us: what we saw was acknowledged. */
export async function watch(
  api: Api,
  sessionId: string,
  seen: StreamRecord[],
  from: { offset: string },
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const live = from.offset === '-1' ? '' : '&live=long-poll'
    const response = await api
      .raw(`/api/ai/sessions/${sessionId}/stream?offset=${from.offset}${live}`, { signal: stop })
      .catch(() => undefined)
    if (!response?.ok && response?.status !== 204) return
    const text = await response.text().catch(() => undefined)
    if (text === undefined) return
    if (response.status === 200 && text !== '') seen.push(...(JSON.parse(text) as StreamRecord[]))
    from.offset = response.headers.get('stream-next-offset') ?? from.offset
  }
}

/** The whole stream, batch by batch. */
export async function readAll(api: Api, sessionId: string): Promise<StreamRecord[]> {
  const records: StreamRecord[] = []
  for (let offset = '-1'; ; ) {
    const response = await api.raw(`/api/ai/sessions/${sessionId}/stream?offset=${offset}`)
    records.push(...((await response.json()) as StreamRecord[]))
    if (response.headers.get('stream-up-to-date') === 'true') return records
    offset = response.headers.get('stream-next-offset') ?? offset
  }
}
