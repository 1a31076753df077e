import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, pageHtml, signIn, until } from './support/api.ts'
import { canvasHtml, clickInCanvas, openEditor, showPanel, styleInCanvas, typeInCanvas } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site apps/studio/src/documents packages/site/src/operations

describe('editing by hand', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let api: Api
  let page: Page
  let projectId = ''
  let slug = ''
  const problems: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
    api = await signIn(studio)
    const project = await firstProject(api)
    projectId = project.id
    slug = project.slug
    page = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })
  beforeEach(() => {
    problems.length = 0
  })

  async function open(): Promise<Page> {
    const opened = await openEditor(context, studio)
    opened.on('pageerror', (error) => problems.push(error.message))
    opened.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    return opened
  }

  const home = () => pageHtml(api, projectId)
  const stored = (text: string) => until(`the server to have ${text}`, async () => (await home()).includes(text))
  const pages = async () =>
    (await api.get<{ pages: { id: string; title: string; slug: string }[] }>(`/api/projects/${projectId}/pages`)).pages

  /** Without a setting the operation reads them. */
  const settingsOf = async (pageId?: string) =>
    JSON.stringify(await api.post(`/api/projects/${projectId}/operations/setPageSettings`, { input: { pageId } }))

  async function publishedCss(): Promise<string> {
    await api.post(`/api/projects/${projectId}/publish`)
    const root = `http://127.0.0.1:${studio.ports.sites}/${slug}/`
    const html = await (await fetch(root)).text()
    const links = [...html.matchAll(/<link[^>]+href="([^"]+\.css)"/g)].map((match) => new URL(match[1] ?? '', root))
    return (await Promise.all(links.map(async (link) => (await fetch(link)).text()))).join('\n')
  }

  it('stores what is typed; undo and redo go through one’s own edits and leave another’s', async () => {
    await typeInCanvas(page, 'h1', 'Typed by the first hand')
    await stored('Typed by the first hand')
    const other = await open()
    await typeInCanvas(other, 'h2', 'Typed by the second hand')
    await until('it in the first tab', async () => (await canvasHtml(page)).includes('Typed by the second hand'))

    await page.bringToFront()
    await page.keyboard.press('Control+z')
    await until('the undo everywhere', async () => {
      const shown = [await canvasHtml(page), await canvasHtml(other), await home()]
      return shown.every((html) => !html.includes('by the first hand') && html.includes('by the second hand'))
    })
    await page.keyboard.press('Control+Shift+z')
    await until('the redo everywhere', async () => {
      const shown = [await canvasHtml(page), await canvasHtml(other), await home()]
      return shown.every((html) => html.includes('by the first hand') && html.includes('by the second hand'))
    })
    await other.close()
    expect(problems).toEqual([])
  })

  it('changes one declaration, in the canvas and in what is published, and nothing beside it', async () => {
    const before = await publishedCss()
    const size = await styleInCanvas(page, 'h1', 'line-height')
    await clickInCanvas(page, 'h1')
    await showPanel(page, 'Properties')
    await page.getByRole('button', { name: 'Rules', exact: true }).click()
    const rule = page.getByRole('region', { name: 'h1', exact: true })
    const field = rule.getByRole('textbox', { name: 'Value of line-height' })
    await field.fill('2')
    await field.press('Enter')
    await until('the new style', async () => (await styleInCanvas(page, 'h1', 'line-height')) !== size)
    await until('the server to have it', async () => (await home()).includes('line-height: 2'))
    const changed = await publishedCss()
    const own = (css: string) =>
      css.replace('line-height: 0.98', 'line-height: ?').replace('line-height: 2;', 'line-height: ?;')
    expect(changed).not.toBe(before)
    expect(own(changed)).toBe(own(before))
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
  })

  deepTest('refuses a declaration that is none, says why, and changes nothing', async () => {
    await clickInCanvas(page, 'h1')
    const rule = page.getByRole('region', { name: 'h1', exact: true })
    const before = await home()
    const field = rule.getByRole('combobox', { name: 'Add a declaration to h1' })
    await field.fill('not css at all')
    await field.press('Enter')
    await rule.getByRole('alert').waitFor()
    expect(await home()).toBe(before)
    await field.press('Escape')
    await rule.getByRole('alert').waitFor({ state: 'detached' })
  })

  deepTest('adds a class, a rule for it, and an attribute', async () => {
    await clickInCanvas(page, 'h1')
    const classes = page.getByRole('textbox', { name: 'Add a class' })
    await classes.fill('loud')
    await classes.press('Enter')
    await page.getByRole('button', { name: 'Rule for .loud' }).click()
    const add = page.getByRole('combobox', { name: 'Add a declaration to .loud' })
    await add.fill('text-transform: uppercase')
    await add.press('Enter')
    await until('the style', async () => (await styleInCanvas(page, 'h1', 'text-transform')) === 'uppercase')

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name of a new attribute' }).fill('lang')
    const value = page.getByRole('textbox', { name: 'Value of the new attribute' })
    await value.fill('en-GB')
    await value.press('Enter')
    await stored('lang="en-GB"')
    expect(await home()).toMatch(/class="loud"/)
    expect(await canvasHtml(page)).toMatch(/<h1[^>]*lang="en-GB"/)
    await page.getByRole('button', { name: 'Remove lang' }).click()
    await until('the attribute gone', async () => !(await home()).includes('lang="en-GB"'))
    await page.getByRole('tab', { name: 'Style' }).click()
    expect(problems).toEqual([])
  })

  it('adds a page, renames it, saves its settings, and deletes it after asking', async () => {
    const before = (await pages()).length
    await page.getByRole('tab', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'Add a page' }).click()
    const title = page.getByRole('textbox', { name: 'Title of the page' })
    await title.fill('Opening hours')
    await title.press('Enter')
    await until('the page', async () => (await pages()).some((one) => one.slug === 'opening-hours'))
    expect(await pages()).toHaveLength(before + 1)

    await page.getByRole('button', { name: 'More about Opening hours' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await title.fill('When we are open')
    await title.press('Enter')
    await until('the new title', async () => (await pages()).some((one) => one.title === 'When we are open'))

    await page.getByRole('button', { name: 'More about When we are open' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    const form = page.getByRole('dialog', { name: /Settings of/ })
    await form.getByLabel('Theme colour').fill('#0b5394')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const pageId = (await pages()).find((one) => one.title === 'When we are open')?.id
    await until('the saved colour', async () => (await settingsOf(pageId)).includes('#0b5394'))

    await page.getByRole('button', { name: 'More about When we are open' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    expect(await dialog.textContent()).toContain('When we are open')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await pages()).toHaveLength(before + 1)
    await page.getByRole('button', { name: 'More about When we are open' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete page' }).click()
    await until('the page gone', async () => (await pages()).length === before)
    await until('the home page again', async () => (await canvasHtml(page)).includes('Typed by the first hand'))
    expect(problems).toEqual([])
  })

  it('moves a layer by dragging it, and by keyboard', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click()
    const layers = page.getByRole('tree', { name: 'Layers' })
    const row = (name: string) => layers.getByRole('treeitem').filter({ hasText: name })
    const order = async () => {
      const html = await home()
      return html.indexOf('<footer') < html.indexOf('<main')
    }
    expect(await order()).toBe(false)
    await row('.colophon').dragTo(row('main'), { targetPosition: { x: 60, y: 3 } })
    await until('the footer above', order)
    await until('the canvas', async () => {
      const html = await canvasHtml(page)
      return html.indexOf('<footer') < html.indexOf('<main')
    })
    await page.keyboard.press('Control+z')
    await until('the footer back', async () => !(await order()))
    await row('.colophon').click()
    await page.keyboard.press('Alt+ArrowUp')
    await until('the footer above by keyboard', order)
    await page.keyboard.press('Alt+ArrowDown')
    await until('the footer back by keyboard', async () => !(await order()))
    expect(problems).toEqual([])
  })

  deepTest('offers in the layer menu, by key and in the overview what the palette offers', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click()
    const layer = page.getByRole('treeitem').nth(1)
    await layer.click()
    await layer.click({ button: 'right' })
    for (const name of [/^Edit text/, /^Rename/, /^Duplicate/, /^Delete/])
      await page.getByRole('menuitem', { name }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('What do you want to do?').fill('Rename')
    await page.keyboard.press('Enter')
    const field = page.getByLabel('Name of the layer')
    await field.waitFor()
    await field.press('Escape')
    await page.keyboard.press('F2')
    await field.waitFor()
    await field.press('Escape')
    await page.keyboard.press('?')
    const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await overview.getByText('Rename', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await overview.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  deepTest('keeps everything over a reload', async () => {
    const before = await home()
    const shown = await canvasHtml(page)
    await page.reload()
    await until('the same page', async () => (await canvasHtml(page)) === shown)
    expect(await home()).toBe(before)
    expect(await styleInCanvas(page, 'h1', 'text-transform')).toBe('uppercase')
  })

  deepTest(
    'keeps the width of a pane that was dragged, or moved by keys, until a double click on its line',
    async () => {
      const line = page.getByRole('separator', { name: 'Width of the navigator' })
      const width = async () => (await page.getByRole('tablist', { name: 'Navigator' }).boundingBox())?.width
      const box = await line.boundingBox()
      if (!box) throw new Error('The line is not shown.')
      expect(await width()).toBe(240)
      await page.mouse.move(box.x, 400)
      await page.mouse.down()
      await page.mouse.move(box.x - 20, 400, { steps: 3 })
      await page.mouse.up()
      expect(await width()).toBe(220)
      await line.press('ArrowLeft')
      await page.reload()
      await line.waitFor()
      expect(await width()).toBe(212)
      expect(await line.getAttribute('aria-valuenow')).toBe('212')
      await line.dblclick()
      expect(await width()).toBe(240)
    },
  )

  deepTest('shows the page at the chosen width', async () => {
    const widthOf = () =>
      page.evaluate(
        () => document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')?.contentWindow?.innerWidth,
      )
    const group = page.getByRole('group', { name: 'Width of the page' })
    for (const width of [375, 768, 1440]) {
      await group.getByRole('button', { name: String(width), exact: true }).click()
      await until(`a page of ${width} px`, async () => (await widthOf()) === width)
    }
    await group.getByRole('button', { name: 'Fit' }).click()
  })

  it('keeps edits made offline, says so, and sends them when the connection is back', async () => {
    await context.setOffline(true)
    const status = page.getByRole('contentinfo').getByRole('status')
    await typeInCanvas(page, 'h1', 'Typed on a train')
    await status.getByText(/Offline, 1 edit kept here/).waitFor()
    expect(await home()).not.toContain('Typed on a train')
    expect(await canvasHtml(page)).toContain('Typed on a train')
    await context.setOffline(false)
    await stored('Typed on a train')
    await status.getByText('Saved').waitFor()
  })

  it.each([
    [390, 844],
    [1440, 900],
  ])('fits a window of %i px: canvas and agent in reach, nothing to scroll sideways', async (width, height) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await page.reload()
      await page.locator('iframe[title="The page"]').waitFor()
      if (width > 900) await showPanel(page, 'Agent')
      await page.getByLabel('Message to the agent').waitFor()
      const box = await page.locator('iframe[title="The page"]').boundingBox()
      expect(box?.width).toBeGreaterThan(300)
      expect(box?.height).toBeGreaterThan(200)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(sideways).toBeLessThanOrEqual(0)
      expect(await brightness(page)).toSatisfy((value: number) => (colorScheme === 'dark' ? value < 60 : value > 200))
    }
    expect(problems).toEqual([])
  })

  deepTest('says so if the project is deleted under it, and leads away', async () => {
    await api.raw(`/api/projects/${projectId}`, { method: 'DELETE' })
    await page.getByText('This project has been deleted').waitFor()
    await page.getByRole('contentinfo').getByText('Deleted').waitFor()
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.waitForURL(`${studio.url}/`)
  })
})

/** How bright the studio's own ground is, from 0 to 255, as it is painted. */
async function brightness(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    const bar = document.querySelector('header')
    if (!canvas || !bar) return -1
    canvas.fillStyle = getComputedStyle(bar).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 3
  })
}
