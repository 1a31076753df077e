import { afterAll, beforeAll, expect, test } from 'vitest'
import { anthropicText, fakeProvider, newSession, settled, startRun } from '../../../testing/ai.ts'
import { png } from '../../../testing/media.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>
beforeAll(async () => {
  provider = await fakeProvider((response) => anthropicText(response, 'I see.'))
  server = await startTestServer()
  const credential = {
    provider: 'anthropic',
    label: 'Ours',
    apiKey: 'sk-ant-secret-key-0123456789',
    baseUrl: provider.url,
  }
  await server.call('POST', '/api/ai/credentials', credential)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

/** The sizes of the pictures in a request, each once. */
function sizes(body: string): string[] {
  const found = [...body.matchAll(/"media_type":"image\/png","data":"([^"]+)"/g)].map(([, data]) => {
    const bytes = Buffer.from(data ?? '', 'base64')
    return `${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`
  })
  return [String(found.length), ...new Set(found)]
}

test('three messages with eight pictures of 2,400 pixels each are sent with none above 2,000', async () => {
  const session = await newSession(server)
  for (const message of [1, 2, 3]) {
    const images = Array.from({ length: 8 }, (_, at) => ({
      mimeType: 'image/png',
      data: png(2400, 400, [message * 40, at * 20, 90]).toString('base64'),
    }))
    await startRun(server, session, `Look at these, ${message}`, { images })
    expect((await settled(server, session)).runs.at(-1)).toMatchObject({ status: 'complete' })
  }
  expect(provider.bodies.map(sizes)).toEqual([
    ['8', '2400×400'],
    ['16', '2400×400'],
    ['24', '2000×333'],
  ])
})
