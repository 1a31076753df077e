/** Slow by design: runs translate many entries, one entry and what was translated by hand. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/translate packages/content/src/operations

let browser: TestBrowser
let studio: SharedStudio
let page: Page
let api: Api
let projectId = ''

const word = {
  id: 'word',
  name: 'Words',
  kind: 'collection',
  domain: 'shop',
  i18n: true,
  title_field: 'name',
  fields: { name: { type: 'string', required: true }, about: { type: 'text' } },
}

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  await call('init_project', { locales: ['en', 'tr'], models: [word] })
  const terms = { bread: { en: 'Bread', tr: 'Ekmek' }, flour: { en: 'Flour', tr: 'Un' } }
  await call('vocabulary', { terms })
  const data = { bread: { name: 'Bread' }, flour: { name: 'Flour', about: 'From the mill' }, oven: { name: 'Oven' } }
  await call('save_content', { model: 'word', data })
  await call('save_content', { model: 'word', locale: 'tr', data: { oven: { name: 'Fırın' } } })
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call<Data>(name: string, input: object): Promise<Data> {
  return (await api.post<{ data: Data }>(`/api/projects/${projectId}/operations/content.${name}`, { input })).data
}
const turkish = async () => {
  const { entries } = await call<{ entries: { id: string; standIn?: true; data: { name: string } }[] }>('get_content', {
    model: 'word',
    locale: 'tr',
    limit: 10,
  })
  return Object.fromEntries(entries.map(({ id, standIn, data }) => [id, standIn ? '' : data.name]))
}

test('chosen entries are translated by a run that says before what it takes', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content?model=word`)
  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Translate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate 3 entries' })
  await dialog.getByText('2 entries · 3 fields · 5 words').waitFor()
  await dialog.getByText('none: a scripted demonstration').waitFor()
  await dialog.getByText('$0').waitFor()
  expect(await axeFindings(page, 'translate entries')).toEqual([])
  await dialog.getByRole('button', { name: 'Translate', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('2 entries translated into tr, as drafts to review.').waitFor()
  expect(await turkish()).toEqual({ bread: 'Ekmek', flour: 'Un', oven: 'Fırın' })
})

test('the run is undone in one step, and what was translated by hand stays', async () => {
  const card = page.getByRole('region', { name: 'What this run did' }).last()
  await card.getByRole('button', { name: 'Undo' }).click()
  await until('nothing but what was there', async () => {
    const names = await turkish()
    return names.bread === '' && names.flour === '' && names.oven === 'Fırın'
  })
})

test('one entry is translated from its own page', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content?model=word&entry=bread`)
  await page.getByRole('heading', { name: 'Bread' }).first().waitFor()
  await page.getByRole('button', { name: 'Translate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate 1 entry' })
  await dialog.getByText('1 entry · 1 field · 1 word').waitFor()
  await dialog.getByRole('button', { name: 'Translate', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await until('the entry in Turkish', async () => (await turkish()).bread === 'Ekmek')
})
