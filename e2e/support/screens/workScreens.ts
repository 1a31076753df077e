import { anthropicBody } from '../../../packages/agent/testing/recordings.ts'
import { until } from '../api.ts'
import { ask, canvasHtml, clickInCanvas, typeInCanvas } from '../editor.ts'
import { goodAnswer, refusal } from '../provider.ts'
import { settle } from '../settle.ts'
import { emailAt } from '../shared.ts'
import { followPath, type Screen, type Stage, showAgent, showCanvas } from './stage.ts'

const openPublish = async ({ page }: Stage) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

const showHistory = async ({ page, compact }: Stage) => {
  if (compact) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
  } else await page.getByRole('button', { name: 'History', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'History' }).waitFor()
}

const stopAgent = async ({ page }: Stage) => {
  const stop = page.getByRole('button', { name: 'Stop the agent' })
  await stop.click()
  await stop.waitFor({ state: 'hidden' })
}

/** Publishing, versions and the agent, in the order in which they come up in a project. */
export const workScreens: readonly Screen[] = [
  { name: 'publish-first', show: openPublish },
  {
    name: 'publish-released',
    async show(stage) {
      await openPublish(stage)
      await stage.page.getByRole('button', { name: /^Publish (the site|changes)/ }).click()
      await stage.page.getByText('Published just now').waitFor()
    },
  },
  {
    name: 'publish-changes',
    async show(stage) {
      await showCanvas(stage)
      await typeInCanvas(stage.page, '.notice h2', `Closed until ${Math.round(performance.now())}`)
      await stage.page.keyboard.press('Escape')
      await openPublish(stage)
      await stage.page.getByRole('button', { name: 'Compare with the release' }).waitFor()
    },
  },
  {
    name: 'publish-compare',
    async show(stage) {
      await openPublish(stage)
      await stage.page.getByRole('button', { name: 'Compare with the release' }).click()
      await stage.page.locator('iframe[title^="The page: "]').first().waitFor()
      await settle(stage.page)
    },
    leave: ({ page }) => page.getByRole('button', { name: /^Back\b/ }).click(),
  },
  { name: 'history-empty', show: showHistory },
  {
    name: 'history',
    async show(stage) {
      await showHistory(stage)
      if ((await stage.page.getByRole('heading', { name: 'Before the opening' }).count()) > 0) return
      await stage.page.getByLabel('Name of the version').fill('Before the opening')
      await stage.page.getByRole('button', { name: 'Keep', exact: true }).click()
      await stage.page.getByRole('heading', { name: 'Before the opening' }).waitFor()
    },
  },
  { name: 'agent-empty', side: 'right', show: showAgent },
  {
    name: 'agent-models',
    async show(stage) {
      await showAgent(stage)
      await stage.page.getByRole('button', { name: /^Model: / }).click()
    },
  },
  {
    name: 'agent-finished',
    side: 'right',
    async show(stage) {
      await showAgent(stage)
      const { pages } = await stage.scene.api.get<{ pages: { slug: string; rootNodeId: string }[] }>(
        `/api/projects/${stage.scene.projectId}/pages`,
      )
      const parentId = pages.find(({ slug }) => slug === 'index')?.rootNodeId
      const html = '<p class="fresh">Fresh on Fridays</p><style>.fresh { color: #1f3a5f }</style>'
      const json = JSON.stringify({ parentId, html })
      const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'insertHtml', json }
      stage.scene.provider.answersWith(
        { body: anthropicBody([{ type: 'text', text: 'A line at the end will do.' }, call], 'tool_use') },
        goodAnswer('It stands at the end of the page, in the blue of the notice.'),
      )
      await ask(stage.page, 'Say that there is fresh bread on Fridays')
      await stage.page.getByRole('button', { name: 'Compare' }).first().waitFor()
    },
  },
  {
    name: 'agent-compare',
    async show(stage) {
      await showAgent(stage)
      await stage.page.getByRole('button', { name: 'Compare' }).first().click()
      await stage.page.locator('iframe[title^="The page: "]').first().waitFor()
      await settle(stage.page)
    },
    leave: ({ page }) => page.getByRole('button', { name: /^Back\b/ }).click(),
  },
  {
    name: 'agent-approval',
    side: 'right',
    async show(stage) {
      await showAgent(stage)
      await askForApproval(stage)
    },
    leave: stopAgent,
  },
  {
    name: 'agent-running',
    works: true,
    side: 'right',
    async show(stage) {
      await showAgent(stage)
      const text = 'I look at what the page says about opening hours first.'
      stage.scene.provider.answersWith({ body: anthropicBody([{ type: 'text', text }]), packet: 400, delayMs: 4_000 })
      await ask(stage.page, 'When are we open?')
      await stage.page.getByRole('button', { name: 'Stop the agent' }).waitFor()
      await stage.page.getByText('Working', { exact: true }).waitFor()
    },
    leave: stopAgent,
  },
  {
    name: 'agent-error',
    side: 'right',
    async show(stage) {
      await showAgent(stage)
      stage.scene.provider.answersWith(refusal(401, 'invalid x-api-key'))
      await ask(stage.page, 'And on Saturdays?')
      await stage.page
        .getByRole('button', { name: 'Retry' })
        .or(stage.page.getByText('Did not finish'))
        .first()
        .waitFor()
    },
  },
  {
    name: 'agent-chats',
    async show(stage) {
      await showAgent(stage)
      await stage.page.getByRole('button', { name: 'Chats', exact: true }).click()
    },
  },
  {
    name: 'another-person',
    async show(stage) {
      await showCanvas(stage)
      const { scene, page } = stage
      const { url } = await scene.api.post<{ url: string }>('/api/invitations', {
        email: emailAt(scene.studio, 'sam'),
        role: 'admin',
      })
      const other = await (await scene.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await other.goto(url)
      await other.getByLabel('Your name').fill('Sam Reader')
      await other.getByLabel('Password').fill('correct horse battery')
      await other.getByRole('button', { name: 'Accept the invitation' }).click()
      await other.locator('a[href*="/projects/"]').first().waitFor()
      await followPath(other, new URL(page.url()).pathname)
      await until('the page of the other person', async () => (await canvasHtml(other)).includes('<h1'))
      await clickInCanvas(other, '.lead')
      await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.scrollTo(0, 0))
      await page.getByText('1 other here').waitFor()
    },
    async leave({ scene, context }) {
      for (const each of scene.browser.contexts()) if (each !== context && each !== scene.context) await each.close()
    },
  },
  {
    name: 'offline',
    async show(stage) {
      await showCanvas(stage)
      await stage.context.setOffline(true)
      await typeInCanvas(stage.page, '.notice p', 'Back soon.')
      await stage.page
        .getByText(/Offline, /)
        .first()
        .waitFor()
    },
    leave: ({ context }) => context.setOffline(false),
  },
]

async function askForApproval({ scene, page }: Stage) {
  const made = await scene.api.post<{ data: { pageId: string } }>(
    `/api/projects/${scene.projectId}/operations/site.addPage`,
    { input: { title: 'Spare' } },
  )
  const json = JSON.stringify({ pageId: made.data.pageId })
  const said = { type: 'text' as const, text: 'Nothing links to that page any more.' }
  const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'deletePage', json }
  scene.provider.answersWith({ body: anthropicBody([said, call], 'tool_use') })
  await ask(page, 'Delete the spare page')
  await page.getByRole('region', { name: /May the agent/ }).waitFor()
}
