/** Slow by design: every part of the form of an entry. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'
import { joinProject } from './support/people.ts'

// covers apps/studio/src/content/entry apps/studio/src/content/form

const person = {
  id: 'person',
  name: 'People',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    role: { type: 'string', order: 1 },
    about: { type: 'markdown', order: 2 },
    mentor: { type: 'relation', model: 'person', order: 3 },
  },
}

let project: ContentProject
let page: Page

beforeAll(async () => {
  project = await openContent()
  page = project.page
  await call('init_project', { locales: ['en', 'tr', 'de'], models: [person] })
  const people = { ann: { name: 'Ann Baker', role: 'Head baker', about: '# Ann' }, bo: { name: 'Bo', mentor: 'ann' } }
  await call('save_content', { model: 'person', data: people })
  await call('save_content', { model: 'person', locale: 'tr', data: { ann: { name: 'Ann Baker', role: 'Fırıncı' } } })
  await call('save_content', { model: 'person', data: { ann: { role: 'Master baker' } } })
})

afterAll(() => project?.close())

const call = <Data>(name: string, input: object) => project.call<Data>(name, input)

const address = (rest = '') => project.place(`?model=person&entry=ann${rest}`)
const field = (label: string) => page.getByLabel(label, { exact: true })

test('languages stand side by side, and a field says what of its original has changed', async () => {
  await page.goto(address())
  await page.getByRole('heading', { name: 'Ann Baker' }).waitFor()
  await page.getByText('Saved · in the repository').waitFor()
  await page.getByRole('button', { name: 'Turkish tr' }).click()
  await page.waitForURL(/locale=en%2Ctr/)
  expect(await field('Role · tr').inputValue()).toBe('Fırıncı')
  const stale = page.getByText('1 word of the original has changed since')
  await stale.click()
  await page.locator('del', { hasText: 'Head' }).waitFor()
  await page.locator('ins', { hasText: 'Master' }).waitFor()
  expect(await axeFindings(page, 'two languages')).toEqual([])
  await field('Role · tr').fill('Usta fırıncı')
  await field('Role · tr').blur()
  await expect.poll(() => stale.count()).toBe(0)
})

test('each language comes and goes by its own times', async () => {
  await page.getByRole('button', { name: 'Schedule of tr' }).click()
  await field('Goes out').fill('2100-01-01T09:00')
  await field('Expires').fill('2099-01-01T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await field('Expires').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /goes out 1 Jan 2100/ }).waitFor()
  await expect.poll(() => field('Expires').count()).toBe(0)
})

test('Markdown is seen as it will look', async () => {
  const view = page.getByRole('group', { name: 'View of About · en' })
  await view.getByRole('button', { name: 'Source and preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of About · en' })
  await preview.getByRole('heading', { name: 'Ann' }).waitFor()
  await field('About · en').fill('She *bakes* <b>bread</b>')
  await preview.locator('em', { hasText: 'bakes' }).waitFor()
  await preview.getByText('<b>bread</b>').waitFor()
})

test('an entry names those that refer to it, and one that is missing is made where it is named', async () => {
  await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: /^Bo/ }).waitFor()
  await page.getByRole('button', { name: 'Choose for Mentor · en' }).click()
  await page.getByRole('dialog').getByLabel('Search').fill('Dora Lind')
  await page.getByRole('button', { name: 'Create “Dora Lind”' }).click()
  const dialog = page.getByRole('dialog', { name: 'New entry in People' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Dora Lind')
  expect(await axeFindings(page, 'a new entry in place')).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Dora Lind' }).waitFor()
  expect((await call<{ total: number }>('brain_query', { model: 'person', where: { name: 'Dora Lind' } })).total).toBe(
    1,
  )
})

test('an earlier value comes back from the history of an entry, and that is undone', async () => {
  const role = field('Role · en')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('heading', { name: /^History of/ }).waitFor()
  const steps = page.getByRole('list', { name: 'History' })
  const first = steps.getByRole('listitem').last()
  await first.getByText('Head baker').waitFor()
  expect(await axeFindings(page, 'the history')).toEqual([])
  await first.getByRole('button', { name: 'Restore Role as it was then' }).click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect.poll(() => role.inputValue()).toBe('Head baker')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => role.inputValue()).toBe('Master baker')
})

test('a field says who else writes in it', async () => {
  const their = await joinProject(project.browser, project.studio, project.api, project.projectId, 'Grace')
  const theirs = await their.newPage()
  await theirs.goto(address())
  const name = theirs.getByLabel('Name *')
  await name.focus()
  await expect
    .poll(async () => {
      await name.pressSequentially('x')
      return page.getByText('Grace writes here').count()
    })
    .toBe(1)
  await name.blur()
  await expect.poll(() => page.getByText('Grace writes here').count()).toBe(0)
  await their.close()
})

test('what is open and typed stays when the window becomes narrow and wide again', async () => {
  await page.goto(address())
  await page.getByRole('button', { name: 'More with Ann Baker' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('ann-of-the-bakery')
  for (const width of [700, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await dialog.getByRole('textbox').inputValue()).toBe('ann-of-the-bakery')
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('an error that is said in passing can be read and closed by everyone', async () => {
  const error = { code: 'refused', message: 'It cannot be published now' }
  await page.route('**/operations/content.update_status', (route) =>
    route.fulfill({ status: 400, json: { ok: false, error } }),
  )
  await page
    .getByRole('combobox', { name: /^Status/ })
    .first()
    .click()
  await page.getByRole('option', { name: 'Published' }).click()
  const said = page.getByRole('alert').filter({ hasText: error.message })
  await said.waitFor()
  expect(await axeFindings(page, 'an error in passing')).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await said.waitFor({ state: 'detached' })
  await page.unroute('**/operations/content.update_status')
})

test('an entry is duplicated in all languages, and the copy is opened', async () => {
  await call('save_content', { model: 'person', data: { eve: { name: 'Eve' }, finn: { name: 'Finn', mentor: 'eve' } } })
  await call('save_content', { model: 'person', locale: 'tr', data: { eve: { name: 'Havva' } } })
  await page.goto(project.place('?model=person&entry=eve'))
  await page.getByRole('button', { name: 'More with Eve' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Eve 2' }).waitFor()
  await page.getByRole('button', { name: 'Turkish tr' }).click()
  await expect.poll(() => field('Name · tr *').inputValue()).toBe('Havva 2')
})

test('the question before an entry is deleted names it and what refers to it by title', async () => {
  await page.goto(project.place('?model=person&entry=eve'))
  await page.getByRole('button', { name: 'More with Eve' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'Delete “Eve”?' })
  await question.getByText('“Finn” refers to it.').waitFor()
  expect(await axeFindings(page, 'the question before an entry is deleted')).toEqual([])
  await question.getByRole('button', { name: 'Delete and clear' }).click()
  await page.getByText('Deleted Eve').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'Eve', exact: true }).waitFor()
})

test('two entries of one title are told apart by a second line where one is chosen', async () => {
  await call('save_content', {
    model: 'person',
    data: { c1: { name: 'Cara', role: 'Clerk' }, c2: { name: 'Cara', role: 'Cook' } },
  })
  await page.goto(address())
  await page.getByRole('button', { name: 'Choose for Mentor' }).click()
  await page.getByRole('dialog').getByLabel('Search').fill('Cara')
  await page.getByRole('button', { name: 'Cara Cook' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Cara', exact: true }).waitFor()
})
