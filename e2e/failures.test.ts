import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import type { Recording } from '../packages/agent/testing/replay.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { type Api, until } from './support/api.ts'
import { ask, stopButton } from './support/editor.ts'
import { goodAnswer, refusal, type ScriptedProvider } from './support/provider.ts'
import { openScene, type Scene } from './support/scene.ts'
import type { SharedStudio } from './support/shared.ts'

// covers apps/studio/src/shell/agent packages/agent/src/wire

const secret = 'sk-ant-secret-of-this-test'
/** The wait between tries is the server's own to say; said so short, a test need not sit it out. */
const soon = { 'retry-after-ms': '20' }

const cases: [name: string, answer: Recording, says: RegExp, advises: RegExp][] = [
  [
    '401',
    refusal(401, `invalid x-api-key ${secret}`),
    /Anthropic did not accept the key \(401\)/,
    /Check the credential in the AI settings/,
  ],
  [
    '429 without a time to wait',
    refusal(429, 'Too many requests'),
    /Anthropic limits how often it may be asked \(429\)/,
    /Wait a little and send the message again/,
  ],
  [
    '429 with a long time to wait',
    refusal(429, 'Too many requests', { 'retry-after': '300' }),
    /Anthropic limits how often it may be asked \(429\)/,
    /Wait 5 minutes and send the message again/,
  ],
  ['500', refusal(500, 'Internal server error', soon), /Anthropic failed \(500\)/, /Try again in a moment/],
  [
    'a web page',
    { headers: { 'content-type': 'text/html' }, body: '<html><body><h1>Hotel network</h1></body></html>' },
    /Anthropic answered with a web page/,
    /Check the base URL in the AI settings/,
  ],
  [
    'nothing',
    { body: '', hangUp: true },
    /The connection to Anthropic failed/,
    /Check the network and the base URL, then try again/,
  ],
  [
    'an answer that is cut in the middle',
    {
      body: anthropicBody([{ type: 'text', text: 'The beginning of an answer that never ends. '.repeat(20) }]),
      cutAt: 1500,
    },
    /The connection to Anthropic failed/,
    /Check the network and the base URL, then try again/,
  ],
]

