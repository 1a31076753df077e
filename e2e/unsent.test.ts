import { rmSync } from 'node:fs'
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, pageHtml, signIn, until } from './support/api.ts'
import { launchWithProfile } from './support/browser.ts'
import { canvasHtml, clickInCanvas, openEditor, showPanel, typeInCanvas } from './support/editor.ts'
import { look } from './support/look.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

// covers apps/studio/src/documents apps/studio/src/auth apps/server/src/documents

let browser: TestBrowser
let studio: SharedStudio
let api: Api
let projectId = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const stored = (text: string) =>
  until(`the server to have ${text}`, async () => (await pageHtml(api, projectId)).includes(`>${text}<`))
const status = (page: Page) => page.getByRole('contentinfo').getByRole('status')

/** Types into the heading with a connection, which loads what that needs, then without one, until the tab says that it keeps it. */
async function typeOffline(context: BrowserContext, page: Page, text: string) {
  await typeInCanvas(page, 'h1', `${text}, almost`)
  await stored(`${text}, almost`)
  await status(page).getByText('Saved').waitFor()
  await context.setOffline(true)
  await typeInCanvas(page, 'h1', text)
  await status(page)
    .getByText(/\d+ edits? kept here/)
    .waitFor()
  // Typed text is written in pieces.
  await until('all of it in the database', () => page.evaluate(isKept, text))
  expect(await pageHtml(api, projectId)).toContain(`${text}, almost`)
}

/** Whether the browser's database holds an update with this text. Runs in the page. */
function isKept(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('atelier-unsent')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('updates').objectStore('updates').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result.some((update: Uint8Array) => new TextDecoder().decode(update).includes(text)))
      }
    }
  })
}

it('an edit of a tab that was closed without a connection goes out from the next tab', async () => {
  const context = await browser.newContext()
  const page = await openEditor(context, studio)
  await typeOffline(context, page, 'Typed in a tunnel')
  await page.close()
  await context.setOffline(false)
  const next = await openEditor(context, studio)
  await stored('Typed in a tunnel')
  await until('it on the canvas', async () => (await canvasHtml(next)).includes('Typed in a tunnel'))
  await status(next).getByText('Saved').waitFor()
  await context.close()
})

deepTest('an edit outlives a browser that is killed', async () => {
  const profile = temporaryFolder('atelier-profile-')
  const first = await launchWithProfile(profile)
  await typeOffline(first.context, await openEditor(first.context, studio), 'Typed before the crash')
  first.kill()
  const second = await launchWithProfile(profile)
  await openEditor(second.context, studio)
  await stored('Typed before the crash')
  await second.context.close()
  rmSync(profile, { recursive: true, force: true })
})

deepTest('a session that has ended is renewed in place, and what was not sent goes out after it', async () => {
  const context = await browser.newContext()
  const page = await openEditor(context, studio)
  await typeOffline(context, page, 'Typed without a session')
  await context.clearCookies()
  await context.setOffline(false)
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.waitFor()
  expect(await canvasHtml(page)).toContain('Typed without a session')
  expect(await again.getByLabel('Email').inputValue()).toBe(studio.owner.email)
  await look(page, 'sign-in-again')
  await again.getByLabel('Password').fill(studio.owner.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.waitFor({ state: 'detached' })
  await stored('Typed without a session')
  await status(page).getByText('Saved').waitFor()
  await context.close()
})

deepTest('what others have changed meanwhile is listed with both values, and one is chosen', async () => {
  const context = await browser.newContext()
  // Data sent over a socket while the browser goes offline may still arrive.
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await context.routeWebSocket(/\/sync/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  const page = await openEditor(context, studio)
  await setLang(page, 'pt', async () => {
    isCut = true
    for (const socket of open) await socket.close()
    await status(page).getByText('Offline').waitFor()
  })
  await status(page)
    .getByText(/kept here/)
    .waitFor()
  const elsewhere = await browser.newContext()
  await setLang(await openEditor(elsewhere, studio), 'es')
  await until('theirs at the server', async () => (await pageHtml(api, projectId)).includes('lang="es"'))
  await elsewhere.close()
  isCut = false
  const list = page.getByRole('dialog', { name: 'One value was changed on both sides' })
  await list.getByText('pt', { exact: true }).waitFor()
  await list.getByText('es', { exact: true }).waitFor()
  await look(page, 'changed-on-both-sides')
  await list.getByRole('button', { name: 'Take theirs', exact: true }).click()
  await list.waitFor({ state: 'detached' })
  await until('theirs', async () => (await canvasHtml(page)).includes('lang="es"'))
  await until('theirs at the server', async () => (await pageHtml(api, projectId)).includes('lang="es"'))
  await status(page).getByText('Saved').waitFor()
  await context.close()
})

/** Gives the heading an attribute in the settings of its layer; `first` runs right before the value is committed. */
async function setLang(page: Page, lang: string, first: () => Promise<void> = () => Promise.resolve()) {
  await clickInCanvas(page, 'h1')
  await showPanel(page, 'Properties')
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of a new attribute' }).fill('lang')
  const value = page.getByRole('textbox', { name: 'Value of the new attribute' })
  await value.fill(lang)
  await first()
  await value.press('Enter')
}

deepTest('a part that was to come while the network was gone has its styles afterwards', async () => {
  const context = await browser.newContext()
  let requests = 0
  // The styles of all dialogs, which load in idle time.
  await context.route(/\/popup-[^/]*\.css$/, (route) => {
    requests += 1
    return requests === 1 ? route.abort('internetdisconnected') : route.continue()
  })
  const page = await openEditor(context, studio)
  await until('the styles to be asked for again', async () => requests === 2)
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog').first()
  await palette.waitFor()
  expect(await palette.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
  await context.close()
})
