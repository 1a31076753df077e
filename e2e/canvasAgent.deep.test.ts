/** Slow by design: the outline of a run is followed through undo, scrolls, zooms and frames. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { until } from './support/api.ts'
import { expectOutlineAt } from './support/canvas.ts'
import { ask, canvasHtml } from './support/editor.ts'
import { goodAnswer } from './support/provider.ts'
import { openScene, type Scene } from './support/scene.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/shell/agent

/** How long the agent's outline stays, as in the canvas. */
const OUTLINE_MS = 2_600

describe('the outline of what the agent touched', () => {
  let scene: Scene

  beforeAll(async () => {
    scene = await openScene()
    // It stays for as long as the test looks at it, so that a slow machine is no reason to miss it.
    await scene.context.addInitScript((shown) => {
      const wait = window.setTimeout.bind(window)
      const longer = (run: () => void, after?: number) => wait(run, after === shown ? 600_000 : after)
      Object.assign(window, { setTimeout: longer })
    }, OUTLINE_MS)
    await scene.page.reload()
    await until('the page', async () => (await canvasHtml(scene.page)).includes('<h1'))
  })
  afterAll(async () => await scene?.close())

  it('is on its element after an undo of the run, a scroll, a zoom and in another frame', async () => {
    const { page } = scene
    const { data } = await scene.api.post<{ data: { documents: { document: { id: string } }[] } }>(
      `/api/projects/${scene.projectId}/operations/site.list_documents`,
      { input: {} },
    )
    const parentId = data.documents[0]?.document.id
    const made = await scene.api.post<{ data: { nodeIds: string[] } }>(
      `/api/projects/${scene.projectId}/operations/site.insertHtml`,
      { input: { parentId, html: '<p class="notice" style="padding: 20px">Closed on Monday</p>', index: 0 } },
    )
    const call = (id: string, name: string, input: object) => ({
      type: 'tool_use' as const,
      id,
      name,
      json: JSON.stringify(input),
    })
    const calls = [
      call('toolu_1', 'insertHtml', { parentId, html: '<section style="height: 340px">Tall</section>', index: 0 }),
      call('toolu_2', 'updateNodeProps', { nodeId: made.data.nodeIds[0], patch: { text: 'Closed on Tuesday' } }),
    ]
    scene.provider.answersWith({ body: anthropicBody(calls, 'tool_use') }, goodAnswer('Done.'))
    await ask(page, 'Put something above, and change the day')
    await until('the change', async () => (await canvasHtml(page)).includes('Closed on Tuesday'))
    await page.getByRole('region', { name: 'What this run did' }).getByRole('button', { name: 'Undo' }).click()
    await until('the page as before', async () => (await canvasHtml(page)).includes('Closed on Monday'))
    expect(await canvasHtml(page)).not.toContain('Tall')
    const stands = () => expectOutlineAt(scene, 'agent', '.notice')
    await stands()
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      frame?.contentWindow?.scrollBy(0, 23)
    })
    await stands()
    await page.locator('section[aria-label="Canvas"]').click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('Control+-')
    await stands()
    await page.keyboard.press('1')
    const width = page.getByRole('group', { name: 'Width of the page' })
    await width.getByRole('button', { name: '375' }).click()
    await stands()
    await width.getByRole('button', { name: '1440' }).click()
    await stands()
    expect(scene.problems).toEqual([])
  })
})
