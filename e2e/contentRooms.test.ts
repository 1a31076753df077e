import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

let project: ContentProject
let page: Page

const message = {
  id: 'message',
  name: 'Messages',
  kind: 'collection',
  domain: 'site',
  title_field: 'name',
  fields: { name: { type: 'string', required: true }, text: { type: 'text' } },
}

beforeAll(async () => {
  project = await openContent()
  page = project.page
  await call('init_project', { locales: ['en'], models: [message] })
  await call('save_content', { model: 'message', data: { hello: { name: 'Hello' } } })
})

afterAll(() => project?.close())

const call = <Data>(name: string, input: object) => project.call<Data>(name, input)

const room = (name: string) =>
  page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name, exact: true })

test('the repository says how far it is, and why a remote cannot be connected', async () => {
  await page.goto(project.place())
  await room('Repository').click()
  await page.getByText('Everything is written').waitFor()
  expect(await axeFindings(page, 'the repository')).toEqual([])
  await page.getByLabel('Address').fill('not an address')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('main').getByRole('alert').waitFor()
})

test('the calendar lists what goes out by itself', async () => {
  await room('Calendar').click()
  await page.getByText('Nothing is scheduled').waitFor()
  const at = { model: 'message', entryIds: ['hello'], status: 'published' }
  await call('update_status', { ...at, publish_at: '2100-01-01T09:00:00Z', expire_at: '2100-02-01T09:00:00Z' })
  await page
    .getByRole('region', { name: /1 January 2100/ })
    .getByText('goes out')
    .waitFor()
  expect(await axeFindings(page, 'the calendar')).toEqual([])
  await page.getByRole('link', { name: 'Hello' }).first().click()
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
})

test('what a visitor has sent becomes a draft, and waits again once that is undone', async () => {
  await room('Submissions').click()
  await page.getByText('Nothing here').waitFor()
  await call('saveForm', { model: 'message', open: true, fields: ['name', 'text'] })
  const sent = await page.request.post(`${project.studio.url}/api/forms/v1/${project.projectId}/message/submit`, {
    data: { data: { name: 'Ida', text: 'Do you bake on Sundays?' } },
  })
  expect(sent.ok()).toBe(true)
  await page.reload()
  const list = page.getByRole('list', { name: 'Submissions' })
  await list.getByText('Do you bake on Sundays?').waitFor()
  expect(await axeFindings(page, 'the submissions')).toEqual([])
  await list.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Ida' }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('This entry is gone').waitFor()
  await room('Submissions').click()
  await list.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Nothing here').waitFor()
})
