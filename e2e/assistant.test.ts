import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { findings } from './support/axe.ts'
import { ask, openProject } from './support/editor.ts'
import { settle } from './support/settle.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/assistant apps/studio/src/shell/commands packages/cms/src/rehearsals packages/cms/src/scope packages/cms/src/indexing

describe.each([
  ['a wide window', 1440, 900],
  ['a phone', 390, 844],
])('the assistant in %s', (name, width, height) => {
  let browser: TestBrowser
  let studio: SharedStudio
  let page: Page
  let api: Api
  let projectId = ''
  const isPhone = width < 900

  beforeAll(async () => {
    browser = await openBrowser()
    studio = await shareStudio({ fastRehearsals: true })
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: isPhone })
    page = await openProject(context, studio)
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const card = () => page.getByRole('region', { name: 'What this run did' }).last()
  const question = () => page.getByRole('region', { name: /May the agent/ }).getByText('Delete the page “Easter”')
  /** A message that comes while a run is at work joins that run; scripts answer only a run's first message. */
  const rest = () => page.getByRole('button', { name: 'Stop the agent' }).waitFor({ state: 'hidden' })
  const titles = async () =>
    (await api.get<{ pages: { title: string }[] }>(`/api/projects/${projectId}/pages`)).pages.map(({ title }) => title)
  const shownPage = () =>
    page.evaluate(
      () =>
        document.querySelector<HTMLIFrameElement>('iframe[title$="as it is now"]')?.contentDocument?.body
          ?.textContent ?? '',
    )
  const showSite = async () => {
    if (isPhone) await page.getByRole('button', { name: 'Show the site' }).click()
  }
  const hideSite = async () => {
    if (isPhone) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  }
  const look = async (what: string) => {
    await settle(page)
    expect(await findings(page, what)).toEqual([])
    if (!process.env.ATELIER_SHOTS) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/assistant-${what}-${width}-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('is a room of the project, and offers what to ask for', async () => {
    if (isPhone) {
      await page.getByRole('button', { name: /^Project / }).click()
      await page.getByRole('menuitem', { name: 'Assistant' }).click()
    } else await page.getByRole('button', { name: 'Assistant', exact: true }).click()
    await page.waitForURL(/\/assistant$/)
    await page.getByRole('button', { name: /^Put the opening hours/ }).waitFor()
    await look(`${name}: empty`.replaceAll(/\W+/g, '-'))
  })

  test('finds a page in the palette by a word of it that is not quite right, and shows it', async () => {
    const title = (await titles()).at(-1) ?? expect.fail()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Commands' }).fill(`${title}s`)
    const option = page.getByRole('group', { name: 'In this project' }).getByRole('option').first()
    await option.getByText(title, { exact: true }).waitFor()
    await look(`${name}: found`.replaceAll(/\W+/g, '-'))
    await option.click()
    await page.locator(`iframe[title="${title}, as it is now"]`).waitFor()
    await hideSite()
  })

  test('puts opening hours on the home page, shows it, and visitors see them once it is published', async () => {
    await ask(page, 'Put the opening hours on the home page: Tuesday to Sunday, 7 to 19')
    await card().getByText('1 text changed').waitFor()
    await showSite()
    await until('the new hours beside the chat', async () => (await shownPage()).includes('Tuesday to Sunday, 7 to 19'))
    await look(`${name}: done`.replaceAll(/\W+/g, '-'))
    await hideSite()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish the site' }).click()
    const link = page.getByRole('dialog').getByRole('link').first()
    const visitor = await page.context().newPage()
    await visitor.goto((await link.getAttribute('href')) ?? expect.fail())
    await visitor.getByText('Tuesday to Sunday, 7 to 19').first().waitFor()
    await visitor.close()
    await page.keyboard.press('Escape')
  })

  test('shows a run before and after, and undoes it in one step', async () => {
    await card().getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Changed by this run').waitFor()
    await page.getByRole('button', { name: 'Before', exact: true }).click()
    await page.locator('iframe[title$=", before"]').waitFor()
    await look(`${name}: compared`.replaceAll(/\W+/g, '-'))
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await hideSite()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await card().getByText('Undone', { exact: true }).waitFor()
    await showSite()
    await until('the page as it was', async () => {
      const text = await shownPage()
      return text !== '' && !text.includes('Tuesday to Sunday, 7 to 19')
    })
    await hideSite()
  })

  test('a typed yes decides what it asks about, and a typed no keeps it', async () => {
    await rest()
    await ask(page, 'Make a page “Easter” and delete it again')
    await question().waitFor()
    await look(`${name}: question`.replaceAll(/\W+/g, '-'))
    await ask(page, 'no, keep it')
    await page.getByText('The page “Easter” is still there.').waitFor()
    await rest()
    expect(await titles()).toContain('Easter')
    await ask(page, 'Delete the page “Easter”')
    await question().waitFor()
    await ask(page, 'yes')
    await page.getByText('The page “Easter” is gone').waitFor()
    expect(await titles()).not.toContain('Easter')
  })

  test('writes a news post with a picture, and takes a page out of the navigation', async () => {
    await rest()
    await ask(page, 'Write a news post about the new bread, with a picture')
    await page.getByText('is written as a draft, with a picture').waitFor()
    await rest()
    await ask(page, 'Take “Workshop” out of the navigation')
    await page.getByText('is no longer in the navigation').waitFor()
    await look(`${name}: wishes`.replaceAll(/\W+/g, '-'))
  })

  test('says after a talk without an edit that nothing was changed', async () => {
    await rest()
    await ask(page, 'Delete the page “Nowhere”')
    await page.getByText('There is no such page.').waitFor()
    await page.getByText(/^Nothing was changed/).waitFor()
    await look(`${name}: unchanged`.replaceAll(/\W+/g, '-'))
  })
})
