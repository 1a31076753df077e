import type { BrowserContext, Page } from 'playwright-core'
import { clickInCanvas, openEditor, showPanel } from '../editor.ts'
import type { Scene } from '../scene.ts'
import { settle } from '../settle.ts'

/** A window of one width on a prepared studio, in which screens are shown. */
export interface Stage {
  readonly scene: Scene
  readonly page: Page
  readonly context: BrowserContext
  /** Whether the window is so narrow that panels are sheets over the canvas. */
  readonly compact: boolean
}

/** A panel or a state of the studio that is pictured and checked for accessibility. */
export interface Screen {
  /** The panel, then its state, in lower case with hyphens. */
  readonly name: string
  /** Shows it, beginning from the editor with nothing open over it. */
  show(stage: Stage): Promise<void>
  /** Closes what Escape leaves open. */
  leave?(stage: Stage): Promise<void>
  /** Whether it shows work in progress, so that parts of it are still to come. */
  readonly works?: boolean
  /** The side of a wide window that a picture of it shows; the whole window by default. */
  readonly side?: 'left' | 'right'
}

/** Opens the editor at one width. */
export async function openStage(scene: Scene, width: number, height: number): Promise<Stage> {
  const context = await scene.browser.newContext({
    viewport: { width, height },
    storageState: await scene.context.storageState(),
    reducedMotion: 'reduce',
  })
  const page = await openEditor(context, scene.studio)
  return { scene, page, context, compact: width < 900 }
}

/** Runs a command by its title. */
export async function runCommand(page: Page, title: string) {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByPlaceholder('What do you want to do?')
  await field.waitFor()
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

export async function showProperties({ page, compact }: Stage, tab: 'Style' | 'Settings' = 'Style') {
  if (!compact) await showPanel(page, 'Properties')
  else await page.getByRole('button', { name: 'Style and settings', exact: true }).click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

export async function showNavigator({ page, compact }: Stage, tab: string) {
  if (compact) await page.getByRole('button', { name: 'Pages and layers', exact: true }).click()
  const button = page.getByRole('tab', { name: tab, exact: true }).first()
  // In a rail a press on the icon of an open panel folds it.
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
}

export async function showAgent({ page, compact }: Stage) {
  const composer = page.getByLabel('Message to the agent')
  if (!compact) await showPanel(page, 'Agent')
  else if (!(await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
  await composer.waitFor()
}

/** Closes the agent in a narrow window, where it covers the canvas. */
export async function showCanvas({ page, compact }: Stage) {
  const composer = page.getByLabel('Message to the agent')
  if (compact && (await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
}

export async function select(stage: Stage, selector: string) {
  await showCanvas(stage)
  await clickInCanvas(stage.page, selector)
}

/** The heading of a section, whose name also says whether values are set in it. */
export const sectionHead = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Style', exact: true })
    .getByRole('button', { name: new RegExp(`^${title}( Has|$)`) })

/** Unfolds a section of the style panel and scrolls to it. */
export async function showSection(stage: Stage, title: string) {
  const head = sectionHead(stage.page, title)
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await head.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** Shows the styles of the element that a selector matches. */
export const styleOf = (selector: string) => async (stage: Stage) => {
  await select(stage, selector)
  await showProperties(stage)
}

/** The same for the parent of that element. */
export const styleOfParent = (selector: string) => async (stage: Stage) => {
  await select(stage, selector)
  await stage.page.keyboard.press('Escape')
  await showProperties(stage)
}

/** Opens a path as a link of the studio does, without loading the page anew. */
export async function followPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** Opens a path of the studio and waits for what shows that it is there. */
export const openPath = (path: string, waitForSign: (page: Page) => Promise<void>) => async (stage: Stage) => {
  await followPath(stage.page, path)
  await waitForSign(stage.page)
}

/** Closes what a screen left open: what is over the page, one after the other, and a text that is typed in the canvas. */
export async function leave(screen: Screen, stage: Stage): Promise<void> {
  await screen.leave?.(stage)
  for (let times = 0; await isOpen(stage.page); times += 1) {
    if (times === 4) throw new Error(`${screen.name} stays open`)
    await stage.page.keyboard.press('Escape')
    await settle(stage.page, { works: true })
  }
}

async function isOpen(page: Page): Promise<boolean> {
  const roles = ['dialog', 'alertdialog', 'menu', 'listbox']
  return await page.evaluate(
    (over) =>
      [...document.querySelectorAll(over)].some((each) => each.checkVisibility()) ||
      [...document.querySelectorAll('iframe')].some(
        ({ contentDocument }) => contentDocument?.activeElement?.hasAttribute('contenteditable') === true,
      ),
    roles.map((role) => `[role="${role}"]`).join(),
  )
}
