import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/model apps/studio/src/content/form apps/server/src/content/screens

let project: ContentProject

interface Entry {
  locales: { locale: string; values: Record<string, unknown>; standIns?: { fields: string[] } }[]
}
const read = () => project.api.get<Entry>(`/api/projects/${project.projectId}/content/models/post/entries/bread`)
const dates = async () => (await read()).locales.map(({ values }) => values.on)

beforeAll(async () => {
  const fields = {
    title: { type: 'string', required: true, order: 1 },
    lead: { type: 'text', order: 2 },
    on: { type: 'date', order: 3 },
  }
  project = await openContent({
    setUp: {
      locales: ['en', 'tr'],
      domains: ['blog'],
      models: [{ id: 'post', name: 'Posts', title_field: 'title', fields }],
    },
  })
  const save = (values: object, locale: string) =>
    project.call('save_content', { model: 'post', locale, data: { bread: values } })
  await save({ title: 'Bread', lead: 'Words', on: '2026-01-01' }, 'en')
  await save({ title: 'Ekmek', on: '2026-02-02' }, 'tr')
})
afterAll(() => project?.close())

test('a field that is most often the same is proposed to be shared, and a person decides where languages differ', async () => {
  const { page } = project
  await page.goto(project.place('?model=post&room=model'))
  await page.getByText('Are these the same in all languages?').waitFor()
  expect(await axeFindings(page, 'sharing proposal')).toEqual([])
  await page.getByRole('button', { name: 'Share them' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('heading', { name: 'Languages have different values' }).waitFor()
  expect(await dates()).toEqual(['2026-01-01', '2026-02-02'])
  await dialog.getByRole('button', { name: 'Take the default language’s' }).click()
  await until('one date', async () => String(await dates()) === '2026-01-01,2026-01-01')
  await page.getByText('Are these the same in all languages?').waitFor({ state: 'detached' })
})

test('a shared field is in the form once, with its sign, and what is not translated yet says so', async () => {
  const { page } = project
  await page.goto(project.place('?model=post&entry=bread&locale=en,tr'))
  const field = page.getByLabel('On · all languages')
  await field.waitFor()
  expect(await field.count()).toBe(1)
  await page.getByText('Not translated yet: visitors see it in English.').waitFor()
  expect(await axeFindings(page, 'shared field')).toEqual([])
  await field.fill('2026-03-03')
  await field.press('Tab')
  await until('the new date in both', async () => String(await dates()) === '2026-03-03,2026-03-03')
  expect((await read()).locales[1]?.standIns?.fields).toEqual(['lead'])
  await page.getByLabel('Lead · tr').fill('Sözler')
  await page.getByLabel('Lead · tr').press('Tab')
  await page.getByText('Not translated yet: visitors see it in English.').waitFor({ state: 'detached' })
  expect((await read()).locales[1]?.standIns).toBeUndefined()
})

test('a field is one of each language again by the same switch', async () => {
  const { page } = project
  await page.goto(project.place('?model=post&room=model'))
  await page.locator('[data-field="on"] button[aria-expanded]').click()
  const shared = page.getByLabel('Same in all languages')
  await shared.waitFor()
  expect(await shared.isChecked()).toBe(true)
  await shared.click()
  await until('a field of each language', async () => {
    const { models } = await project.api.get<{
      models: { id: string; fields: { name: string; shared?: boolean }[] }[]
    }>(`/api/projects/${project.projectId}/content`)
    const post = models.find(({ id }) => id === 'post')
    return post?.fields.find(({ name }) => name === 'on')?.shared === undefined
  })
  await project.call('save_content', { model: 'post', locale: 'tr', data: { bread: { on: '2026-04-04' } } })
  await until('a date of each', async () => String(await dates()) === '2026-03-03,2026-04-04')
})
