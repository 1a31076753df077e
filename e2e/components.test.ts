import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { changeAndUndo } from './support/canvas.ts'
import { canvasHtml, clickInCanvas, openEditor, placeInCanvas, showPanel } from './support/editor.ts'
import { dropMarked } from './support/settled.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/components apps/studio/src/editors/site/navigator packages/site/src/component

let browser: TestBrowser
let studio: SharedStudio
let api: Api
let page: Page
let projectId = ''
let documentId = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  const { pages } = await api.get<{ pages: { slug: string; documentId: string }[] }>(`/api/projects/${projectId}/pages`)
  documentId = pages.find(({ slug }) => slug === 'index')?.documentId ?? expect.fail()
  const html =
    '<main><h1>Bread</h1><p class="lead">One</p><section class="box"><h2>Box</h2><p class="in">Inside</p></section><p class="last">Last</p></main>'
  await operate('replaceNodeHtml', { nodeId: documentId, html })
  page = await openEditor(await browser.newContext({ viewport: { width: 1440, height: 900 } }), studio)
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''))
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const operate = async (name: string, input: unknown, id = documentId) =>
  (
    await api.post<{ data: { html: string; nodeId: string; components: { id: string; uses: unknown[] }[] } }>(
      `/api/projects/${projectId}/operations/site.${name}`,
      { input, documentId: id },
    )
  ).data
const layer = (name: RegExp) => page.getByRole('treeitem', { name }).first()
const stored = async (id = documentId) => (await operate('read_document', { document: { id } }, id)).html
const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).first().click()
const menu = async (...names: string[]) => {
  for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click()
}
const changesAndUndoes = (act: () => Promise<void>, isChanged: (html: string) => boolean) =>
  changeAndUndo(page, act, isChanged, undo)

it('drags a layer of the navigator to a gap of the page', async () => {
  await clickInCanvas(page, '.last')
  await changesAndUndoes(
    async () => {
      const from = await layer(/^Last/).boundingBox()
      const to = await placeInCanvas(page, '.lead')
      await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 12)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await page.mouse.move(to.x, to.y - 4, { steps: 2 })
      await dropMarked(page, { x: to.x, y: to.y - 4 })
      await page.mouse.up()
    },
    (html) => html.indexOf('class="last"') < html.indexOf('class="box"'),
  )
})

deepTest('changes a tag and multiplies by what is typed', async () => {
  const choose = async (submenu: string, item: string, value: string, button: string) => {
    await layer(/^One/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: submenu, exact: true }).hover()
    await menu(item)
    const dialog = page.getByRole('dialog', { name: submenu })
    await dialog.getByRole('textbox').fill(value)
    await dialog.getByRole('button', { name: button }).click()
  }
  await clickInCanvas(page, '.lead')
  await changesAndUndoes(
    () => choose('Change the tag', 'Change the tag to…', 'address', 'Change'),
    (html) => html.includes('<address class="lead"'),
  )
  await clickInCanvas(page, '.lead')
  await changesAndUndoes(
    () => choose('Multiply', 'Multiply to…', '5', 'Multiply'),
    (html) => html.split('class="lead"').length === 6,
  )
})

