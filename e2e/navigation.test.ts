import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { firstProject, pageHtml, signIn, until } from './support/api.ts'
import { canvasHtml, typeInCanvas } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/navigation apps/studio/src/auth

let browser: TestBrowser
let context: BrowserContext
let studio: SharedStudio
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  studio = await shareStudio()
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const at = (address: string) => page.waitForURL(studio.url + address)
const back = () => page.evaluate(() => history.back())
const canvas = () => page.locator('iframe[title="The page"]')

it('asks to sign in, then opens the address that was wanted', async () => {
  await page.goto(`${studio.url}/settings/ai?tab=usage`)
  await at('/sign-in?next=%2Fsettings%2Fai%3Ftab%3Dusage')
  await page.getByLabel('Email').fill(studio.owner.email)
  await page.getByLabel('Password').fill(studio.owner.password)
  await page.locator('button[type=submit]').click()
  await page.getByRole('tab', { name: 'Usage', selected: true }).waitFor()
  await at('/settings/ai?tab=usage')
  await page.getByRole('tab', { name: 'Limits' }).click()
  await at('/settings/ai?tab=limits')
  expect(await page.getByRole('link', { name: 'AI', exact: true }).getAttribute('aria-current')).toBe('page')
})

it('opens what a link leads to, here or in another tab, and goes back and forward', async () => {
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Atelier: projects' }).click()
  const project = page.locator('a[href*="/projects/"]').first()
  const address = (await project.getAttribute('href')) ?? ''
  const other = context.waitForEvent('page')
  await project.click({ modifiers: ['ControlOrMeta'] })
  await (await other).waitForURL(studio.url + address)
  await (await other).close()
  await at('/')
  await project.click()
  await canvas().waitFor()
  await at(address)
  await back()
  await project.waitFor()
  await back()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await page.evaluate(() => history.go(2))
  await canvas().waitFor()
  await at(address)
})

deepTest('asks before it goes back from edits that are nowhere else, and stays or goes', async () => {
  // A browser that keeps nothing: with what others keep, leaving loses nothing.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await page.reload()
  await page.getByText(/This browser has no room to keep edits/).waitFor()
  const address = new URL(page.url()).pathname
  const status = page.getByRole('contentinfo').getByRole('status')
  await until('the page in the canvas', async () => (await canvasHtml(page)).includes('<h1'))
  await typeInCanvas(page, 'h1', 'Typed at the station')
  const api = await signIn(studio)
  const { id } = await firstProject(api)
  await until('the edit at the server', async () => (await pageHtml(api, id)).includes('Typed at the station'))
  await context.setOffline(true)
  await typeInCanvas(page, 'h1', 'Typed on a train')
  await status.getByText(/edits? in this tab alone/).waitFor()
  await back()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await at(address)
  await back()
  await question.getByRole('button', { name: /Leave and lose/ }).click()
  await at('/')
  await context.setOffline(false)
  await canvas().waitFor({ state: 'detached' })
})

deepTest('says where an address leads nowhere, and leads to the projects', async () => {
  await page.goto(`${studio.url}/settings/nothing`)
  await page.getByRole('link', { name: 'Go to your projects' }).click()
  await page.locator('a[href*="/projects/"]').first().waitFor()
})

deepTest('returns to where a page was scrolled to; a new one begins at its top', async () => {
  await page.setViewportSize({ width: 1440, height: 240 })
  await page.goto(`${studio.url}/settings/people`)
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 100))
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/settings/account"]')?.click())
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await back()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await until('the place', async () => (await page.evaluate(() => window.scrollY)) === 100)
})
