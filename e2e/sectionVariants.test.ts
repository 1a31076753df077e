import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { type CanvasScene, openCanvas } from './support/canvas.ts'
import { canvasHtml, clickInCanvas } from './support/editor.ts'
import { look } from './support/look.ts'
import { runCommand } from './support/screens/stage.ts'

// covers apps/studio/src/variants apps/studio/src/editors/site/variants apps/server/src/sectionVariants packages/generate/src/variants

let scene: CanvasScene

beforeAll(async () => {
  scene = await openCanvas({
    css: '.offer-band { padding: 48px; background: #f3ede2; color: #2b2118; }\n.offer-band h2 { font-size: 40px; margin: 0; }',
    html: '<section id="a" class="offer-band"><h2>What we bake</h2><p>Sourdough, rye and tarts, each morning.</p><ul><li>Rye</li><li>Tart</li></ul></section><p id="b">After it</p>',
  })
})
afterAll(() => scene?.close())

it('a section is written again in three variants beside each other: by mouse one is taken in one step of undo, by keys all are left', async () => {
  const { page, html } = scene
  const dialog = page.getByRole('dialog')
  const samples = dialog.getByRole('list', { name: 'Variants', exact: true })
  const before = await html()

  await clickInCanvas(page, '#a h2')
  await page.keyboard.press('Escape')
  await runCommand(page, 'Section again, in three variants…')
  await dialog.getByText('A rehearsal plays, not AI').waitFor()
  await look(page, 'variants-ask')
  await dialog.getByRole('button', { name: 'Make three variants' }).click()
  await samples.waitFor()
  expect(await samples.getByRole('listitem').count()).toBe(4)
  const alone = page.frameLocator('iframe[title="Sample of Side by side"]')
  await alone.getByRole('heading', { name: 'What we bake' }).waitFor()
  expect(await alone.locator('#b').isVisible()).toBe(false)
  expect(await alone.locator('#a').evaluate((section) => getComputedStyle(section).backgroundColor)).toBe(
    'rgb(243, 237, 226)',
  )
  await look(page, 'variants-ready', () => alone.getByRole('heading', { name: 'What we bake' }).waitFor())
  expect(await html()).toBe(before)

  // Closed, and found again.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await runCommand(page, 'Section again, in three variants…')
  await samples.waitFor()
  await samples.getByRole('button', { name: 'Take this one: Side by side' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until('the variant in the canvas', async () => (await canvasHtml(page)).includes('varied-columns'))
  expect(await html()).toContain('varied-columns')
  await page.keyboard.press('ControlOrMeta+z')
  await until('the undo', async () => (await html()) === before)

  // Taken back, they wait for a choice again, which is made by keys.
  await until('the canvas', async () => !(await canvasHtml(page)).includes('varied-columns'))
  await clickInCanvas(page, '#b')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await runCommand(page, 'Section again, in three variants…')
  await dialog.getByRole('list', { name: 'Variants that wait for a choice' }).waitFor()
  const waiting = dialog.getByRole('button', { name: /What we bake/ })
  await until('the focus on what waits', async () => {
    await page.keyboard.press('Tab')
    return await waiting.evaluate((button) => button === document.activeElement)
  })
  await page.keyboard.press('Enter')
  await samples.waitFor()
  const keep = samples.getByRole('button', { name: 'Keep the present one' })
  await until('the focus on what is kept', async () => {
    await page.keyboard.press('Tab')
    return await keep.evaluate((button) => button === document.activeElement)
  })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await html()).toBe(before)
  await runCommand(page, 'Section again, in three variants…')
  await dialog.getByText('No variants wait for a choice').waitFor()
  await page.keyboard.press('Escape')
  expect(scene.problems).toEqual([])
})
