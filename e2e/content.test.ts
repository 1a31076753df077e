import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { launch } from './support/browser.ts'
import { openEditor } from './support/editor.ts'
import { type Studio, startStudio } from './support/studio.ts'

let browser: Browser
let studio: Studio
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launch()
  studio = await startStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  context.setDefaultTimeout(6_000)
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

test('content is set up beside the site, and begins with a model that is ready', async () => {
  await page.keyboard.press('ControlOrMeta+e')
  await page.getByRole('heading', { name: 'Set up content' }).waitFor()
  expect(await axeFindings(page, 'set up')).toEqual([])
  await page.getByLabel('Languages').fill('en, tr')
  await page.getByRole('main').getByRole('button', { name: 'Set up content' }).click()
  await page.getByRole('heading', { name: 'No models yet' }).waitFor()
  await page.getByRole('button', { name: 'Add People' }).click()
  const people = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /People/ })
  await people.waitFor()
  expect(await people.getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: 'Site', exact: true }).click()
  await page.locator('iframe[title="The page"]').waitFor()
  await page.getByRole('button', { name: 'Content', exact: true }).click()
  await people.click()
})

test('an entry is made, filled in and undone, and another tab shows each step', async () => {
  await page.getByRole('main').getByRole('button', { name: 'New entry' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ann Baker')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ann Baker' }).waitFor()

  const other = await context.newPage()
  await other.goto(page.url())
  const theirRole = other.getByLabel('Role', { exact: true })
  await theirRole.waitFor()
  const role = page.getByLabel('Role', { exact: true })
  await role.fill('Baker')
  await role.blur()
  await expect.poll(() => theirRole.inputValue()).toBe('Baker')

  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => theirRole.inputValue()).toBe('')
  await expect.poll(() => role.inputValue()).toBe('')

  // What is typed here is not overwritten by what another tab has saved, nor the other way round.
  await role.fill('Mine')
  await theirRole.fill('Theirs')
  await theirRole.blur()
  await page.getByText('Another user has written meanwhile: Theirs').waitFor()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => theirRole.inputValue()).toBe('Mine')
  await other.close()
})

test('what the model refuses or warns of is said under its field, and a language without a text says what it shows', async () => {
  const name = page.getByLabel('Name *')
  await name.fill('')
  await name.blur()
  await page.getByText('Not saved:').waitFor()
  await name.fill('Ann Baker')
  await name.blur()
  await expect.poll(() => page.getByText('Not saved:').count()).toBe(0)
  await page.getByLabel('Email').fill('no address')
  await page.getByLabel('Email').blur()
  await page.getByText('is no address of mail').waitFor()
  expect(await axeFindings(page, 'an entry')).toEqual([])
  await page.getByRole('button', { name: 'tr', exact: true }).click()
  await page.getByText('not translated: en is shown instead').waitFor()
  await page.getByRole('button', { name: 'en', exact: true }).click()
})

test('the list finds entries, and a deleted one comes back by its toast', async () => {
  await page.getByRole('link', { name: 'People' }).last().click()
  const row = page.getByRole('list', { name: 'People' }).getByRole('link')
  await row.waitFor()
  expect(await axeFindings(page, 'the list')).toEqual([])
  await page.getByLabel('Search People').fill('nobody')
  await page.getByText('Nothing found').waitFor()
  await page.getByLabel('Search People').fill('ann')
  await row.waitFor()
  await page.getByRole('button', { name: 'Delete Ann Baker' }).click()
  await page.getByText('Deleted Ann Baker').waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.waitFor()
})

test('a branch is read as before and after, its conflict decided, and merged', async () => {
  const api = await signIn(studio)
  const { id } = await firstProject(api)
  const call = async <Data>(name: string, input: object, focus: object = {}) =>
    (await api.post<{ ok: boolean; data: Data }>(`/api/projects/${id}/operations/content.${name}`, { input, focus }))
      .data
  const { entries } = await call<{ entries: { id: string }[] }>('get_content', { model: 'person' })
  const entry = entries[0]?.id ?? ''
  const branch = await call<{ id: string }>('createBranch', { title: 'New role' })
  const save = (role: string, focus?: object) =>
    call('save_content', { model: 'person', locale: 'en', data: { [entry]: { role } } }, focus)
  await save('Head baker', { branchId: branch.id })
  const review = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /Review/ })
  await review.getByText('1 waits for a review').waitFor({ state: 'attached' })
  await review.click()
  await page.getByRole('link', { name: /New role/ }).click()
  await page.getByRole('heading', { name: /Ann Baker/ }).waitFor()
  await page.locator('ins', { hasText: 'Head baker' }).waitFor()

  await save('Owner')
  await page.getByRole('heading', { name: 'Changed on both sides' }).waitFor()
  expect(await axeFindings(page, 'a review')).toEqual([])
  const merge = page.getByRole('button', { name: 'Merge', exact: true })
  await expect.poll(() => merge.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Take what is proposed' }).click()
  await merge.click()
  await page.getByText('Merged “New role”').waitFor()
  await page.goto(`${studio.url}/projects/${id}/content?model=person&entry=${entry}`)
  await expect.poll(() => page.getByLabel('Role', { exact: true }).inputValue()).toBe('Head baker')
})
