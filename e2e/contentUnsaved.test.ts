import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/session apps/studio/src/content/form

let project: ContentProject
let page: Page

const note = {
  id: 'note',
  name: 'Notes',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 0 },
    lead: { type: 'text', order: 1 },
    stars: { type: 'integer', order: 2 },
  },
}

beforeAll(async () => {
  project = await openContent({ setUp: { locales: ['en', 'tr'], models: [note] } })
  page = project.page
  await project.call('save_content', {
    model: 'note',
    data: { rye: { title: 'Rye', lead: 'Dark' }, oat: { title: 'Oat', lead: 'Light' } },
  })
  await project.call('vocabulary', { terms: { crumb: { en: 'crumb' } } })
})
afterAll(() => project?.close())

const lead = () => page.getByRole('textbox', { name: 'Lead', exact: true })

async function stored(id: string): Promise<unknown> {
  const { entries } = await project.call<{ entries: { data: Record<string, unknown> }[] }>('get_content', {
    model: 'note',
    id,
  })
  return entries[0]?.data.lead
}

test('what is typed while the connection is gone is kept, said, and saved when it is back', async () => {
  await page.goto(project.place('?model=note&entry=rye'))
  await lead().waitFor()
  await page.context().setOffline(true)
  await lead().fill('Dark and sour')
  await page.getByText('No connection · 1 field is kept here').waitFor()
  await lead().pressSequentially(', of rye')
  await page.context().setOffline(false)
  await expect.poll(() => stored('rye'), { timeout: 40_000 }).toBe('Dark and sour, of rye')
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor()
})

deepTest('a text that is being typed goes along when another user renames the entry', async () => {
  await page.goto(project.place('?model=note&entry=rye'))
  await lead().fill('Before the rename')
  await project.call('renameEntry', { model: 'note', entryId: 'rye', newId: 'rye-bread' })
  await lead().pressSequentially(' and behind it', { delay: 40 })
  await expect.poll(() => stored('rye-bread')).toBe('Before the rename and behind it')
  expect(await lead().inputValue()).toBe('Before the rename and behind it')
})

deepTest('unsaved text can still be copied after another user deletes its entry', async () => {
  await page.goto(project.place('?model=note&entry=oat'))
  await lead().waitFor()
  await page.context().setOffline(true)
  await lead().fill('Light and mild')
  await page.getByText('No connection · 1 field is kept here').waitFor()
  await project.call('delete_content', { model: 'note', entryIds: ['oat'] })
  await page.context().setOffline(false)
  await page.getByText('A text that you typed is not saved').waitFor({ timeout: 40_000 })
  expect(await page.getByRole('textbox', { name: /lead/i }).inputValue()).toBe('Light and mild')
  if (process.env.ATELIER_SCREENS) await page.screenshot({ path: `${process.env.ATELIER_SCREENS}/unsaved.png` })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('A text that you typed is not saved').waitFor({ state: 'detached' })
})

deepTest('a text that was refused is said, kept within the content, and asked about before it is left', async () => {
  await project.call('save_content', { model: 'note', data: { spelt: { title: 'Spelt', lead: 'Nutty' } } })
  await page.goto(project.place('?model=note&entry=spelt'))
  const stars = page.getByRole('textbox', { name: 'Stars', exact: true })
  await stars.fill('many')
  await stars.blur()
  const bar = page.getByRole('contentinfo').getByRole('status')
  await bar.getByText('1 edit not saved').waitFor()
  expect(await axeFindings(page, 'a text that is held back')).toEqual([])

  // Within the content it is kept without a question.
  await page.getByRole('link', { name: 'Notes' }).first().click()
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
  await bar.getByText('1 edit not saved').waitFor()
  await page.goBack()
  expect(await stars.inputValue()).toBe('many')

  const ask = page.getByRole('alertdialog', { name: 'Leave and lose one edit?' })
  const site = page.getByRole('button', { name: 'Site', exact: true })
  await site.click()
  await ask.getByText('It could not be saved and is kept here alone').waitFor()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  expect(await stars.inputValue()).toBe('many')
  await stars.fill('4')
  await stars.blur()
  await bar.getByText('Saved', { exact: true }).waitFor()

  await page.goto(project.place('?room=vocabulary'))
  const crumb = page.getByRole('textbox', { name: 'crumb · en' })
  await crumb.fill('x'.repeat(1_200))
  await crumb.blur()
  await bar.getByText('1 edit not saved').waitFor()
  await site.click()
  await ask.getByRole('button', { name: 'Leave and lose it' }).click()
  await page.locator('iframe[title="The page"]').waitFor()
})
