// Takes the pictures of docs/. Run after a build: `npm run screenshots`.
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { firstProject, signIn, until } from './support/api.ts'
import { launch } from './support/browser.ts'
import { ask, canvasHtml, openEditor } from './support/editor.ts'
import { goodAnswer, startProvider } from './support/provider.ts'
import { motionEnded } from './support/settled.ts'
import { startStudio } from './support/studio.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots')
const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
]
const prompt = 'Build a landing page for Ferment, a bakery in Porto'

const browser = await launch()
try {
  for (const size of sizes) {
    const viewport = { width: size.width, height: size.height }
    const shot = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}-${size.name}.png`) })
    const fresh = await startStudio({ withoutOwner: true })
    const studio = await startStudio({ env: { ATELIER_REHEARSAL_PACE_MS: '30' } })
    try {
      const context: BrowserContext = await browser.newContext({
        viewport,
        deviceScaleFactor: size.width < 500 ? 2 : 1,
      })
      const setup = await context.newPage()
      await setup.goto(/https?:\S+/.exec(fresh.announced)?.[0] ?? '')
      await setup.getByLabel('Your name').waitFor()
      await settled(setup)
      await shot(setup, 'setup')
      await setup.close()

      const page = await openEditor(context, studio)
      const composer = page.getByLabel('Message to the agent')
      if (!(await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
      await ask(page, prompt)
      await until('half of the page', async () => (await canvasHtml(page)).includes('class="board"'), 60_000)
      await motionEnded(page)
      await shot(page, 'agent')
      await until('the whole page', async () => (await canvasHtml(page)).includes('class="hours"'), 60_000)
      await page.getByRole('button', { name: 'Stop the agent' }).waitFor({ state: 'hidden' })
      await page.evaluate(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
        frame?.contentWindow?.scrollTo(0, 0)
      })
      if (size.width < 900)
        await page
          .getByRole('button', { name: 'Agent', exact: true })
          .click()
          .catch(() => undefined)
      await settled(page)
      await shot(page, 'editor')

      const api = await signIn(studio)
      const project = await firstProject(api)
      await api.post(`/api/projects/${project.id}/publish`)
      const published = await context.newPage()
      await published.goto(`http://127.0.0.1:${studio.ports.sites}/${project.slug}/`)
      await settled(published)
      await shot(published, 'published')

      const provider = await startProvider()
      try {
        const { id: credentialId } = await api.post<{ id: string }>('/api/ai/credentials', {
          provider: 'anthropic',
          label: 'Anthropic',
          apiKey: 'sk-ant-scripted-0000',
          baseUrl: provider.url,
        })
        await api.put('/api/ai/defaults/site', { credentialId, modelId: 'claude-sonnet-4-5' })
        const operate = (id: string, input: object, documentId?: string) =>
          api.post<{ data: { pageId: string } }>(`/api/projects/${project.id}/operations/${id}`, { input, documentId })
        const { pageId } = (await operate('site.addPage', { title: 'Summer opening hours' })).data
        const html = '<main><h1>Open until eight</h1><p>From June to September.</p></main>'
        await operate('site.insertHtml', { parentId: pageId, html }, pageId)
        await page.reload()
        await page.locator('iframe[title="The page"]').waitFor()
        await settled(page)
        if (!(await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
        await page.getByRole('button', { name: 'New chat' }).click()
        const said = 'The summer is over, and nothing links to that page any more. I would take it away.'
        const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'deletePage', json: JSON.stringify({ pageId }) }
        provider.answersWith({ body: anthropicBody([{ type: 'text', text: said }, call], 'tool_use') })
        await ask(page, 'Tidy up: what is out of season can go')
        const card = page.getByRole('region', { name: /May the agent/ })
        await card.waitFor()
        await settled(page)
        await shot(page, 'approval')
        provider.answersWith(goodAnswer('The page is gone, and everything else is as it was.'))
        await card.getByRole('button', { name: 'Approve', exact: true }).click()
        await page.getByText('The page is gone').waitFor()
        await page.goto(`${studio.url}/settings/ai?tab=usage`)
        await page.getByRole('heading', { name: 'By model' }).waitFor()
        await settled(page)
        await shot(page, 'usage')
      } finally {
        await provider.close()
      }
      await context.close()
    } finally {
      await fresh.remove()
      await studio.remove()
    }
  }
} finally {
  await browser.close()
}

async function settled(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await motionEnded(page)
}
