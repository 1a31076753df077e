import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { until } from './support/api.ts'
import { ask, canvasHtml, showPanel, typeInCanvas } from './support/editor.ts'
import { goodAnswer } from './support/provider.ts'
import { openScene, type Scene } from './support/scene.ts'

// covers apps/studio/src/editors/site/history packages/site/src/diff apps/server/src/versions

describe('comparing by eye', () => {
  let scene: Scene
  let page: Page

  beforeAll(async () => {
    scene = await openScene()
    page = scene.page
  })
  afterAll(async () => await scene?.close())

  /** A frame of the comparison, once what it shows passes. */
  const frame = async (name: string, passes: (html: string) => boolean): Promise<Frame> => {
    let found: Frame | null | undefined
    await until(`the frame “${name}”`, async () => {
      const element = await page.$(`iframe[title="The page: ${name}"]`)
      found = await element?.contentFrame()
      return found ? passes(await found.content().catch(() => '')) : false
    })
    return found ?? expect.fail()
  }

  it('a run is shown before and after with its parts marked, one change of two is restored, and undo takes that back', async () => {
    const { data } = await scene.api.post<{ data: { documents: { document: { id: string } }[] } }>(
      `/api/projects/${scene.projectId}/operations/site.list_documents`,
      { input: {} },
    )
    // The id of a page means its body.
    const parentId = data.documents[0]?.document.id
    const insert = (id: string, html: string) => ({
      type: 'tool_use' as const,
      id,
      name: 'insertHtml',
      json: JSON.stringify({ parentId, html }),
    })
    const calls = [
      insert('toolu_1', '<section class="fresh"><h2>Fresh today</h2></section>'),
      insert('toolu_2', '<aside class="other"><p>Another part</p></aside>'),
    ]
    scene.provider.answersWith({ body: anthropicBody(calls, 'tool_use') }, goodAnswer('Both are there.'))
    await ask(page, 'Add two parts')
    await page.getByRole('button', { name: 'Compare' }).click()
    const compared = page.getByRole('region', { name: 'What this run changed' })
    await compared.waitFor()
    // It takes the canvas's place, and the panels beside it stay.
    const canvas = await page.locator('section[aria-label="Canvas"]').boundingBox()
    expect(await compared.boundingBox()).toEqual(canvas)
    expect(await page.getByRole('dialog').count()).toBe(0)
    const was = await frame('Before', (html) => html.includes('<h1'))
    expect(await was.content()).not.toContain('Fresh today')
    const is = await frame('Now', (html) => html.includes('Fresh today') && html.includes('data-atelier-change'))
    expect(await is.locator('.fresh[data-atelier-change="added"], .other[data-atelier-change="added"]').count()).toBe(2)
    expect(await was.evaluate(() => document.scripts.length)).toBe(0)
    await compared.getByRole('button', { name: 'Show aside.other' }).click()
    await until('it is shown', async () => (await is.locator('.other[data-atelier-shown]').count()) === 1)
    await compared.getByRole('button', { name: 'Slider' }).click()
    await compared.getByRole('slider').fill('30')
    await compared.getByRole('button', { name: 'Restore aside.other' }).click()
    await compared.getByText('Restored', { exact: true }).waitFor()
    await until('it has gone', async () => !(await canvasHtml(page)).includes('Another part'))
    await frame('Now', (html) => html.includes('Fresh today') && !html.includes('Another part'))
    await compared.getByRole('slider').press('Escape')
    await compared.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await until('it is back', async () => (await canvasHtml(page)).includes('Another part'))
    expect(await canvasHtml(page)).toContain('Fresh today')
  })

  deepTest('a version is compared with the page as it is, and one change is restored', async () => {
    await showPanel(page, 'Properties')
    await page.getByRole('button', { name: 'History' }).first().click()
    await page.getByLabel('Name of the version').fill('First')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'History' }).waitFor({ state: 'detached' })
    await typeInCanvas(page, '.fresh h2', 'Fresh tomorrow')
    await until('the text', async () => (await canvasHtml(page)).includes('Fresh tomorrow'))
    await page.getByRole('button', { name: 'History' }).first().click()
    await page.getByRole('button', { name: 'Compare', exact: true }).last().click()
    const compared = page.getByRole('region', { name: 'What has changed since “First”' })
    await frame('First', (html) => html.includes('Fresh today'))
    await frame('Now', (html) => html.includes('Fresh tomorrow'))
    await page.getByRole('button', { name: 'Restore h2' }).click()
    await until('the old text', async () => (await canvasHtml(page)).includes('Fresh today'))
    // Undo works beside the comparison, and the list follows it.
    await page.keyboard.press('Control+z')
    await until('the new text', async () => (await canvasHtml(page)).includes('Fresh tomorrow'))
    await compared.getByRole('button', { name: 'Back to the history' }).click()
    await compared.waitFor({ state: 'detached' })
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByRole('button', { name: 'Compare', exact: true }).last().click()
    await compared.getByRole('button', { name: 'Restore h2' }).click()
    await until('the old text again', async () => (await canvasHtml(page)).includes('Fresh today'))
    const again = await frame('First', (html) => html.includes('Fresh today'))
    await again.locator('h1').click()
    await page.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })
    await history.waitFor()
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
  })

  deepTest('what has changed since the last release is shown beside it', async () => {
    const compareByCommand = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Commands' }).fill('Compare with the release')
      await page.keyboard.press('Enter')
      return page.getByRole('region', { name: 'What has changed since the last release' })
    }
    const none = await compareByCommand()
    await none.getByText('There is no release yet').waitFor()
    await page.keyboard.press('Escape')
    await none.waitFor({ state: 'detached' })
    await scene.api.post(`/api/projects/${scene.projectId}/publish`)
    await typeInCanvas(page, '.fresh h2', 'Fresh on Sunday')
    await until('the text', async () => (await canvasHtml(page)).includes('Fresh on Sunday'))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Compare with the release' }).click()
    await frame('Last release', (html) => html.includes('Fresh today') && !html.includes('Sunday'))
    await frame('Now', (html) => html.includes('Fresh on Sunday'))
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('region', { name: 'What has changed since the last release' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Compare with the release' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Compare with the release' }).waitFor({ state: 'detached' })
    const compared = await compareByCommand()
    await compared.getByRole('button', { name: 'Restore h2' }).click()
    await until('what is online', async () => (await canvasHtml(page)).includes('Fresh today'))
    await page.keyboard.press('Control+z')
    await until('the edit', async () => (await canvasHtml(page)).includes('Fresh on Sunday'))
    await compared.getByRole('button', { name: 'Back to the page' }).click()
    await compared.waitFor({ state: 'detached' })
    await typeInCanvas(page, '.fresh h2', 'Fresh on Monday')
    await until('the text', async () => (await canvasHtml(page)).includes('Fresh on Monday'))
  })
})
