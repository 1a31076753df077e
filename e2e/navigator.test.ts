import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, pageHtml, signIn, until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { changeAndUndo } from './support/canvas.ts'
import { canvasHtml, clickInCanvas, openEditor, showPanel } from './support/editor.ts'
import { motionEnded } from './support/settled.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/navigator packages/site/src/checks

describe('the navigator', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let page: Page
  let api: Api
  let projectId: string
  let slug: string

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
    page = await openEditor(context, studio)
    api = await signIn(studio)
    ;({ id: projectId, slug } = await firstProject(api))
    page.on('pageerror', (error) => expect.soft(error.message).toBe(''))
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const layer = (name: string | RegExp) => page.getByRole('treeitem', { name }).first()
  const storedComponent = async () => {
    const listed: { data: { components: { id: string }[] } } = await operation('listComponents')
    return await pageHtml(api, projectId, listed.data.components[0]?.id)
  }
  const operation = <Answer>(name: string) =>
    api.post<Answer>(`/api/projects/${projectId}/operations/site.${name}`, { input: {} })
  const undo = () => page.keyboard.press('Control+z')
  const changesAndUndoes = (act: () => Promise<void>, isChanged: (html: string) => boolean) =>
    changeAndUndo(page, act, isChanged, undo)

  it('finds layers by text and by selector', async () => {
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find layers' })
    await field.fill('h1')
    await until('the heading alone', async () => (await page.getByRole('treeitem').count()) === 1)
    await field.fill('no such layer')
    await page.getByText('No layer matches').waitFor()
    await field.press('Escape')
    await until('all layers', async () => (await page.getByRole('treeitem').count()) > 1)
  })

  deepTest('finds a layer by its name, folds all, and hides one here only', async () => {
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find layers' })
    await field.fill('colophon')
    await until('the footer alone', async () => (await page.getByRole('treeitem').count()) === 1)
    await field.press('Escape')
    await clickInCanvas(page, 'h1')
    await until('the heading in the tree', async () => (await page.getByRole('treeitem', { name: /h1/ }).count()) > 0)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await until('no heading in the tree', async () => (await page.getByRole('treeitem', { name: /h1/ }).count()) === 0)
    await layer(/^\.colophon/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide or show here only' }).click()
    await until('no footer on the canvas', async () => !(await canvasHtml(page)).includes('<footer'))
    expect(await pageHtml(api, projectId)).toContain('<footer')
    await page.getByRole('button', { name: 'Hidden here only: show it again' }).click()
    await until('the footer', async () => (await canvasHtml(page)).includes('<footer'))
  })

  deepTest('marks a loop and a problem in the tree', async () => {
    const { pages } = await api.get<{ pages: { slug: string; documentId: string }[] }>(
      `/api/projects/${projectId}/pages`,
    )
    const parentId = pages.find(({ slug: each }) => each === 'index')?.documentId
    const html =
      '<atelier-loop data-source-id="site.pages"><p>{currentEntry.title}</p></atelier-loop><p id="twice">x</p><p id="twice">y</p>'
    const path = `/api/projects/${projectId}/operations/site.insertHtml`
    const made = await api.post<{ changeSetId: string }>(path, { input: { parentId, html } })
    await page.getByRole('treeitem', { name: /loop/i }).waitFor()
    await page.getByRole('tree').getByRole('img').first().waitFor()
    await api.post(`/api/projects/${projectId}/changes/${made.changeSetId}/undo`)
    await page.getByRole('treeitem', { name: /loop/i }).waitFor({ state: 'detached' })
  })

  deepTest('offers in the open palette the commands that are possible after another user’s change', async () => {
    const { pages } = await api.get<{ pages: { slug: string; documentId: string }[] }>(
      `/api/projects/${projectId}/pages`,
    )
    const parentId = pages.find(({ slug: each }) => each === 'index')?.documentId
    const path = `/api/projects/${projectId}/operations/site.insertHtml`
    const made = await api.post<{ changeSetId: string }>(path, { input: { parentId, html: '<p class="brief">x</p>' } })
    await layer(/^x/).click()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Commands' })
    await field.fill('Duplicate')
    await page.getByRole('option', { name: /^Duplicate/ }).waitFor()
    await api.post(`/api/projects/${projectId}/changes/${made.changeSetId}/undo`)
    await page.getByRole('option', { name: /^Duplicate/ }).waitFor({ state: 'detached' })
    await field.press('Escape')
  })

  it('moves several layers by one drag', async () => {
    await layer(/^\.masthead/).click()
    await layer(/^\.colophon/).click({ modifiers: ['ControlOrMeta'] })
    await changesAndUndoes(
      async () => {
        await layer(/^\.masthead/).dragTo(layer(/^main/), { targetPosition: { x: 80, y: 23 } })
      },
      (html) => html.indexOf('<main') < html.indexOf('<header') && html.indexOf('<header') < html.indexOf('<footer'),
    )
  })

  deepTest('selects a range with Shift, and a locked layer is passed by on the canvas', async () => {
    await layer(/^\.masthead/).click()
    await layer(/^\.colophon/).click({ modifiers: ['Shift'] })
    expect(await page.locator('[role=treeitem][aria-selected=true]').count()).toBe(3)
    await page.keyboard.press('Control+Shift+l')
    await page.getByRole('treeitem', { name: /main, locked/ }).waitFor()
    await clickInCanvas(page, 'h1')
    await until('the page itself', async () => (await layer(/^Page/).getAttribute('aria-selected')) === 'true')
    await layer(/^\.masthead/).click()
    await layer(/^\.colophon/).click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+Shift+l')
    await page.getByRole('treeitem', { name: /main, locked/ }).waitFor({ state: 'detached' })
  })

  it('locks a layer and a page for the agent, by keys and by mouse', async () => {
    await layer(/^\.masthead/).click()
    await page.keyboard.press('Control+Alt+k')
    await page.getByRole('treeitem', { name: /masthead.*locked for the agent/ }).waitFor()
    expect(await axeFindings(page, 'a locked layer')).toEqual([])
    await layer(/^\.masthead/)
      .getByRole('button', { name: 'Locked for the agent: unlock it' })
      .click()
    await page.getByRole('treeitem', { name: /locked for the agent/ }).waitFor({ state: 'detached' })
    await layer(/^\.colophon/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Lock for the agent' }).click()
    await page.getByRole('treeitem', { name: /colophon.*locked for the agent/ }).waitFor()
    await page.keyboard.press('Control+Alt+Shift+k')
    await page.getByRole('treeitem', { name: /locked for the agent/ }).waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Pages', exact: true }).click()
    await page.getByRole('button', { name: 'Contact', exact: true }).first().hover()
    await page.getByRole('button', { name: 'More about Contact' }).click()
    await page.getByRole('menuitem', { name: 'Lock for the agent' }).click()
    const mark = page.getByRole('button', { name: 'Contact is locked for the agent: unlock it' })
    await mark.waitFor()
    expect(await axeFindings(page, 'a locked page')).toEqual([])
    await mark.click()
    await mark.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Layers', exact: true }).click()
  })

  it('hides a layer, and publishing leaves it out', async () => {
    const released = async () => {
      await api.post(`/api/projects/${projectId}/publish`)
      return await (await fetch(`http://127.0.0.1:${studio.ports.sites}/${slug}/`)).text()
    }
    expect(await released()).toContain('<footer')
    await changesAndUndoes(
      async () => {
        await layer(/^\.colophon/).hover()
        await layer(/^\.colophon/)
          .getByRole('button', { name: 'Leave out of the published site' })
          .click()
        await page.getByRole('treeitem', { name: /colophon.*not published/ }).waitFor()
        await until('all saved', async () => page.getByText('Saved', { exact: true }).isVisible())
        expect(await released()).not.toContain('<footer')
      },
      (html) => !html.includes('<footer'),
    )
    await until('all saved', async () => page.getByText('Saved', { exact: true }).isVisible())
    expect(await released()).toContain('<footer')
  })

  deepTest(
    'keeps the menu of a page at its button while the pointer is on the menu, and gives the focus back',
    async () => {
      await page.getByRole('tab', { name: 'Pages', exact: true }).click()
      await page.getByRole('button', { name: 'The workshop', exact: true }).first().hover()
      const more = page.getByRole('button', { name: 'More about The workshop' })
      await more.click()
      const menu = page.getByRole('menu')
      const before = await menu.boundingBox()
      await page.getByRole('menuitem', { name: 'Translate…' }).hover()
      await motionEnded(page)
      expect(await menu.boundingBox()).toEqual(before)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    },
  )

  it('moves a page under another one by dragging, with its address', async () => {
    await page.getByRole('tab', { name: 'Pages', exact: true }).click()
    const pageRow = (name: string) => page.getByRole('button', { name, exact: true }).first()
    await pageRow('Contact').dragTo(pageRow('The workshop'))
    await page.getByRole('button', { name: 'Fold /about' }).waitFor()
    await undo()
    await page.getByRole('button', { name: 'Fold /about' }).waitFor({ state: 'detached' })
  })

  deepTest('makes a component, and its title a parameter by pointing at it', async () => {
    await page.getByRole('tab', { name: 'Layers', exact: true }).click()
    await layer(/^\.colophon/).click()
    await layer(/^\.colophon/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Make it a component' }).click()
    await page.getByRole('treeitem', { name: /^Colophon/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit the component' }).click()
    const bar = page.getByRole('toolbar', { name: 'Component Colophon' })
    await bar.getByText('Used 1 time').waitFor()
    await until('the component alone', async () => (await layer(/^main/).count()) === 0)
    await clickInCanvas(page, 'footer p')
    await bar.getByRole('button', { name: 'text', exact: true }).click()
    await until('the parameter', async () => (await storedComponent()).includes('{params.text}'))
    await undo()
    await until('no parameter', async () => !(await storedComponent()).includes('{params.text}'))
    await bar.getByRole('button', { name: /Tenon/ }).click()
    await until('the page again', async () => (await layer(/^main/).count()) === 1)
    expect(await layer(/^Colophon/).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('menu').count()).toBe(0)
    await undo()
    await layer(/^\.colophon/).waitFor()
  })

  deepTest('folds to a rail of icons in a narrow window', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const rail = page.getByRole('tablist', { name: 'Navigator' })
    const tab = (name: string) => rail.getByRole('tab', { name, exact: true })
    const canvasWidth = async () => (await page.locator('[data-pane=main]').boundingBox())?.width ?? 0
    await page.getByRole('tree').waitFor({ state: 'detached' })
    const folded = await canvasWidth()
    expect(folded).toBeGreaterThan(600)
    await tab('Pages').click()
    await page.getByRole('button', { name: 'Contact', exact: true }).first().waitFor()
    expect(await tab('Pages').getAttribute('aria-expanded')).toBe('true')
    expect(await canvasWidth()).toBeLessThan(folded - 150)
    expect(await axeFindings(page, 'the rail')).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.getByRole('tree').waitFor()
    await page.reload()
    await page.getByRole('tree').waitFor()
    await page.getByRole('tree').focus()
    await page.keyboard.press('Escape')
    await page.getByRole('tree').waitFor({ state: 'detached' })
    expect(await tab('Layers').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('tree').waitFor()
    await tab('Layers').click()
    await page.getByRole('tree').waitFor({ state: 'detached' })
    expect(await axeFindings(page, 'the rail')).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tree').waitFor()
  })

  deepTest('leads a link to a page that is picked', async () => {
    await changesAndUndoes(
      async () => {
        await clickInCanvas(page, 'main a.button')
        await showPanel(page, 'Properties')
        await page.getByRole('tab', { name: 'Settings', exact: true }).click()
        await page.getByRole('button', { name: 'Choose where it leads' }).click()
        await page.getByRole('combobox', { name: 'Link to' }).fill('workshop')
        await page.getByRole('option', { name: /The workshop/ }).click()
        await page.getByRole('combobox', { name: 'Link to' }).waitFor({ state: 'detached' })
      },
      (html) => /class="button" href="\/about\/?"/.test(html),
    )
  })
})