describe('a provider that fails', () => {
  let scene: Scene
  let studio: SharedStudio
  let provider: ScriptedProvider
  let api: Api
  let page: Page
  let projectId = ''
  let problems: string[] = []

  beforeAll(async () => {
    scene = await openScene({ apiKey: secret })
    ;({ studio, provider, api, page, projectId, problems } = scene)
  })
  afterAll(() => scene?.close())

  it.each(
    bySuite(
      cases.filter(([name]) => name === '401' || name === 'an answer that is cut in the middle'),
      cases,
    ),
  )(
    '%s: the panel says what happened and what to do, and the next message succeeds',
    async (name, answer, says, advises) => {
      const log = page.getByRole('log', { name: 'Conversation' })
      const failures = log.getByText(says)
      const before = await failures.count()
      provider.answersWith(answer)
      await ask(page, `Try ${name}`)
      await failures.nth(before).waitFor()
      const turn = log.locator('article').last()
      const words = (await turn.textContent()) ?? ''
      expect(words).toMatch(advises)
      expect(words).not.toMatch(/[{}]|\bat .*:\d+:\d+|TypeError|undefined|\[object/)
      expect(words).not.toContain(secret)
      await until('the composer', async () => !(await stopButton(page)))

      provider.answersWith(goodAnswer(`All is well after ${name}.`))
      await ask(page, 'And now?')
      await log.getByText(`All is well after ${name}.`).waitFor()
      await until('the composer', async () => !(await stopButton(page)))
      const { sessions } = await api.get<{ sessions: unknown[] }>(`/api/ai/sessions?projectId=${projectId}&scope=site`)
      expect(sessions).toHaveLength(1)
      expect(problems).toEqual([])
    },
  )

  deepTest('says while it waits that it does and why; a stop ends the waiting', async () => {
    provider.answersWith(refusal(529, 'Overloaded', { 'retry-after': '30' }))
    await ask(page, 'Try a long wait')
    const progress = page.getByText(/The provider is overloaded, asking again in (30|2\d) s/)
    await progress.waitFor()
    await page.getByRole('button', { name: 'Stop the agent' }).click()
    await progress.waitFor({ state: 'detached' })
    provider.answersWith(goodAnswer('Here after the stop.'))
    await ask(page, 'Go on')
    await page.getByText('Here after the stop.').waitFor()
  })

  deepTest('keeps a message that could not be sent to the server, and sends it when it can', async () => {
    await page.route('**/runs', (route) => route.abort())
    await ask(page, 'Said into the void')
    await page.getByText('The server does not answer.').waitFor()
    const composer = page.getByLabel('Message to the agent')
    expect(await composer.inputValue()).toBe('Said into the void')
    await page.unroute('**/runs')
    provider.answersWith(goodAnswer('Heard now.'))
    await composer.press('Enter')
    await page.getByText('Heard now.').waitFor()
    expect(await page.getByText('The server does not answer.').isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  it('asks to sign in again when the session has ended, with the message in its place', async () => {
    await page.context().clearCookies()
    await ask(page, 'Said without a session')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password').fill(studio.owner.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    const composer = page.getByLabel('Message to the agent')
    await composer.waitFor()
    expect(await composer.inputValue()).toBe('Said without a session')
    provider.answersWith(goodAnswer('Signed in again.'))
    await composer.press('Enter')
    await page.getByText('Signed in again.').waitFor()
    expect(problems).toEqual([])
  })

  deepTest('starts again if the chat that was open has been deleted elsewhere', async () => {
    const path = `/api/ai/sessions?projectId=${projectId}&scope=site`
    const { sessions } = await api.get<{ sessions: { id: string }[] }>(path)
    for (const { id } of sessions) await api.raw(`/api/ai/sessions/${id}`, { method: 'DELETE' })
    await page.reload()
    await page.getByRole('heading', { name: 'New chat' }).waitFor()
    provider.answersWith(goodAnswer('A new beginning.'))
    await ask(page, 'Hello again')
    await page.getByText('A new beginning.').waitFor()
  })

  it.each([
    ['an unknown route', 'GET', '/api/nothing', undefined, 404, { code: 'not_found' }],
    ['an unknown project', 'GET', '/api/projects/nowhere/pages', undefined, 404, { code: 'not_found' }],
    ['an unknown session', 'POST', '/api/ai/sessions/nowhere/runs', '{"prompt":"x"}', 404, { code: 'not_found' }],
    ['an unknown operation', 'POST', '/api/projects/:id/operations/site.fly', '{}', 404, { code: 'not_found' }],
    ['what is not JSON', 'POST', '/api/ai/sessions', '{"projectId":', 400, { code: 'invalid_json' }],
    ['a wrong type', 'POST', '/api/ai/sessions', '{"projectId":7,"scope":"site"}', 400, { path: '/projectId' }],
    [
      'a wrong input',
      'POST',
      '/api/projects/:id/operations/site.addPage',
      '{"input":{"title":7}}',
      400,
      { path: '/title' },
    ],
    ['too much', 'POST', '/api/projects', JSON.stringify({ name: 'x'.repeat(9_000_000) }), 413, { code: 'too_large' }],
  ])('answers %s with a sentence', async (_name, method, path, body, status, error) => {
    const answer = await api.raw(path.replace(':id', projectId), {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([status, expect.any(String)])
    const given = JSON.parse(text).error
    expect(given).toMatchObject(error)
    expect(given.message).toMatch(/^[A-Z/][^{}]+\.?$/)
    expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules/)
  })

  deepTest('answers no caller without a session', async () => {
    for (const path of [
      '/api/projects',
      '/api/ai/sessions',
      '/api/ai/credentials',
      `/api/projects/${projectId}/pages`,
    ]) {
      const answer = await fetch(studio.url + path)
      expect([path, answer.status]).toEqual([path, 401])
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } })
    }
  })
})
