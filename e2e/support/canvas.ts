import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Api, firstProject, pageHtml, signIn, until } from './api.ts'
import { canvasHtml, openEditor } from './editor.ts'
import { settle } from './settle.ts'
import { frameDrawn } from './settled.ts'
import { openBrowser, shareStudio } from './shared.ts'

/** A page in the canvas of a new studio. */
export interface CanvasScene {
  context: BrowserContext
  api: Api
  page: Page
  projectId: string
  documentId: string
  /** Errors of the window since it was opened or this was emptied. */
  problems: string[]
  /** The server's state of the page: HTML and CSS. */
  html(): Promise<string>
  operate<Data>(operation: string, input: object): Promise<{ data: Data }>
  close(): Promise<void>
}

/** Opens a new page of the first project. */
export async function openCanvas({ css, html }: { css: string; html: string }): Promise<CanvasScene> {
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const studio = await shareStudio()
  const api = await signIn(studio)
  const { id: projectId } = await firstProject(api)
  const operate = <Data>(operation: string, input: object) =>
    api.post<{ data: Data }>(`/api/projects/${projectId}/operations/site.${operation}`, { input })
  await operate('applyCss', { css })
  const { pageId: documentId } = (await operate<{ pageId: string }>('addPage', { title: 'Cards' })).data
  await operate('insertHtml', { parentId: documentId, html })
  const page = await openEditor(context, studio)
  await page.getByRole('button', { name: /^Page / }).click()
  await page.getByRole('menuitemradio', { name: /Cards/ }).click()
  await page.frameLocator('iframe[title="The page"]').locator('#a').waitFor()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return {
    context,
    api,
    page,
    projectId,
    documentId,
    problems,
    html: () => pageHtml(api, projectId, documentId),
    operate,
    async close() {
      await browser.close()
      await studio.remove()
    },
  }
}

/** The frames of the canvas. */
export const framesOf = (page: Page) => page.locator('section[aria-label="Canvas"] iframe')

/** How large the canvas shows the page, in percent. */
export const zoomOf = async (page: Page) =>
  Number.parseInt((await page.getByRole('button', { name: /^Zoom: / }).textContent()) ?? '', 10)

/** Does something that changes the canvas, and then takes all of it back by one step of undo. */
export async function changeAndUndo(
  page: Page,
  act: () => Promise<void>,
  isChanged: (html: string) => boolean,
  undo: () => Promise<void>,
) {
  await settle(page)
  let before = ''
  await until('a canvas that stays as it is', async () => {
    const last = before
    before = await canvasHtml(page)
    return before === last
  })
  expect(isChanged(before)).toBe(false)
  await act()
  await until('the change on the canvas', async () => isChanged(await canvasHtml(page)))
  await undo()
  await until('the canvas as before', async () => (await canvasHtml(page)) === before)
}

export interface Point {
  x: number
  y: number
}

/**
 * Presses, moves and stays; `drop` lets go. Straight to the browser: Playwright looks for drags with a script, which no
 * frame of the canvas runs.
 */
export async function dragInCanvas(
  { context, page }: Pick<CanvasScene, 'context' | 'page'>,
  from: Point,
  to: Point,
  modifiers = 0,
) {
  const browserSession = await context.newCDPSession(page)
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, buttons: number) =>
    browserSession.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1, modifiers })
  await send('mouseMoved', from.x, from.y, 0)
  await send('mousePressed', from.x, from.y, 1)
  for (let step = 1; step <= 8; step += 1) {
    const x = from.x + ((to.x - from.x) * step) / 8
    await send('mouseMoved', x, from.y + ((to.y - from.y) * step) / 8, 1)
    await frameDrawn(page)
  }
  return { drop: () => send('mouseReleased', to.x, to.y, 0) }
}

/** Holds a key until it has come so many times, as quickly as the window takes it. */
export async function repeatKey(page: Page, key: string, times: number, modifier: 'Shift' | 'Alt'): Promise<void> {
  await page.keyboard.down(modifier)
  await Promise.all(Array.from({ length: times }, () => page.keyboard.down(key)))
  await page.keyboard.up(key)
  await page.keyboard.up(modifier)
}

/** The box of an element of the active frame in the window, and the named outline; undefined without one. */
export async function outlineAndElement({ page }: Pick<CanvasScene, 'page'>, outline: string, selector: string) {
  return await page.evaluate(
    ([kind, wanted]) => {
      const place = document.querySelector('section[aria-label="Canvas"] [data-active]')
      const frame = place?.querySelector('iframe')
      const element = frame?.contentDocument?.querySelector(wanted ?? '')
      const box = [...(place?.querySelectorAll<HTMLElement>(`[class*="${kind}"]`) ?? [])].find((each) => !each.hidden)
      if (!frame || !element || !box) return undefined
      const outer = frame.getBoundingClientRect()
      const scale = outer.width / frame.clientWidth
      const inner = element.getBoundingClientRect()
      const drawn = box.getBoundingClientRect()
      return {
        outline: [drawn.x, drawn.y, drawn.width, drawn.height],
        element: [outer.x + inner.x * scale, outer.y + inner.y * scale, inner.width * scale, inner.height * scale],
      }
    },
    [outline, selector] as const,
  )
}

/** Waits until the outline is on its element, to a pixel. */
export async function expectOutlineAt(
  scene: Pick<CanvasScene, 'page'>,
  outline: string,
  selector: string,
): Promise<void> {
  let last: unknown
  await until(`the outline at ${selector}`, async () => {
    const found = await outlineAndElement(scene, outline, selector)
    last = found
    return found?.outline.every((value, index) => Math.abs(value - (found.element[index] ?? 0)) <= 1.5)
  }).catch(() => expect.fail(`The outline stands off ${selector}: ${JSON.stringify(last)}`))
}
