import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { until } from './support/api.ts'
import { type CanvasScene, dragInCanvas, expectOutlineAt, openCanvas } from './support/canvas.ts'
import { canvasHtml, clickInCanvas, placeInCanvas, showPanel } from './support/editor.ts'
import { frameDrawn } from './support/settled.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/editors/site/components packages/site/src/component

describe('parts of pages on the canvas', () => {
  let scene: CanvasScene

  beforeAll(async () => {
    scene = await openCanvas({
      css: '.note{padding:30px}.panel,.first,.second{margin:20px}.head,.foot{height:90px;outline:1px solid}',
      html: '<h1 id="a">Around</h1>',
    })
  })
  afterAll(async () => await scene?.close())
  beforeEach(() => {
    scene.problems.length = 0
  })

  const shown = async (text: string) => (await canvasHtml(scene.page)).includes(text)

  it('edits a component in its page, the rest dimmed, and Escape leads back', async () => {
    const { page } = scene
    const { data: inserted } = await scene.operate<{ nodeIds: string[] }>('insertHtml', {
      parentId: scene.documentId,
      html: '<aside class="note" id="note"><b>Note</b></aside>',
    })
    await scene.operate('createComponent', { title: 'Note', nodeIds: inserted.nodeIds })
    await until('the instance', async () => (await shown('<atelier-component')) && (await shown('<b>Note</b>')))
    await clickInCanvas(page, '.note')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('Edit the component')
    await page.keyboard.press('Enter')
    const bar = page.getByRole('toolbar', { name: 'Component Note' })
    await bar.waitFor()
    await until('the page around it', async () => (await shown('Around')) && (await shown('Note')))
    const dimmed = page.locator('section[aria-label="Canvas"] [class*="edited"]:not([hidden])')
    await dimmed.waitFor()
    // The parts around it are only shown.
    await clickInCanvas(page, '#a')
    await page.keyboard.press('Delete')
    await clickInCanvas(page, '.note b')
    await page.keyboard.press('Delete')
    await until('the word gone', async () => !(await shown('<b>Note</b>')))
    await page.keyboard.press('Control+z')
    await until('the word back', async () => await shown('<b>Note</b>'))
    expect(await shown('Around')).toBe(true)
    await bar.getByRole('button', { name: 'Back to Cards' }).waitFor()
    for (let step = 0; step < 4 && (await bar.isVisible()); step += 1) {
      await page.keyboard.press('Escape')
      await frameDrawn(page)
    }
    await bar.waitFor({ state: 'detached' })
    expect(await dimmed.count()).toBe(0)
    expect(scene.problems).toEqual([])
  })

  deepTest('fills a slot of an instance by a drag on the canvas, as one step, and adds to it', async () => {
    const { page } = scene
    const insert = async (html: string) =>
      (await scene.operate<{ nodeIds: string[] }>('insertHtml', { parentId: scene.documentId, html })).data.nodeIds
    const nodeIds = await insert(
      '<section class="panel" id="panel"><header class="head"><atelier-slot name="head"></atelier-slot></header><div class="foot"><atelier-slot name="foot"></atelier-slot></div></section>',
    )
    await scene.operate('createComponent', { title: 'Panel', nodeIds })
    await insert('<p id="first" class="first">First words</p>')
    await insert('<p id="second" class="second">Second words</p>')
    await until('all of it', async () => (await shown('<!--slot:foot-->')) && (await shown('Second words')))
    const dropInFoot = async (selector: string) => {
      await page.keyboard.press('Escape')
      const into = await placeInCanvas(page, '.foot')
      const dragged = await dragInCanvas(scene, await placeInCanvas(page, selector), into)
      await page.getByText('Slot “foot”').waitFor()
      await dragged.drop()
    }
    const stored = async () => (await scene.html()).replace(/ uid="[^"]*"/g, '')
    await dropInFoot('.first')
    await until('it in the slot', async () =>
      /<atelier-slot name="foot"><p id="first" class="first">/.test(await stored()),
    )
    await until('it on the canvas', async () =>
      page.evaluate(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
        return frame?.contentDocument?.querySelector('.foot .first') !== null
      }),
    )
    await dropInFoot('.second')
    await until('both in the slot', async () =>
      /<atelier-slot name="foot">.*First words.*Second words.*<\/atelier-slot>/.test(await stored()),
    )
    await page.keyboard.press('Escape')
    await clickInCanvas(page, '.foot .first')
    await expectOutlineAt(scene, 'selected', '.foot .first')
    await showPanel(page, 'Properties')
    const path = page.getByRole('navigation', { name: 'Where it stands' }).getByRole('button')
    await until('the way to it', async () => /Panel,.*,p$/.test((await path.allTextContents()).join()))
    await page.keyboard.press('Delete')
    await until('it gone', async () => !(await stored()).includes('First words'))
    await page.keyboard.press('Control+z')
    await until('it back', async () => (await stored()).includes('First words'))
    await clickInCanvas(page, '.foot .first')
    await page.keyboard.press('Escape')
    await until('the instance', async () => /,Panel$/.test((await path.allTextContents()).join()))
    await page.keyboard.press('Control+z')
    await until('the second beside it', async () => !/Second words.*<\/atelier-slot>/.test(await stored()))
    await page.keyboard.press('Control+z')
    await until('no slot', async () => !(await stored()).includes('<atelier-slot'))
    expect(await stored()).toContain('First words')
    expect(scene.problems).toEqual([])
  })

  deepTest('says of which pages a template is, and leads there and back', async () => {
    const { page } = scene
    const { data } = await scene.operate<{ pageId: string }>('addPage', { title: 'Frame' })
    await scene.operate('insertHtml', {
      parentId: data.pageId,
      html: '<nav>Menu</nav><atelier-outlet></atelier-outlet>',
    })
    await scene.operate('setPageTemplate', { pageId: data.pageId, target: { kind: 'everywhere' } })
    await page.getByRole('button', { name: 'In its template' }).click()
    await until('the template', async () => await shown('Menu'))
    await page.getByRole('button', { name: 'Edit template' }).click()
    const pages = page.getByRole('button', { name: /^Template of \d+ pages$/ })
    await pages.click()
    await page.getByRole('menuitem', { name: 'Cards' }).click()
    await until('the page', async () => (await shown('Around')) && (await shown('Menu')))
    await page.getByRole('button', { name: 'In its template' }).click()
    expect(scene.problems).toEqual([])
  })

  deepTest('says which copy of a loop the pointer is over, and a click leads to what is written', async () => {
    const { page } = scene
    await scene.operate('insertHtml', {
      parentId: scene.documentId,
      html: '<ul><atelier-loop data-source-id="pages" data-order-by="title"><li class="entry">{currentEntry.title}</li></atelier-loop></ul>',
    })
    const frame = page.frameLocator('iframe[title="The page"]')
    await frame.locator('atelier-ghosts .entry').first().waitFor()
    const count = (await frame.locator('.entry').count()) ?? 0
    await clickInCanvas(page, 'atelier-ghosts .entry')
    await page.getByText(`Copy 2 of ${count} of the loop`).waitFor()
    await page.keyboard.press('Delete')
    await until('the loop without entries', async () => (await frame.locator('.entry').count()) === 0)
    await page.keyboard.press('Control+z')
    await until('the entries', async () => (await frame.locator('.entry').count()) === count)
    expect(scene.problems).toEqual([])
  })
})
