import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { anthropicBody } from '../../testing/recordings.ts'
import { answer, createScene } from '../../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

const page = '<html><body>Sign in to the hotel network</body></html>'
it.each([
  [
    '401',
    { status: 401, body: '{"error":{"message":"invalid x-api-key sk-secret-of-the-scene"}}' },
    /did not accept the key \(401\)/,
  ],
  ['429', { status: 429, body: '{}', headers: { 'retry-after-ms': '1' } }, /limits how often/],
  ['500', { status: 500, body: '', headers: { 'retry-after-ms': '1' } }, /failed \(500\)/],
  ['HTML', { body: page, headers: { 'content-type': 'text/html' } }, /a web page instead/],
  ['a redirect', { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } }, /redirect \(302\)/],
  [
    'JSON instead of a stream',
    { body: '{"error":{"message":"no streaming here"}}', headers: { 'content-type': 'application/json' } },
    /no streaming here/,
  ],
  ['nothing', { body: '' }, /broke off/],
  [
    'a cut in the middle',
    { body: anthropicBody([{ type: 'text', text: 'abc' }]), cutAt: 700 },
    /connection to Anthropic failed|broke off/,
  ],
  [
    'an overlong prompt',
    { status: 400, body: '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}' },
    /no longer fits/,
  ],
])(
  '%s ends in an error record for the user, without a secret, and in a session that can continue',
  async (_name, recording, sentence) => {
    let works = false
    const scene = await createScene(
      opened.database,
      () => (works ? answer([{ type: 'text', text: 'Back.' }]) : recording),
      { runner: { random: () => 1 } },
    )
    const run = await scene.say()
    expect(run).toMatchObject({ status: 'error', error: expect.stringMatching(sentence) })
    const { messages } = await scene.session()
    expect(messages.at(-1)).toMatchObject({ role: 'error', content: expect.stringMatching(sentence) })
    expect(messages.some(({ status }) => status === 'streaming')).toBe(false)
    expect(JSON.stringify(await scene.records())).not.toContain('sk-secret')
    works = true
    expect(await scene.say('And now?')).toMatchObject({ status: 'complete' })
    await scene.close()
  },
)
