/** Slow by design: the wishes of a shop owner by thumb on a phone and only by keyboard, each screen in both schemes. */

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { findings } from './support/axe.ts'
import { openProject } from './support/editor.ts'
import { keyboard } from './support/keyboard.ts'
import { settle } from './support/settle.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/assistant apps/studio/src/shell/agent packages/cms/src/rehearsals

/** The only way in which a person reaches the studio. */
interface PersonHand {
  press(target: Locator): Promise<void>
  say(page: Page, words: string): Promise<void>
}

const thumb: PersonHand = {
  press: (target) => target.tap(),
  async say(page, words) {
    await page.getByLabel('Message to the agent').tap()
    await page.keyboard.insertText(words)
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
  },
}

const keysOnly = (page: Page): PersonHand => ({
  press: (target) => keyboard(page).push(target),
  async say(_page, words) {
    const composer = page.getByLabel('Message to the agent')
    // The key that leads to the agent from everywhere.
    if (!(await keyboard(page).has(composer))) await keyboard(page).press('Escape', '/')
    await keyboard(page).focused(composer)
    await page.keyboard.insertText(words)
    await keyboard(page).press('Enter')
  },
})

describe.each([
  ['by thumb on a phone', 390, 844],
  ['by keyboard', 1440, 900],
])('the wishes of a shop owner, %s', (name, width, height) => {
  const isPhone = width < 900
  let browser: TestBrowser
  let studio: SharedStudio
  let page: Page
  let api: Api
  let person: PersonHand
  let projectId = ''

  beforeAll(async () => {
    browser = await openBrowser()
    studio = await shareStudio({ fastRehearsals: true })
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone })
    page = await openProject(context, studio)
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    person = isPhone ? thumb : keysOnly(page)
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const look = async (what: string) => {
    await settle(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page, `${name}: ${what}, ${colorScheme}`)).toEqual([])
      await page.emulateMedia({ colorScheme })
      if (process.env.ATELIER_SHOTS)
        await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/hands-${what}-${width}-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const rest = () => page.getByRole('button', { name: 'Stop the agent' }).waitFor({ state: 'hidden' })
  const operate = (id: string, input: object) =>
    api.post<{ data?: unknown }>(`/api/projects/${projectId}/operations/${id}`, { input })

  test('lead to the assistant', async () => {
    if (isPhone) {
      await person.press(page.getByRole('button', { name: /^Project / }))
      await person.press(page.getByRole('menuitem', { name: 'Assistant' }))
    } else {
      await keyboard(page).reach(page.getByRole('button', { name: 'Site', exact: true }))
      await keyboard(page).press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    }
    await page.waitForURL(/\/assistant$/)
    await page.getByRole('button', { name: /^Put the opening hours/ }).waitFor()
    await look('empty')
  })

  test('are said and done: hours, a post with a picture, a page out of the navigation', async () => {
    await person.say(page, 'Put the Easter opening hours on the home page: Sunday and Monday, 8 to 14')
    await page.getByRole('region', { name: 'What this run did' }).last().getByText('1 text changed').waitFor()
    await rest()
    await look('hours')
    await person.say(page, 'Write a news post about the new bread, with a picture')
    await page.getByText('is written as a draft, with a picture').waitFor()
    await rest()
    await look('post')
    await person.say(page, 'Take “Workshop” out of the navigation')
    await page.getByText('is no longer in the navigation').waitFor()
    await rest()
    await look('navigation')
    expect(JSON.stringify(await operate('cms.getNavigation', {}))).not.toContain('Workshop')
  })

  test('are taken back, and asked about where that would not do', async () => {
    await person.press(
      page.getByRole('region', { name: 'What this run did' }).last().getByRole('button', { name: 'Undo' }),
    )
    await page.getByText('Undone', { exact: true }).last().waitFor()
    await until('the item to be back', async () =>
      JSON.stringify(await operate('cms.getNavigation', {})).includes('Workshop'),
    )
    await person.say(page, 'Make a page “Easter” and delete it again')
    const question = page.getByRole('region', { name: /May the agent/ })
    await question.getByText('Delete the page “Easter”').waitFor()
    await look('question')
    await person.press(question.getByRole('button', { name: 'Approve', exact: true }))
    await page.getByText('The page “Easter” is gone').waitFor()
    await rest()
  })

  test('go online', async () => {
    await person.press(page.getByRole('button', { name: 'Publish', exact: true }))
    await look('publish')
    await person.press(page.getByRole('button', { name: /^Publish the site|^Publish (?:the )?changes/ }))
    const link = page.getByRole('dialog').getByRole('link').first()
    await link.waitFor()
    const visitor = await page.context().newPage()
    await visitor.goto((await link.getAttribute('href')) ?? expect.fail())
    await visitor.getByText('Sunday and Monday, 8 to 14').first().waitFor()
    await visitor.close()
    expect(await operate('cms.listPages', {})).toMatchObject({
      data: { pages: expect.arrayContaining([expect.objectContaining({ slug: 'index', online: 'same' })]) },
    })
  })
})