it('makes a component with a slot and a variant, and fills and chooses them on an instance', async () => {
  await clickInCanvas(page, '.box')
  await layer(/^\.box/).click({ button: 'right' })
  await menu('Make it a component')
  await until('the component', async () => (await operate('listComponents', {})).components.length > 0)
  const componentId = (await operate('listComponents', {})).components[0]?.id ?? expect.fail()
  await layer(/^Box/).click({ button: 'right' })
  await menu('Edit the component')
  const bar = page.getByRole('toolbar', { name: 'Component Box' })
  await bar.getByText('Used 1 time').waitFor()
  await until('the component alone', async () => (await layer(/^main/).count()) === 0)

  await clickInCanvas(page, '.in')
  await layer(/^Inside/).click({ button: 'right' })
  await menu('Make it a slot')
  await until('the slot', async () => /<atelier-slot[^>]*><p/.test(await stored(componentId)))
  await undo()
  await until('no slot', async () => !(await stored(componentId)).includes('<atelier-slot'))
  await page.keyboard.press('Control+Shift+z')
  await until('the slot', async () => (await stored(componentId)).includes('<atelier-slot'))

  await clickInCanvas(page, '.box')
  await bar.getByRole('button', { name: 'variants…' }).click()
  await page.getByRole('textbox', { name: 'Classes to choose from' }).fill('box featured')
  await page.getByRole('button', { name: 'Add variants' }).click()
  await until('the variants', async () => (await stored(componentId)).includes('{params.variant}'))
  await bar.getByRole('button', { name: 'Used 1 time' }).click()
  await page.getByRole('dialog', { name: 'Where it is used' }).getByRole('button').first().click()
  await until('the page again', async () => (await layer(/^main/).count()) === 1)

  await changesAndUndoes(
    async () => {
      await page.keyboard.press('a')
      await page.getByRole('combobox', { name: /Search elements/ }).fill('divider')
      await page.keyboard.press('Shift+Enter')
    },
    (html) => /<section[^>]*>[\s\S]*<hr[\s\S]*<\/section>/.test(html) && !html.includes('class="in"'),
  )
  await layer(/^Box/).click()
  await showPanel(page, 'Properties')
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await changesAndUndoes(
    async () => {
      await page.getByRole('combobox', { name: 'variant' }).selectOption('featured')
    },
    (html) => html.includes('class="featured"'),
  )
})

deepTest('fills a slot that has a name', async () => {
  const { components } = await operate('listComponents', {})
  const componentId = components[0]?.id ?? expect.fail()
  const rest = '<div class="note"><atelier-slot name="note">No note</atelier-slot></div>'
  const { data } = await api.post<{ data: { nodeIds: string[] } }>(
    `/api/projects/${projectId}/operations/site.insertHtml`,
    { input: { parentId: componentId, html: rest } },
  )
  await until('the default of the slot', async () => (await canvasHtml(page)).includes('No note'))
  await layer(/^Box/).click()
  await changesAndUndoes(
    async () => {
      await page
        .getByRole('tabpanel')
        .getByText('Slot note')
        .locator('..')
        .getByRole('button', { name: 'Fill…' })
        .click()
      await page.getByRole('combobox', { name: /Search elements/ }).fill('divider')
      await page.keyboard.press('Enter')
      await until('the slot by its name', async () => /<atelier-slot[^>]* name="note"[^>]*>\s*<hr/.test(await stored()))
    },
    (html) => html.includes('<hr') && !html.includes('No note'),
  )
  await undo()
  await until('no slot', async () => !(await stored()).includes('<atelier-slot'))
  await operate('deleteNode', { nodeId: data.nodeIds[0] }, componentId)
  await until('the component as it was', async () => !(await canvasHtml(page)).includes('No note'))
})

deepTest('shows a component in the palette as it is, and detaches an instance', async () => {
  await clickInCanvas(page, 'h1')
  await page.keyboard.press('a')
  await page.getByRole('combobox', { name: /Search elements/ }).fill('box')
  const tile = page.getByRole('group', { name: 'Components' }).getByRole('option', { name: 'Box' })
  await until('the picture of the component', () =>
    tile.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).srcdoc.includes('Inside')),
  )
  await tile.click()
  await until('a second box', async () => (await canvasHtml(page)).split('<h2').length === 3)
  await undo()
  await until('one box', async () => (await canvasHtml(page)).split('<h2').length === 2)
  await layer(/^Box/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Detach|ordinary/ }).click()
  await until('ordinary nodes', async () => !(await stored()).includes('<atelier-component'))
  await undo()
  await until('the instance', async () => (await stored()).includes('<atelier-component'))
})
