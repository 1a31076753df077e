import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { signIn, until } from './support/api.ts'
import { canvasHtml } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/plan apps/studio/src/brief packages/generate/src apps/server/src/generations

const brief =
  'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example.'

let browser: TestBrowser
let studio: SharedStudio
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const titles = (page: Page) =>
  page.getByRole('region', { name: 'Pages' }).getByRole('textbox', { name: 'Title' }).evaluateAll(valuesOf)
const sections = (page: Page, of: string) =>
  page
    .getByRole('list', { name: `Sections of ${of}` })
    .locator('[data-handle]')
    .allInnerTexts()
const valuesOf = (fields: Element[]) => fields.map((field) => (field as HTMLInputElement).value)

test('a brief becomes a plan, which two tabs edit, and a published site of four pages', {
  timeout: 60_000,
}, async () => {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(studio.url)
  await page.getByLabel('Email').fill(studio.owner.email)
  await page.getByLabel('Password').fill(studio.owner.password)
  await page.locator('button[type=submit]').click()

  await page.getByRole('button', { name: 'New site from a prompt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A rehearsal plays, not AI').waitFor()
  await dialog.getByRole('button', { name: 'Bakery' }).click()
  expect(await dialog.getByLabel('What is the site for?').inputValue()).toContain('Ferment')
  await dialog.getByLabel('What is the site for?').fill(brief)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h40v30H0z"/></svg>'
  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      ['oven', 'shelf'].map((name) => ({ name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })),
    )
  await dialog.getByRole('button', { name: 'Remove shelf.svg' }).click()
  await dialog.getByRole('button', { name: 'Make a plan' }).click()
  await page.getByRole('button', { name: 'Make the site' }).waitFor()
  expect(page.url()).toMatch(/\/projects\/[^/]+\/plan\/[^/]+$/)
  const planned = await titles(page)
  expect(planned).toHaveLength(4)
  const api = await signIn(studio)
  const [projectId = ''] = page.url().split('/').slice(4)
  const { data } = await api.post<{ data: { media: { name: string }[] } }>(
    `/api/projects/${projectId}/operations/site.list_media`,
    { input: {} },
  )
  expect(data.media.map(({ name }) => name)).toEqual(['oven.svg'])

  // A second tab has the same plan: it sees an edit, a move, and their undo.
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Make the site' }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).nth(1).fill('Our bread')
  await until('the edit in the other tab', async () => (await titles(other)).includes('Our bread'))
  const [home = ''] = planned
  const before = await sections(page, home)
  await page
    .getByRole('list', { name: `Sections of ${home}` })
    .locator('[data-handle]')
    .nth(1)
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  const moved = [before[0], before[2], before[1], ...before.slice(3)]
  await until('the move in the other tab', async () => String(await sections(other, home)) === String(moved))
  await page.keyboard.press('ControlOrMeta+z')
  await until('the undo in the other tab', async () => String(await sections(other, home)) === String(before))
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await until('the redo', async () => String(await sections(other, home)) === String(moved))

  // Another look is one click, which both tabs show, and one undo.
  const bold = (tab: Page) => tab.getByRole('button', { name: 'Use the look “Bold”' })
  const sample = page.frameLocator('iframe[title="Preview of Bold"]')
  await sample.getByRole('heading', { level: 1 }).waitFor()
  await bold(page).click()
  await expect.poll(() => bold(other).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => bold(other).getAttribute('aria-pressed')).toBe('false')

  // Made, stopped and resumed; the other tab follows.
  await page.getByRole('button', { name: 'Make the site' }).click()
  await other.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Stopped. What is finished stays.').waitFor()
  await page.getByRole('button', { name: /^(Resume|Make the site)$/ }).click()
  await other.getByRole('button', { name: 'Open the site' }).waitFor()
  await page.getByText('The site is made').waitFor()
  const pages = page.getByRole('region', { name: 'Pages' })
  expect(await pages.getByText('Done', { exact: true }).count()).toBe(4)
  await until('the pictures of the pages', async () => {
    const frames = await pages
      .locator('iframe')
      .evaluateAll((all) =>
        all.map((frame) => (frame as HTMLIFrameElement).contentDocument?.querySelector('h1')?.textContent ?? ''),
      )
    return frames.length === 4 && frames.every((heading) => heading !== '')
  })

  // A link that leads nowhere is noticed at once, and mended in the conversation of its page.
  const menu = page.getByRole('article', { name: 'Our bread' })
  const write = (search: string, replace: string) =>
    api.post(`/api/projects/${projectId}/operations/site.editFiles`, {
      input: { edits: [{ file: 'menu.html', replaceOperations: [{ search, replace }] }] },
    })
  await write('</main>', '<p><a href="/nowhere/">Our oven</a></p></main>')
  await page.getByText('Written, with one problem').waitFor()
  await page.getByRole('link', { name: /^Visitors would see: 1 dead link, \d blanks/ }).waitFor()
  const editor = await context.newPage()
  await editor.goto(`${studio.url}/projects/${projectId}`)
  await editor.getByRole('button', { name: 'Publish', exact: true }).click()
  const shown = editor.getByRole('region', { name: 'Visitors would see' })
  await shown.getByText('1 dead link').click()
  await shown.getByRole('button', { name: /There is no page and no file at \/nowhere\// }).click()
  await until('the page of the dead link in the canvas', async () => (await canvasHtml(editor)).includes('Our oven'))
  await editor.close()
  await menu.getByText('What is wrong with this page').click()
  await menu.getByText('/nowhere/').waitFor()
  await menu.getByRole('button', { name: 'Have it mended' }).click()
  await page.getByText('The site is made').waitFor()
  expect(await menu.getByText('Done', { exact: true }).count()).toBe(1)
  await page.getByRole('link', { name: /^Visitors would see: \d blanks/ }).waitFor()

  // Only the last step is undone, and redone.
  await page.getByRole('button', { name: 'Undo only this' }).click()
  await other.getByRole('button', { name: 'Bring it back' }).click()
  await page.getByRole('button', { name: 'Undo only this' }).waitFor()

  // All changes are undone in one step, and redone.
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click()
  await other.getByText('Everything was taken back').waitFor()
  await other.getByRole('button', { name: 'Bring back' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  const online = page.getByRole('link', { name: 'The site is online' })
  await online.waitFor()

  const [slug = ''] = new URL((await online.getAttribute('href')) ?? '').hostname.split('.')
  const address = `http://127.0.0.1:${studio.ports.sites}/${slug}/`
  const front = await (await fetch(address)).text()
  expect(front).toContain('Ferment')
  const links = [...front.matchAll(/<a [^>]*href="([^"#:]+)"/g)].map(([, href = '']) => new URL(href, address).href)
  const addresses = new Set([address, ...links])
  expect(addresses.size).toBe(4)
  for (const link of addresses) expect([link, (await fetch(link)).status]).toEqual([link, 200])
  expect(problems).toEqual([])
})

deepTest('sections are dragged between pages, a page is taken back and written again, and its chat opens', async () => {
  const api = await signIn(studio)
  const { id: projectId } = await api.post<{ id: string }>('/api/projects', { name: 'Halm', starter: 'blank' })
  const page = await context.newPage()
  await page.goto(`${studio.url}/projects/${projectId}`)
  await page.getByRole('button', { name: 'New site from a prompt' }).click()
  const asked = page.getByLabel('What is the site for?')
  await expect.poll(() => asked.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(brief)
  await page.getByRole('button', { name: 'Make a plan' }).click()
  await page.getByRole('button', { name: 'Make the site' }).waitFor()

  const [home = [], menu = []] = [await sections(page, 'Home'), await sections(page, 'Menu')]
  const section = (of: string, index: number) =>
    page
      .getByRole('list', { name: `Sections of ${of}` })
      .getByRole('listitem')
      .nth(index)
  await section('Home', 1).dragTo(section('Menu', 0), { targetPosition: { x: 40, y: 2 } })
  await until('the section on the other page', async () => (await sections(page, 'Menu')).length > menu.length)
  expect((await sections(page, 'Menu'))[0]).toBe(home[1])
  await page.keyboard.press('ControlOrMeta+z')
  await until('the undo', async () => String(await sections(page, 'Menu')) === String(menu))
  expect(await sections(page, 'Home')).toEqual(home)

  await page.getByRole('button', { name: 'Make the site' }).click()
  await page.getByText('The site is made').waitFor()
  const card = page.getByRole('article', { name: 'Menu' })
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('"discard"') === true)
  await card.getByRole('button', { name: 'Discard' }).click()
  expect(await (await answered).text()).not.toContain('"error"')
  await expect.poll(() => card.textContent()).toContain('Discarded')
  await card.getByRole('button', { name: 'Write it again' }).click()
  await card.getByText('Done', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Adopt' }).click()
  await card.getByText('Adopted', { exact: true }).waitFor()

  await card.getByRole('link', { name: 'Open the chat' }).click()
  const agent = page.getByRole('region', { name: 'Agent' })
  await agent.getByRole('heading', { name: 'Menu' }).waitFor()
  await until('the page in the canvas', async () => (await canvasHtml(page)).includes('<h1'))
  const all = agent.getByRole('button', { name: 'Show all' }).first()
  expect(await all.getAttribute('aria-expanded')).toBe('false')
  await agent.getByRole('button', { name: 'Chats' }).click()
  await page.getByRole('button', { name: /^Plan: Ferment/ }).click()
  // A chat opens at its end, and renders what is in sight.
  await agent.getByRole('log').hover()
  await page.mouse.wheel(0, -20_000)
  const plan = agent.getByRole('button', { name: 'The plan of Ferment' })
  await plan.waitFor()
  expect(await plan.getAttribute('aria-expanded')).toBe('false')
})
