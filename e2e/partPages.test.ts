import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers packages/cad/src/viewer apps/server/src/cad packages/site/src/part

/** The first build of a server loads its kernel. */
const LONG = 240_000

let browser: TestBrowser
let studio: SharedStudio
let address = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  const api = await signIn(studio)
  const { id, slug } = await firstProject(api)
  address = `http://${slug}.localhost:${studio.ports.sites}/plate/`
  await publishPlate(api, id)
}, LONG)
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

/** Makes a plate, puts it on a page of its own, and publishes the site. */
async function publishPlate(api: Api, projectId: string): Promise<void> {
  const operate = (id: string, input: object, documentId?: string) =>
    api.post<{ data: { rootNodeId: string } }>(`/api/projects/${projectId}/operations/${id}`, { input, documentId })
  const { id: partId } = await api.post<{ id: string }>(`/api/projects/${projectId}/parts`, { name: 'Plate' })
  await operate('part.setParameter', { name: 'width', expression: '40 mm' }, partId)
  await operate('part.createBox', { width: 'width', depth: 30, height: 10 }, partId)
  await operate('part.setConfiguration', { name: 'Long', values: { width: '80 mm' } }, partId)
  const { data } = await operate('site.addPage', { title: 'Plate' })
  const html = `<main><h1>Plate</h1><div style="width:400px"><atelier-part part="${partId}" allow="configurations download"><img alt="A flat plate"></atelier-part></div></main>`
  await operate('site.insertHtml', { parentId: data.rootNodeId, html })
  await api.post(`/api/projects/${projectId}/publish`, {})
}

/** The picture of the part as it is drawn now. */
const drawn = async (page: Page) => (await page.locator('part-viewer canvas').screenshot()).toString('base64')

test(
  'a visitor turns a part by mouse and keys, without movements of its own where these are not wanted',
  async () => {
    const context = await browser.newContext({ viewport: { width: 1024, height: 800 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const failed: string[] = []
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
    await page.goto(address)
    await page.locator('part-viewer[data-ready]').waitFor({ timeout: LONG })
    const first = await drawn(page)
    const box = await page.locator('part-viewer').boundingBox()
    if (!box) throw new Error('The part is not shown.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 90, y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => drawn(page)).not.toBe(first)
    const turned = await drawn(page)
    await page.locator('part-viewer canvas').press('ArrowLeft')
    await expect.poll(() => drawn(page)).not.toBe(turned)
    expect(await axeFindings(page, 'a page with a part')).toEqual([])
    const link = page.getByRole('link', { name: 'Plate.glb' })
    const short = await link.getAttribute('href')
    const before = await drawn(page)
    await page.getByRole('combobox', { name: 'A flat plate' }).selectOption('Long')
    await expect.poll(() => drawn(page)).not.toBe(before)
    await expect.poll(() => link.getAttribute('href')).not.toBe(short)
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toBe('Plate.glb')
    expect(failed).toEqual([])
    await context.close()
  },
  LONG,
)

test('without scripts a visitor sees the picture', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(address)
  const picture = page.getByRole('img', { name: 'A flat plate' })
  await picture.waitFor()
  const box = await picture.boundingBox()
  expect([box?.width, box?.height]).toEqual([400, 300])
  await page.getByRole('link', { name: 'Plate.glb' }).waitFor()
  expect(await page.getByRole('combobox').count()).toBe(0)
  await context.close()
})
