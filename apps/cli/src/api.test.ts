import { chat, exportSite, importSite } from '@atelier/api'
import { describe, expect, test } from 'vitest'
import { type Api, createApi } from './api.ts'

/** The body of a call. */
async function sentBy(call: (api: Api) => Promise<unknown>) {
  const sent: { method?: string | undefined; url: string; type: string | null; body: unknown }[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { method, headers, body } = init
    sent.push({ method, url: String(input), type: new Headers(headers).get('content-type'), body })
    return new Response('{}')
  }
  await call(createApi({ env: { ATELIER_URL: 'http://localhost:4000/', ATELIER_API_KEY: 'k' }, fetch }))
  return sent
}

describe('a route that is opened', () => {
  test('is sent a JSON body at its address', async () => {
    const sent = await sentBy((api) => api.open(chat, { params: { scope: 'a/b' }, body: { prompt: 'Hi' } }))
    const url = 'http://localhost:4000/api/ai/chat/a%2Fb'
    expect(sent).toEqual([{ method: 'POST', url, type: 'application/json', body: '{"prompt":"Hi"}' }])
  })

  test('is sent an archive with its query', async () => {
    const body = new Uint8Array([1, 2])
    const sent = await sentBy((api) => api.open(importSite, { params: { id: 'p' }, query: { plan: '1' }, body }))
    const url = 'http://localhost:4000/api/projects/p/import?plan=1'
    expect(sent).toEqual([{ method: 'POST', url, type: 'application/zip', body: Buffer.from(body) }])
  })

  test('is sent nothing when it takes nothing', async () => {
    const sent = await sentBy((api) => api.open(exportSite, { params: { id: 'p' } }))
    const url = 'http://localhost:4000/api/projects/p/export'
    expect(sent).toEqual([{ method: 'GET', url, type: null, body: undefined }])
  })
})
