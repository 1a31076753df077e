import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import type { Recording } from '../packages/agent/testing/replay.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, runEnded, session, until } from './support/api.ts'
import { ask } from './support/editor.ts'
import { goodAnswer, refusal, type ScriptedProvider } from './support/provider.ts'
import { openScene, type Scene } from './support/scene.ts'

// covers apps/studio/src/shell/agent apps/server/src/conversation

const reads: Recording = {
  body: anthropicBody([{ type: 'tool_use', id: 'toolu_read', name: 'read_document', json: '{}' }], 'tool_use'),
}

describe('a conversation in the studio', () => {
  let scene: Scene
  let provider: ScriptedProvider
  let api: Api
  let context: BrowserContext
  let page: Page
  let projectId = ''
  let problems: string[] = []

  beforeAll(async () => {
    scene = await openScene({ modelId: 'claude-sonnet-4-5' })
    ;({ provider, api, context, page, projectId, problems } = scene)
  })
  afterAll(() => scene?.close())

  const composer = () => page.getByLabel('Message to the agent')
  const queue = () => page.getByRole('list', { name: 'Waiting messages' })
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const idle = () => page.getByRole('button', { name: 'Stop the agent' }).waitFor({ state: 'hidden' })
  const chats = async () =>
    (await api.get<{ sessions: { id: string }[] }>(`/api/ai/sessions?projectId=${projectId}&scope=site`)).sessions
  const current = async () => await session(api, (await chats())[0]?.id ?? '')
  /** A run that waits for the end of an answer. */
  const atWork = async () => {
    const body = anthropicBody([{ type: 'text', text: 'First the pages.' }])
    provider.answersWith({ body: body.slice(0, body.indexOf('event: message_delta')), stall: true })
    await ask(page, 'Look at the pages')
    await page.getByText('First the pages.').waitFor()
  }

  it('lines messages up while the agent is at work, lets them be changed, and holds them when it is stopped', async () => {
    await atWork()
    await ask(page, 'Then shorten the heading')
    await queue().getByText('With the next round').waitFor()
    await composer().fill('And write about the mill')
    await composer().press('Control+Enter')
    await queue().getByText('After this run').waitFor()
    await queue().getByRole('button', { name: 'Edit' }).last().click()
    await page.keyboard.type(' and the farms')
    await page.keyboard.press('Enter')
    await queue().getByText('And write about the mill and the farms').waitFor()
    await until('the focus is back at the line', async () => (await focused()) === 'Edit')
    await page.getByRole('button', { name: 'Stop the agent' }).click()
    await queue().getByText('On hold: the run before it was stopped').nth(1).waitFor()
    await page.reload()
    await queue().getByRole('button', { name: 'Remove' }).first().click()
    await queue().getByText('Then shorten the heading').waitFor({ state: 'detached' })
    provider.answersWith(goodAnswer('The page on the mill is there.'))
    await queue().getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The page on the mill is there.').waitFor()
    await queue().waitFor({ state: 'detached' })
    await until('the focus is at the message', async () => (await focused()) === 'Message to the agent')
    expect(problems).toEqual([])
  })

  deepTest('takes a message for later, shows when it will be said, and lets it be removed', async () => {
    await idle()
    await composer().fill('Publish the winter menu')
    await page.getByRole('button', { name: 'When to say it' }).click()
    await page.getByRole('menuitem', { name: /Later/ }).click()
    const time = page.getByLabel('Day and time')
    await time.fill('2020-01-01T09:00')
    await page.keyboard.press('Enter')
    await page.getByText('This time is past. Choose a later one.').waitFor()
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await time.fill(`${day}T09:30`)
    await page.getByRole('button', { name: 'Send then' }).click()
    await queue()
      .getByText(/^On .* at /)
      .waitFor()
    expect(await composer().inputValue()).toBe('')
    await until('the focus is back', async () => (await focused()) === 'Message to the agent')
    expect((await current()).runs.filter((run) => run.status === 'scheduled')).toHaveLength(1)
    await queue().getByRole('button', { name: 'Remove' }).click()
    await queue().waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  deepTest(
    'sends only pictures, makes large ones smaller, keeps them over a change of the window, and shows them',
    async () => {
      const large = await page.evaluate(async () => {
        const canvas = document.createElement('canvas')
        canvas.width = 2700
        canvas.height = 720
        const pen = canvas.getContext('2d')
        const noise = pen?.createImageData(2700, 720)
        if (!pen || !noise) return ''
        for (let at = 0; at < noise.data.length; at += 65_536) {
          crypto.getRandomValues(new Uint8Array(noise.data.buffer, at, Math.min(65_536, noise.data.length - at)))
        }
        for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
        pen.putImageData(noise, 0, 0)
        return canvas.toDataURL('image/png').split(',')[1] ?? ''
      })
      const photo = Buffer.from(large, 'base64')
      expect(photo.length).toBeGreaterThan(5 * 1024 * 1024)
      const files = page.getByLabel('Pictures to add')
      await files.setInputFiles([
        { name: 'photo.png', mimeType: 'image/png', buffer: photo },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
      ])
      await page.getByText('notes.txt is not a PNG, JPEG, WebP or GIF.').waitFor()
      const tray = page.getByRole('list', { name: 'Pictures of the message' })
      await page.setViewportSize({ width: 390, height: 844 })
      await tray.getByAltText('photo.png').waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
      await tray.getByAltText('photo.png').waitFor()
      const send = page.getByRole('button', { name: 'Send', exact: true })
      await until('it is read', async () => await send.isEnabled())
      provider.answersWith(goodAnswer('I see noise.'))
      await send.click()
      await page.getByText('I see noise.').waitFor()
      await tray.waitFor({ state: 'detached' })
      const enlarge = page.getByRole('button', { name: 'Enlarge: A picture of the message' })
      await enlarge.click()
      const shown = page.getByRole('dialog').getByAltText('A picture of the message')
      await until(
        'it is shown',
        async () => (await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)) === 2576,
      )
      await page.keyboard.press('Escape')
      await until('the focus is back', async () => (await focused()) === 'Enlarge: A picture of the message')
      expect(problems).toEqual([])
    },
  )

  deepTest('says which limit a run has reached, without alarm, and continues from there', async () => {
    const { budgets } = await api.get<{ budgets: { run: object } }>('/api/ai/budgets')
    await api.put('/api/ai/budgets', { run: { ...budgets.run, rounds: 1 } })
    provider.answersWith(reads)
    await ask(page, 'Rework the page')
    await page.getByText(/^Stopped at the limit of 1 round for one message/).waitFor()
    await page.getByText('Paused', { exact: true }).waitFor()
    await api.put('/api/ai/budgets', { run: budgets.run })
    provider.answersWith(goodAnswer('All of it is reworked.'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message to the agent')
    await ask(page, 'Go on')
    await page.getByText('All of it is reworked.').waitFor()
    expect(problems).toEqual([])
  })

  deepTest('continues the last chat when a message is sent before it is known which one that is', async () => {
    const before = (await chats()).length
    const [last] = await chats()
    const other = await scene.browser.newContext({
      storageState: await context.storageState(),
      viewport: page.viewportSize(),
    })
    const early = await other.newPage()
    let open = () => {}
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    // As in another browser: nothing is remembered, and the list of chats is slow to come.
    await early.addInitScript(() => localStorage.clear())
    await early.route('**/api/ai/sessions?*', async (route) => {
      await held
      await route.continue()
    })
    await early.goto(page.url())
    provider.answersWith(goodAnswer('Heard in the same chat.'))
    await ask(early, 'An early word')
    await early.getByLabel('Message to the agent').fill('and half of the next')
    open()
    await early.getByText('Heard in the same chat.').waitFor()
    expect(await early.getByLabel('Message to the agent').inputValue()).toBe('and half of the next')
    expect(await chats()).toHaveLength(before)
    const said = await session(api, last?.id ?? '')
    expect(said.messages.some(({ content }) => content === 'An early word')).toBe(true)
    await runEnded(api, last?.id ?? '', said.runs.at(-1)?.id ?? '')
    await other.close()
    expect(problems).toEqual([])
  })

  deepTest(
    'offers a new chat with the summary if this one no longer fits, in which the earlier messages are known',
    async () => {
      await page.getByRole('button', { name: 'New chat', exact: true }).click()
      provider.answersWith(goodAnswer('The mill dates from 1643.'))
      await ask(page, `Remember that the mill was built by Anna. ${'It stands at the river. '.repeat(40)}`)
      await page.getByText('The mill dates from 1643.').waitFor()
      await idle()
      const before = await chats()
      provider.answersWith(refusal(400, 'prompt is too long: 250000 tokens > 200000 maximum'))
      await ask(page, 'When was it built?')
      await page.getByText(/^This chat no longer fits the model’s window/).waitFor()
      await page.getByRole('button', { name: 'New chat with the summary' }).click()
      await page.getByText('When was it built?').waitFor({ state: 'detached' })
      await until('the focus is at the message', async () => (await focused()) === 'Message to the agent')
      await page.getByRole('button', { name: 'Summary of the chat before' }).click()
      const log = page.getByRole('log', { name: 'Conversation' })
      for (const words of ['the mill was built by Anna', 'The mill dates from 1643.', 'When was it built?']) {
        await log.getByText(words).waitFor()
      }
      provider.answersWith(goodAnswer('In 1643, by Anna.'))
      await ask(page, 'Tell me again')
      await page.getByText('In 1643, by Anna.').waitFor()
      const after = await chats()
      expect(after).toHaveLength(before.length + 1)
      expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect(await queue().isVisible()).toBe(false)
      expect(problems).toEqual([])
    },
  )
})
