import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import type { Recording } from '../packages/agent/testing/replay.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, until } from './support/api.ts'
import { ask } from './support/editor.ts'
import { goodAnswer, type ScriptedProvider } from './support/provider.ts'
import { openRestartableScene, type RestartableScene } from './support/scene.ts'
import type { SharedStudio } from './support/shared.ts'

// covers apps/studio/src/shell/agent apps/server/src/ai/approvals

function deletes(pageId: string): Recording {
  const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'deletePage', json: JSON.stringify({ pageId }) }
  return { body: anthropicBody([call], 'tool_use') }
}

describe('a call that cannot be undone', () => {
  let scene: RestartableScene
  let studio: SharedStudio
  let provider: ScriptedProvider
  let api: Api
  let context: BrowserContext
  let page: Page
  let projectId = ''
  let problems: string[] = []

  beforeAll(async () => {
    scene = await openRestartableScene()
    ;({ studio, provider, api, context, page, projectId, problems } = scene)
  })
  afterAll(() => scene?.close())

  const operate = async (id: string, input: object, documentId?: string) =>
    await api.post<{ data: { pageId: string } }>(`/api/projects/${projectId}/operations/${id}`, { input, documentId })
  const addPage = async (title: string) => (await operate('site.addPage', { title })).data.pageId
  const titles = async () =>
    (await api.get<{ pages: { title: string }[] }>(`/api/projects/${projectId}/pages`)).pages.map(({ title }) => title)
  const card = (on: Page = page) => on.getByRole('region', { name: /May the agent/ })
  const asked = async (title: string) => {
    const pageId = await addPage(title)
    provider.answersWith(deletes(pageId))
    await ask(page, `Delete ${title}`)
    await card().getByText(`Delete the page “${title}”`).waitFor()
    provider.answersWith(goodAnswer(`Done with ${title}.`))
    return pageId
  }
  const over = (title: string) => page.getByText(`Done with ${title}.`).last().waitFor()

  it('is a question in a card that is there again after a reload and in every tab; approved, it happens', async () => {
    await asked('Visit')
    expect(await titles()).toContain('Visit')
    expect(await page.getByText('Waiting for you').first().isVisible()).toBe(true)
    await page.reload()
    await card()
      .getByText('Delete the page “Visit” (/visit). Undoing the run brings it back while this chat is kept.')
      .waitFor()
    await card().getByRole('button', { name: 'Arguments' }).click()
    await card().getByText('"pageId"').waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await card(other).waitFor()
    // By keyboard only.
    await card().getByRole('button', { name: 'Approve', exact: true }).focus()
    await page.keyboard.press('Enter')
    await over('Visit')
    await page.getByText(/^Approved by you · \d\d:\d\d$/).waitFor()
    await card(other).waitFor({ state: 'detached' })
    await other.getByText(/^Approved by you/).waitFor()
    await other.close()
    expect(await titles()).not.toContain('Visit')
    expect(problems).toEqual([])
  })

  deepTest('does not happen if it is denied, and the agent learns why', async () => {
    await asked('Keep')
    await card().getByRole('button', { name: 'Deny…' }).click()
    await page.keyboard.press('Escape')
    await card().getByRole('button', { name: 'Deny…' }).press('Enter')
    await page.keyboard.type('We link to it')
    await page.keyboard.press('Enter')
    await over('Keep')
    await page.getByText('Denied by you: “We link to it”').waitFor()
    expect(await titles()).toContain('Keep')
  })

  deepTest('is a question again if the page has changed since', async () => {
    const pageId = await asked('Moving')
    await operate('site.insertHtml', { parentId: pageId, html: '<p>New words</p>' }, pageId)
    await card().getByRole('button', { name: 'Approve', exact: true }).click()
    await card().getByText('It has changed. May the agent still do this?').waitFor()
    await card().getByText('with its 1 element.').waitFor()
    expect(await titles()).toContain('Moving')
    await card().getByRole('button', { name: 'Approve', exact: true }).click()
    await over('Moving')
    expect(await titles()).not.toContain('Moving')
  })

  deepTest('waits through a server that is killed', async () => {
    await asked('Later')
    await scene.restart()
    ;({ studio, api } = scene)
    await page.reload()
    await card().getByText('Delete the page “Later”').waitFor()
    await card().getByRole('button', { name: 'Approve', exact: true }).click()
    await over('Later')
    expect(await titles()).not.toContain('Later')
  })

  deepTest('is no question any more once it is always allowed, until that is withdrawn in the account', async () => {
    await asked('First')
    await card().getByRole('button', { name: 'Approve more than this' }).click()
    await page.getByRole('menuitem', { name: 'Always allow in this project' }).click()
    await over('First')
    const pageId = await addPage('Second')
    provider.answersWith(deletes(pageId))
    const before = provider.requests()
    await ask(page, 'Delete Second')
    await until('the next request', async () => provider.requests() > before)
    provider.answersWith(goodAnswer('Done with Second.'))
    await until('the page is gone', async () => !(await titles()).includes('Second'))
    const account = await context.newPage()
    await account.goto(`${studio.url}/settings/account`)
    await account.getByRole('button', { name: /^Ask again: Delete a page in My site$/ }).click()
    await account.getByText('It asks before everything that cannot be undone.').waitFor()
    await account.close()
    expect(problems).toEqual([])
  })
})
