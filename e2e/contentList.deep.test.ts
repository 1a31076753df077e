/** Slow by design: every way to order, filter and choose entries. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/list

let project: ContentProject
let page: Page

const person = {
  id: 'person',
  name: 'People',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    role: { type: 'select', options: ['Baker', 'Miller', 'Shop'], order: 1 },
    start: { type: 'date', order: 2 },
    about: { type: 'text', order: 3 },
    order: { type: 'integer', order: 4 },
  },
}

beforeAll(async () => {
  project = await openContent()
  page = project.page
  await call('init_project', { locales: ['en', 'tr'], models: [person] })
  const people = Array.from({ length: 300 }, (_, at): [string, object] => [
    `p-${at}`,
    {
      name: `Person ${String(at).padStart(3, '0')}`,
      role: ['Baker', 'Miller', 'Shop'][at % 3],
      start: `2020-01-${String((at % 28) + 1).padStart(2, '0')}`,
      order: at + 1,
    },
  ])
  await call('save_content', { model: 'person', data: Object.fromEntries(people) })
  await call('save_content', { model: 'person', data: { 'p-7': { about: 'Knows a lot about sourdough.' } } })
  await call('update_status', {
    model: 'person',
    entryIds: ['p-3'],
    status: 'published',
    publish_at: '2100-01-01T09:00:00Z',
  })
})

afterAll(() => project?.close())

const call = <Data>(name: string, input: object) => project.call<Data>(name, input)

const table = () => page.getByRole('table', { name: 'People' })
const titles = () => table().getByRole('link').allInnerTexts()
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const first = async () => (await titles())[0]
const heading = (name: string) => table().getByRole('columnheader', { name }).getByRole('button')

test('the order of a list is in the address, and stays with the person who chose it', async () => {
  await page.goto(project.place('?model=person'))
  await table().waitFor()
  expect(await table().getAttribute('aria-rowcount')).toBe('301')
  await heading('Title').click()
  await expect.poll(first).toBe('Person 000')
  await heading('Title').click()
  await expect.poll(first).toBe('Person 299')
  await page.waitForURL(/sort=-name/)
  await page.goto(project.place())
  await page
    .getByRole('navigation', { name: 'Models', exact: true })
    .getByRole('link', { name: /People/ })
    .click()
  await page.waitForURL(/sort=-name/)
  await expect.poll(first).toBe('Person 299')
  expect(await axeFindings(page, 'a list')).toEqual([])
  // It is published in name, and invisible yet.
  await page.goto(project.place('?model=person&sort=name'))
  await table()
    .getByRole('row', { name: /Person 003.*Scheduled/ })
    .waitFor()
  await page.goto(project.place('?model=person&sort=-name'))
  await expect.poll(first).toBe('Person 299')
})

test('arrow keys walk all entries of which only some are in the page, and Enter opens one', async () => {
  await table().getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused()).toBe('Person 298')
  await page.keyboard.press('End')
  await expect.poll(() => focused()).toBe('Person 000')
  expect((await titles()).length).toBeLessThan(80)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Person 000' }).waitFor()
  await page.goBack()
  await table().waitFor()
})

test('a list is filtered by state, by a field and by words, and the view is saved for everyone', async () => {
  await page.getByRole('button', { name: 'Views' }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'All entries' })
    .or(page.getByRole('menuitemradio', { name: 'All entries' }))
    .first()
    .click()
  await page.getByLabel('Search People').fill('sourdo')
  await expect.poll(titles).toEqual(['Person 007'])
  await page.getByLabel('Search People').fill('')
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(10)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Scheduled' }).click()
  await expect.poll(titles).toEqual(['Person 003'])
  expect(
    await table()
      .getByText(/goes out 1 Jan 2100/)
      .count(),
  ).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove the filter Scheduled' }).click()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'By a field' }).click()
  await page.getByRole('option', { name: 'Role' }).click()
  await page.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'Miller' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Remove the filter Role is Miller' }).waitFor()
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe('101')
  expect(await axeFindings(page, 'the filters')).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('About').check()
  await table().getByRole('columnheader', { name: 'About' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Millers')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved “Millers”').waitFor()
  await page.getByRole('button', { name: 'Remove the filter Role is Miller' }).click()
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe('301')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('Millers', { exact: true }).click()
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe('101')
})

test('chosen entries are published at once, and that is one step of the undo', async () => {
  const published = async () =>
    (await call<{ total: number }>('brain_query', { model: 'person', where: { status: 'published' } })).total
  await page.getByLabel('Select all').check()
  await page.getByText('100 selected').first().waitFor()
  expect(await axeFindings(page, 'a selection')).toEqual([])
  await page.getByRole('toolbar', { name: 'selected' }).getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published 100 entries').waitFor()
  await expect.poll(published).toBe(101)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(published).toBe(1)

  const boxes = table().getByRole('checkbox', { name: /^Select Person/ })
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').first().waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted 3 entries').waitFor()
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe('98')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => table().getAttribute('aria-rowcount')).toBe('101')
})

test('entries are put in an order of their own by keyboard and by the pointer', async () => {
  await page.goto(project.place('?model=person&sort=order'))
  await table().getByRole('link').first().waitFor()
  await expect.poll(first).toBe('Person 000')
  await table().getByRole('link').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['Person 001', 'Person 000'])
  const grip = await page.getByRole('button', { name: 'Move Person 002' }).boundingBox()
  const to = await page.getByRole('button', { name: 'Move Person 001' }).boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['Person 002', 'Person 001', 'Person 000'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['Person 001', 'Person 000'])
})
