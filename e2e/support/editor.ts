import type { BrowserContext, Locator, Page } from 'playwright-core'
import { type Api, firstProject, pageHtml, signIn, until } from './api.ts'
import { openBrowser, type SharedOptions, type SharedStudio, shareStudio } from './shared.ts'
import type { Studio } from './studio.ts'

/** Opens the editor of the first project, signing in where that is still to be done. */
export async function openEditor(
  context: BrowserContext,
  studio: Pick<Studio, 'url' | 'owner' | 'cookie'>,
  user?: { email: string; password: string },
): Promise<Page> {
  const page = await openProject(context, studio, { user })
  await page.locator('iframe[title="The page"]').waitFor()
  await until('the page in the canvas', async () => (await canvasHtml(page)).includes('<h1'))
  return page
}

/** Opens the first project, or the one of an id, signing in where that is still to be done. */
export async function openProject(
  context: BrowserContext,
  studio: Pick<Studio, 'url' | 'owner' | 'cookie'>,
  { user, projectId = '' }: { user?: { email: string; password: string } | undefined; projectId?: string } = {},
): Promise<Page> {
  const page = await context.newPage()
  if (!user && studio.cookie) await signInByCookie(context, studio.url, studio.cookie)
  await page.goto(studio.url)
  const email = page.getByLabel('Email')
  const project = page.locator(`a[href*="/projects/${projectId}"]`).first()
  await Promise.race([email.waitFor(), project.waitFor()])
  if (await email.isVisible()) {
    const { email: address, password } = user ?? studio.owner
    await email.fill(address)
    await page.getByLabel('Password').fill(password)
    await page.locator('button[type=submit]').click()
  }
  await project.click()
  // Projects have buttons of the same name as the editor.
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor({ state: 'detached' })
  return page
}

/** Gives a browser the session of a cookie header, unless a user is signed in there. */
async function signInByCookie(context: BrowserContext, url: string, header: string): Promise<void> {
  if ((await context.cookies(url)).length > 0) return
  const cookies = header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly: true }
  })
  await context.addCookies(cookies)
}

/** The current content of the canvas. The studio reads it from outside: no script runs in there. */
export async function canvasHtml(page: Page): Promise<string> {
  return await page.evaluate(
    () => document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')?.contentDocument?.body?.innerHTML ?? '',
  )
}

/** The position of a canvas element in the window, in CSS pixels, in the frame of this title. */
export async function placeInCanvas(
  page: Page,
  selector: string,
  title = 'The page',
): Promise<{ x: number; y: number }> {
  const place = await page.evaluate(
    ([wanted, name]) => {
      const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${name}"]`)
      const element = frame?.contentDocument?.querySelector(wanted)
      if (!frame || !element) return undefined
      element.scrollIntoView({ block: 'center' })
      const outer = frame.getBoundingClientRect()
      const inner = element.getBoundingClientRect()
      const scale = outer.width / frame.clientWidth
      return {
        x: outer.x + (inner.x + Math.min(inner.width / 2, 60)) * scale,
        y: outer.y + (inner.y + inner.height / 2) * scale,
      }
    },
    [selector, title] as const,
  )
  if (!place) throw new Error(`The canvas shows no ${selector}`)
  return place
}

/** Begins to type in an element, with all of its text selected. */
export async function editInCanvas(page: Page, selector: string): Promise<void> {
  const { x, y } = await placeInCanvas(page, selector)
  await page.mouse.dblclick(x, y)
  await until(`the caret in ${selector}`, () =>
    page.evaluate((wanted) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      const typedIn = frame?.contentDocument?.activeElement
      return document.activeElement === frame && typedIn?.matches(`${wanted}[contenteditable]`)
    }, selector),
  )
  await page.keyboard.press('ControlOrMeta+a')
}

/** Rewrites an element's text in place, as a person does: two clicks, select all, type, Escape. */
export async function typeInCanvas(page: Page, selector: string, text: string): Promise<void> {
  await editInCanvas(page, selector)
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

export async function ask(page: Page, prompt: string): Promise<void> {
  const composer = page.getByLabel('Message to the agent')
  await composer.fill(prompt)
  await composer.press('Enter')
}

export async function stopButton(page: Page): Promise<boolean> {
  return await page.getByRole('button', { name: 'Stop the agent' }).isVisible()
}

/** Selects an element by clicking it in the canvas. */
export async function clickInCanvas(page: Page, selector: string, title?: string): Promise<void> {
  const { x, y } = await placeInCanvas(page, selector, title)
  await page.mouse.click(x, y)
}

/** A computed style of an element in the canvas. */
export async function styleInCanvas(page: Page, selector: string, property: string): Promise<string> {
  return await page.evaluate(
    ([wanted, name]) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      const element = frame?.contentDocument?.querySelector(wanted)
      return element ? (frame?.contentWindow?.getComputedStyle(element).getPropertyValue(name) ?? '') : ''
    },
    [selector, property] as const,
  )
}

/** Shows one of the panels at the right. */
export async function showPanel(page: Page, name: 'Agent' | 'Properties'): Promise<void> {
  await page.getByRole('tablist', { name: 'Panel' }).getByRole('tab', { name, exact: true }).click()
}

/** The editor of the first project in a window of its own, as tests of the style panel use it. */
export interface StyleEditor {
  page: Page
  api: Api
  projectId: string
  /** The open page with its styles, as it is stored. */
  home(): Promise<string>
  /** A field of the style panel. */
  field(name: string): Locator
  /** Writes a value into a field of the style panel, and keeps it. */
  type(name: string, value: string): Promise<void>
  /** Takes steps back, after which the site has to be as it was. */
  undone(before: string, steps?: number): Promise<void>
  close(): Promise<void>
}

/** A studio, a browser beside it, and the first of its projects. */
export interface OpenStudio {
  studio: SharedStudio
  api: Api
  projectId: string
  context: BrowserContext
  close(): Promise<void>
}

export async function openStudio({
  permissions = [],
  ...options
}: SharedOptions & { permissions?: string[] } = {}): Promise<OpenStudio> {
  const browser = await openBrowser()
  const studio = await shareStudio(options)
  const api = await signIn(studio)
  const { id: projectId } = await firstProject(api)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions })
  return {
    studio,
    api,
    projectId,
    context,
    async close() {
      await browser.close()
      await studio.remove()
    },
  }
}

/** Starts a studio and opens its editor, with the clipboard at hand. */
export async function openStyleEditor(): Promise<StyleEditor> {
  const { studio, api, projectId, context, close } = await openStudio({
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await openEditor(context, studio)
  const home = () => pageHtml(api, projectId)
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  return {
    page,
    api,
    projectId,
    home,
    field,
    async type(name, value) {
      await field(name).fill(value)
      await field(name).press('Enter')
    },
    async undone(before, steps = 1) {
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('Control+z')
      await until('the undo', async () => (await home()) === before)
    },
    close,
  }
}
