import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bySuite } from '../scripts/testing/runs.ts'
import { type Api, firstProject, pageHtml, type SessionView, session, signIn, siteHtml, until } from './support/api.ts'
import { ask, canvasHtml, openEditor, stopButton, typeInCanvas } from './support/editor.ts'
import { type Model, modelPrompt, startModel } from './support/model.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'
import { owner, type Studio, startStudio } from './support/studio.ts'

// covers apps/studio/src/auth apps/studio/src/shell apps/server/src/auth

const cases = [
  {
    name: 'with a rehearsal',
    model: false,
    first: 'Build a landing page for Ferment, a bakery in Porto',
    firstSign: 'class="sign"',
    second: 'Add a pricing section with plans: Solo, Team and Studio at €9, €29 and €99',
    secondSign: 'class="pricing"',
    published: ['What it costs', '€29', 'Studio'],
  },
  {
    name: 'with a provider that is not ours',
    model: true,
    first: modelPrompt,
    firstSign: 'class="model-hero"',
    second: `${modelPrompt}, please`,
    secondSign: 'class="model-visit"',
    published: ['Section hero', 'Section visit', 'Words of the story section.'],
  },
] as const

describe.each(bySuite<readonly (typeof cases)[number][]>(cases.slice(-1), cases))('the main job $name', (given) => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: Studio
  let model: Model | undefined
  let api: Api
  let projectId = ''
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    if (given.model) model = await startModel({ chunkMs: 40 })
    studio = await startStudio({ withoutOwner: true, env: { ATELIER_REHEARSAL_PACE_MS: '40' } })
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
    await model?.stop()
  })

  async function lastSession(): Promise<SessionView> {
    const { sessions } = await api.get<{ sessions: { id: string }[] }>(
      `/api/ai/sessions?projectId=${projectId}&scope=site`,
    )
    return await session(api, sessions[0]?.id ?? '')
  }

  it('sets the owner up with the printed link', async () => {
    page = await context.newPage()
    await page.goto(/https?:\S+/.exec(studio.announced)?.[0] ?? '')
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Create the owner' }).click()
    await page.locator('a[href*="/projects/"]').first().waitFor()
    await page.close()
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    if (model) {
      const { id } = await api.post<{ id: string }>('/api/ai/credentials', {
        provider: 'anthropic',
        label: 'Mock',
        apiKey: 'sk-test-key',
        baseUrl: model.url,
      })
      await api.put('/api/ai/defaults/site', { credentialId: id, modelId: 'claude-test' })
    }
  })

  it('shows the page changing while the run is at work, and a stop leaves it whole', async () => {
    page = await openEditor(context, studio)
    page.on('pageerror', (error) => problems.push(error.message))
    const before = await pageHtml(api, projectId)

    await ask(page, given.first)
    await until('the first section in the canvas', async () => (await canvasHtml(page)).includes(given.firstSign))
    expect(await stopButton(page)).toBe(true)
    await page.getByRole('button', { name: 'Stop the agent' }).click()
    const run = await until('the run to be stopped', async () => {
      const { runs } = await lastSession()
      return runs[0]?.status === 'aborted' ? runs[0] : undefined
    })
    // Whole: what the server holds is what the canvas shows, and the section that was begun is complete or absent.
    const stopped = await siteHtml(api, projectId)
    expect(stopped).toContain(given.firstSign)
    expect(stopped.split('<section').length).toBe(stopped.split('</section>').length)
    const { messages } = await lastSession()
    const calls = messages.filter((message) => message.role === 'tool_call')
    const results = messages.filter((message) => message.role === 'tool_result')
    expect(results.map((result) => result.toolCallId).sort()).toEqual(calls.map((call) => call.toolCallId).sort())

    const { id } = await lastSession()
    await api.post(`/api/ai/sessions/${id}/runs/${run.id}/undo`)
    expect(await pageHtml(api, projectId)).toBe(before)
    await until('the canvas to show it', async () => !(await canvasHtml(page)).includes(given.firstSign))
  })

  it('continues in the same session; undoing the run leaves what a second tab wrote meanwhile', async () => {
    const before = await pageHtml(api, projectId)
    const other = await openEditor(context, studio)
    other.on('pageerror', (error) => problems.push(error.message))
    const heading = /<h1[^>]*>([^<]*)</.exec(before)?.[1] ?? ''

    await page.bringToFront()
    await ask(page, given.second)
    await until('the run to begin', async () => (await lastSession()).runs.length === 2)
    await other.bringToFront()
    await typeInCanvas(other, 'h1', 'Written by another hand')
    await until('the edit in the first tab', async () => (await canvasHtml(page)).includes('Written by another hand'))
    const run = await until('the run to end', async () =>
      (await lastSession()).runs.find((one) => one.status === 'complete'),
    )
    await until('the section in both tabs', async () => {
      const shown = await Promise.all([canvasHtml(page), canvasHtml(other)])
      return shown.every((html) => html.includes(given.secondSign) && html.includes('Written by another hand'))
    })
    const done = await pageHtml(api, projectId)
    await other.close()

    await page.bringToFront()
    const card = page.getByLabel('What this run did').nth(1)
    await card.getByRole('button', { name: 'Undo' }).click()
    const expected = before.replace(heading, 'Written by another hand')
    await until('the card to say so', async () => await card.getByText('Undone', { exact: true }).isVisible())
    expect(await pageHtml(api, projectId)).toBe(expected)
    expect(await canvasHtml(page)).not.toContain(given.secondSign)

    await card.getByRole('button', { name: 'Redo' }).click()
    await until('the redo', async () => (await pageHtml(api, projectId)) === done)
    // The run is the last thing that this person did in this tab.
    await card.getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('Control+z')
    await until('the undo by key', async () => (await pageHtml(api, projectId)) === expected)
    await until('the card to say so', async () => await card.getByText('Undone', { exact: true }).isVisible())
    const redo = page.getByRole('banner').getByRole('button', { name: 'Redo' }).first()
    await until('the step to be there to redo', async () => await redo.isEnabled())
    await page.keyboard.press('Control+Shift+z')
    await until('the redo by key', async () => (await pageHtml(api, projectId)) === done)
    expect((await lastSession()).runs.find((one) => one.id === run.id)?.status).toBe('complete')
    if (model) expect(model.requests()).toBeGreaterThanOrEqual(6)
  })

  it('publishes clean static HTML', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish the site' }).click()
    const live = await until('the release', async () => {
      const { releases } = await api.get<{ releases: { live: boolean; url: string }[] }>(
        `/api/projects/${projectId}/releases`,
      )
      return releases.find((release) => release.live)
    })
    const { slug } = await firstProject(api)
    const answer = await fetch(`http://127.0.0.1:${studio.ports.sites}/${slug}/`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    for (const text of [...given.published, 'Written by another hand']) expect(html).toContain(text)
    expect(html).not.toMatch(/\suid=|data-node|contenteditable|<script|\son[a-z]+=/i)
    expect(html.toLowerCase()).not.toContain('atelier')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")

    const visitor = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const published = await visitor.newPage()
    published.on('pageerror', (error) => problems.push(error.message))
    await published.goto(live.url)
    await published.getByText('Written by another hand').waitFor()
    expect(await published.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
    await visitor.close()
    expect(problems).toEqual([])
  })
})
