import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { canvasHtml, clickInCanvas, openEditor, placeInCanvas } from './support/editor.ts'
import { dropMarked } from './support/settled.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/insert packages/site/src/layouts packages/site/src/clipboard

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('inserting by hand', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let page: Page
  let api: Api

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
    api = await signIn(studio)
    page = await openEditor(context, studio)
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const run = async (projectId: string, name: string, input: object) => {
    const path = `/api/projects/${projectId}/operations/site.${name}`
    const result = await api.post<{ ok: boolean; data?: { nodeIds?: string[]; html?: string } }>(path, { input })
    expect(result, name).toMatchObject({ ok: true })
    return result.data ?? {}
  }
  const search = () => page.getByRole('combobox', { name: /Search elements/ })
  /** An act's additions are on the page, and one undo removes all of them. */
  async function addsAndUndoes(act: () => Promise<void>, sign: string | RegExp) {
    const before = await canvasHtml(page)
    expect(before).not.toMatch(sign)
    await act()
    await until(`the canvas with ${sign}`, async () => new RegExp(sign).test(await canvasHtml(page)))
    await page.keyboard.press('Control+z')
    await until(`the canvas without ${sign}`, async () => (await canvasHtml(page)) === before)
  }

  it('a hero by its key, three letters and Enter, behind what is selected', async () => {
    await clickInCanvas(page, 'main > section, main > *')
    await page.getByRole('treeitem', { selected: true }).waitFor()
    await addsAndUndoes(async () => {
      await page.keyboard.press('a')
      await search().waitFor()
      await page.keyboard.type('hero')
      await page.keyboard.press('Enter')
      await search().waitFor({ state: 'detached' })
      await until('the hero', async () => (await canvasHtml(page)).includes('Say in one line'))
    }, 'Say in one line')
  })

  it('a quote by dragging it out of the palette onto the page', async () => {
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await search().fill('quote')
      const tile = page.getByRole('option', { name: 'Quote' }).first()
      const from = await tile.boundingBox()
      const to = await placeInCanvas(page, 'h1')
      await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await page.mouse.move(to.x, to.y + 2, { steps: 2 })
      await dropMarked(page, { x: to.x, y: to.y + 2 })
      await page.mouse.up()
    }, 'A sentence that a customer said')
  })

  deepTest('a quote dropped where the palette lay', async () => {
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await search().fill('quote')
      const tile = page.getByRole('option', { name: 'Quote' }).first()
      const from = await tile.boundingBox()
      const palette = await page.getByRole('dialog', { name: 'Insert' }).boundingBox()
      const frame = await page.locator('iframe[title="The page"]').boundingBox()
      if (!from || !palette || !frame) return expect.fail('Nothing is shown')
      // In the corner of the palette, over the page.
      const x = palette.x + palette.width - 12
      const y = palette.y + palette.height - 12
      expect([x > frame.x, x < frame.x + frame.width, y > frame.y]).toEqual([true, true, true])
      await page.mouse.move(from.x + 20, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(x - 10, y - 10, { steps: 8 })
      await page.mouse.move(x, y, { steps: 2 })
      await dropMarked(page, { x, y })
      await page.mouse.up()
    }, 'A sentence that a customer said')
  })

  deepTest('a quote dragged into the tree, and a file dropped onto the page', async () => {
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await search().fill('quote')
      const from = await page.getByRole('option', { name: 'Quote' }).first().boundingBox()
      const to = await page.getByRole('treeitem').filter({ hasText: '.masthead' }).boundingBox()
      await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
      await page.mouse.down()
      await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 23, { steps: 8 })
      await page.mouse.move((to?.x ?? 0) + 62, (to?.y ?? 0) + 24, { steps: 2 })
      await page.mouse.up()
    }, '</header>\\s*<figure class="quote"')
    await addsAndUndoes(
      () =>
        page.evaluate((base64) => {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
          const target = frame?.contentDocument?.querySelector('h1')
          if (!target) return
          target.scrollIntoView()
          const { left, bottom } = target.getBoundingClientRect()
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
          const place = { clientX: left + 40, clientY: bottom - 8, bubbles: true, cancelable: true }
          target.dispatchEvent(new DragEvent('dragover', { ...place, dataTransfer }))
          target.dispatchEvent(new DragEvent('drop', { ...place, dataTransfer }))
        }, PIXEL),
      '</h1>\\s*<img[^>]*/media/(?:dropped|shot)',
    )
  })

  deepTest('at a plus between blocks, at one in the tree, and inside by Shift and Enter', async () => {
    const { x, y } = await placeInCanvas(page, 'main > section:nth-of-type(2)')
    const half = await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      const box = frame?.contentDocument?.querySelector('main > section:nth-of-type(2)')?.getBoundingClientRect()
      return box && frame ? (box.height / 2) * (frame.getBoundingClientRect().width / frame.clientWidth) : 0
    })
    const type = async (text: string, key: string) => {
      await search().fill(text)
      await page.keyboard.press(key)
    }
    await addsAndUndoes(async () => {
      const top = Math.max(90, y - half)
      await page.mouse.move(x + 200, top + 30)
      await page.mouse.move(x + 200, top - 2, { steps: 3 })
      await page.getByRole('button', { name: 'Insert here' }).click()
      await type('divider', 'Enter')
    }, '<hr')
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: /^Insert after/ }).click()
      await type('divider', 'Enter')
    }, '</h1>\\s*<hr')
    await clickInCanvas(page, 'h1')
    await page.keyboard.press('ArrowLeft')
    await addsAndUndoes(async () => {
      await page.keyboard.press('a')
      await type('divider', 'Shift+Enter')
    }, '<hr[^>]*>\\s*</div>')
    await clickInCanvas(page, 'h1')
    await page.keyboard.press('ArrowLeft')
    await addsAndUndoes(async () => {
      await page.keyboard.press('a')
      await type('divider', 'Alt+Enter')
    }, '<hr[^>]*>\\s*<div class="opening-words"')
  })

  deepTest('groups what is selected and ungroups it, and keeps a section to insert it again', async () => {
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(async () => {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+g')
      await until('the group', async () => /<div>\s*<h1/.test(await canvasHtml(page)))
    }, '<div>\\s*<h1')
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('menuitem', { name: 'Wrap', exact: true }).hover()
      // As slow as a hand: the menus stay open between the press and the release.
      await page.getByRole('menuitem', { name: 'Wrap in a row' }).click({ delay: 400 })
    }, '<div class="row"')
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
      const inList = page.getByRole('menuitem', { name: 'Wrap in a list' })
      await page.keyboard.type('wrap')
      await page.keyboard.press('ArrowRight')
      await inList.waitFor()
      await page.keyboard.press('ArrowLeft')
      await inList.waitFor({ state: 'detached' })
      // The entry has the focus again some frames after its menu has gone.
      const wrap = page.getByRole('menuitem', { name: 'Wrap', exact: true })
      await until('the focus on its entry', () => wrap.evaluate((entry) => entry === document.activeElement))
      await page.keyboard.press('ArrowRight')
      await inList.waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }, '<ul>\\s*<li>\\s*<h1')
    await clickInCanvas(page, 'h1')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+g')
    await until('the group again', async () => /<div>\s*<h1/.test(await canvasHtml(page)))
    await clickInCanvas(page, 'h1')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Shift+g')
    await until('no group', async () => !/<div>\s*<h1/.test(await canvasHtml(page)))
    await clickInCanvas(page, 'a.button')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('Save as a section')
    await page.keyboard.press('Enter')
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(async () => {
      await page.keyboard.press('a')
      await search().fill('ask for')
      await page.getByRole('option', { name: 'Ask for a chair' }).waitFor()
      await page.keyboard.press('Enter')
    }, '</h1>\\s*<a class="button"')
  })

  /** Pastes what another program left on the clipboard, as the browser's own event brings it. */
  async function paste(data: Record<string, string>, picture?: string) {
    await page.evaluate(
      ([carried, base64]) => {
        const transfer = new DataTransfer()
        const bytes = base64 === undefined ? undefined : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        if (bytes) transfer.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
        for (const [type, value] of Object.entries(carried)) transfer.setData(type, value)
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
        )
      },
      [data, picture] as const,
    )
  }

  it('HTML with its styles, Markdown, an address and a drawing from the clipboard', async () => {
    await clickInCanvas(page, 'h1')
    const html = '<p style="color: rgb(1, 2, 3); orphans: 2" onclick="x()">Pasted words</p>'
    await addsAndUndoes(
      () => paste({ 'text/html': html, 'text/plain': 'Pasted words' }),
      '<p class="pasted-p">Pasted words',
    )
    await addsAndUndoes(() => paste({ 'text/plain': '## From Markdown\n\n- one\n- **two**' }), '<strong>two</strong>')
    await addsAndUndoes(() => paste({ 'text/plain': 'https://example.org/page' }), 'example.org/page</a>')
    const svg = '<svg width="9" height="9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
    await addsAndUndoes(() => paste({ 'text/plain': svg }), 'M0 0h9v9z')
    await addsAndUndoes(() => paste({}, PIXEL), '<img[^>]*/media/(?:dropped|shot)')
  })

  deepTest('nodes by the keys of the browser, on another page', async () => {
    await clickInCanvas(page, 'a.button')
    const { x, y } = await placeInCanvas(page, 'a.button')
    await page.mouse.move(x, y + 60)
    await page.keyboard.press('Control+c')
    await page.getByRole('tab', { name: 'Pages' }).click()
    await page.getByText('The workshop').first().click()
    await until('the other page', async () => !(await canvasHtml(page)).includes('Ask for a chair'))
    await clickInCanvas(page, 'h1')
    await addsAndUndoes(() => page.keyboard.press('Control+v'), '<a class="button"[^>]*>Ask for a chair')
  })

  deepTest('nodes with their rules into another project, over HTTP', async () => {
    const first = (await firstProject(api)).id
    const second = await api.post<{ id: string }>('/api/projects', { name: 'Second', starter: 'blank' })
    const home = async (projectId: string) => {
      const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
      return pages[0]?.id ?? ''
    }
    const made = await run(first, 'insertLayout', { layout: 'quote', parentId: await home(first) })
    await run(first, 'applyCss', { css: '.quote:hover { color: rgb(9, 8, 7) }' })
    const { html = '' } = await run(first, 'copyNodes', { nodeIds: made.nodeIds })
    const pasted = await run(second.id, 'pasteContent', { parentId: await home(second.id), html })
    const again = await run(second.id, 'copyNodes', { nodeIds: pasted.nodeIds })
    expect(again.html).toContain('.quote:hover { color: rgb(9, 8, 7) }')
    expect(again.html).toContain('<figure class="quote">')
  })

  deepTest('ready layouts on an empty site: cards stand side by side, and one under the other on phones', async () => {
    const { id, slug } = await api.post<{ id: string; slug: string }>('/api/projects', {
      name: 'Empty',
      starter: 'blank',
    })
    const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${id}/pages`)
    const parentId = pages[0]?.id ?? ''
    await run(id, 'insertLayout', { layout: 'cards', parentId })
    await api.post(`/api/projects/${id}/publish`)
    const site = await context.newPage()
    await site.goto(`http://127.0.0.1:${studio.ports.sites}/${slug}/`)
    const columns = async (width: number) => {
      await site.setViewportSize({ width, height: 900 })
      return await site.evaluate(() => {
        const cards = document.querySelector('.cards')
        return cards ? getComputedStyle(cards).gridTemplateColumns.split(' ').length : 0
      })
    }
    expect(await columns(1440)).toBe(3)
    expect(await columns(390)).toBe(1)
    await site.close()
  })
})
