import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/form

const link = {
  label: { type: 'string' },
  url: { type: 'url', required: true },
  notes: { type: 'array', items: { type: 'object', fields: { text: { type: 'string' } } } },
}
const model = {
  id: 'menu',
  name: 'Menus',
  kind: 'collection',
  domain: 'site',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    tags: { type: 'array', items: 'string', order: 1 },
    links: { type: 'array', items: { type: 'object', fields: link }, order: 2 },
    seo: { type: 'object', fields: { title: { type: 'string' }, priority: { type: 'integer' } }, order: 3 },
  },
}

let project: ContentProject
let page: Page

beforeAll(async () => {
  project = await openContent({ setUp: { locales: ['en'], models: [model] } })
  page = project.page
  await project.call('save_content', { model: 'menu', data: { main: { name: 'Main', seo: { own: 1 } } } })
  await page.goto(project.place('?model=menu&entry=main'))
  await page.getByRole('heading', { name: 'Main' }).waitFor()
})

afterAll(() => project?.close())

const saved = async () =>
  (await project.call<{ entries: { data: Record<string, unknown> }[] }>('brain_query', { model: 'menu', limit: 1 }))
    .entries[0]?.data
const item = (name: string) => page.getByRole('button', { name, exact: true })

test('a list of texts is typed as chips, pasted by lines, and changed by keys', async () => {
  const input = page.getByLabel('Add to Tags')
  await input.fill('rye')
  await input.press('Enter')
  await input.pressSequentially('oat,')
  await input.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'spelt\nold, dark\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await item('Edit old, dark').press('Alt+ArrowLeft')
  await item('Edit oat').press('Delete')
  await item('Edit rye').click()
  await page.keyboard.type('Rye')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await saved())?.tags).toEqual(['Rye', 'old, dark', 'spelt'])
})

test('a list of groups is cards that unfold, move, are duplicated and removed, and say what is wrong with them', async () => {
  await page.getByRole('button', { name: 'Add to Links' }).click()
  await page.getByLabel('Label', { exact: true }).fill('About')
  // Without its address it is no link yet: nothing is refused while one is still typing.
  await page.getByLabel('Url *').fill('/about/')
  await page.getByRole('button', { name: 'Add to Notes' }).click()
  await page.getByLabel('Text', { exact: true }).fill('First')
  await item('About').click()
  await item('Duplicate About').click()
  await expect
    .poll(async () => (await saved())?.links)
    .toEqual(Array(2).fill({ label: 'About', url: '/about/', notes: [{ text: 'First' }] }))
  await item('About').last().click()
  await page.getByLabel('Label', { exact: true }).fill('Team')
  await item('Team').press('Alt+ArrowUp')
  await expect.poll(async () => JSON.stringify((await saved())?.links)).toMatch(/Team.*About/)
  await page.getByLabel('Url *').fill('')
  await page.getByRole('alert').filter({ hasText: '“Url” has no value' }).waitFor()
  expect(await axeFindings(page, 'lists and groups')).toEqual([])
  await item('Remove Team').click()
  await expect.poll(async () => (await saved())?.links).toMatchObject([{ label: 'About' }])
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await item('Team').waitFor()
})

test('a group is its fields, keeps what its model does not know, and is JSON as another view', async () => {
  await page.getByRole('group', { name: 'Seo' }).getByLabel('Priority').fill('3')
  await expect.poll(async () => (await saved())?.seo).toEqual({ own: 1, priority: 3 })
  await page.getByRole('group', { name: 'View of Seo' }).getByRole('button', { name: 'JSON' }).click()
  await page.getByLabel('Seo as JSON').fill('{"title": "Bread"}')
  await expect.poll(async () => (await saved())?.seo).toEqual({ title: 'Bread' })
})
