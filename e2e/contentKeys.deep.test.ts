/** Slow by design: a key is made and used up to each of its limits. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentProject, openContent } from './support/content.ts'
import { keyboard } from './support/keyboard.ts'
import { look } from './support/look.ts'

// covers apps/studio/src/content/keys apps/server/src/conversation

let project: ContentProject
let page: Page

const model = (id: string, name: string) => ({
  ...{ id, name, kind: 'collection', domain: 'site', title_field: 'title' },
  fields: { title: { type: 'string', required: true } },
})

beforeAll(async () => {
  const setUp = { locales: ['en', 'tr'], models: [model('post', 'Posts'), model('person', 'People')] }
  project = await openContent({ setUp })
  page = project.page
  for (const each of ['post', 'person']) {
    await project.call('save_content', { model: each, data: { one: { title: 'One' } } })
    await project.call('update_status', { model: each, entryIds: ['one'], status: 'published' })
  }
})
afterAll(() => project?.close())

const dialog = () => page.getByRole('dialog')

test('a key for the agent is limited in its dialog, shown once, and used only within its limits', async () => {
  await page.goto(project.place())
  const keys = keyboard(page)
  const room = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: 'Keys' })
  await keys.push(room)
  await keys.push(page.getByRole('button', { name: 'New key' }))
  await keys.focused(dialog().getByLabel('What it is for'))
  await keys.fill(dialog().getByLabel('What it is for'), 'Shop')
  await dialog().getByRole('button', { name: 'Talks with the agent' }).click()
  const only = (group: string) => dialog().getByRole('group', { name: group }).first()
  for (const [group, names] of [
    ['Models', ['post']],
    ['Languages', ['en']],
    ['Tools', ['get_content', 'list_models']],
  ] as const) {
    await only(group).getByRole('button', { name: 'Only these' }).click()
    for (const name of names) await only(group).getByLabel(name, { exact: true }).check()
  }
  await keys.fill(dialog().getByLabel('Pages that may use it in a browser'), 'https://shop.example')
  await keys.fill(dialog().getByLabel('Instructions'), 'Answer in one sentence.')
  await keys.fill(dialog().getByLabel('Messages a minute'), '90')
  await keys.push(dialog().getByRole('button', { name: 'Create key' }))
  await dialog().getByText('A whole number from 1 to 60.').waitFor()
  await keys.fill(dialog().getByLabel('Messages a minute'), '5')
  await look(page, 'key-talks', () => dialog().getByLabel('Messages a minute').waitFor())
  await keys.push(dialog().getByRole('button', { name: 'Create key' }))
  const secret = await dialog().getByRole('textbox', { name: 'Key', exact: true }).inputValue()
  expect(secret).toMatch(/^atl_conv_/)
  await keys.push(dialog().getByRole('button', { name: 'Done' }))
  await page.getByText(/Talks with the agent · Viewer .* Models: post · Languages: en/).waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  await look(page, 'keys-list', () => page.getByRole('button', { name: 'Change Shop' }).waitFor())

  const ask = (path: string, headers: object = {}, body?: object) =>
    fetch(`${project.studio.url}/api/${path}`, {
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
  const entries = (of: string) => `content/v1/${project.projectId}/entries/${of}`
  const talk = `conversation/v1/${project.projectId}/message`
  expect(await (await ask(entries('post'))).json()).toMatchObject({ total: 1 })
  expect((await ask(entries('person'))).ok).toBe(false)
  expect((await ask(`${entries('post')}?locale=tr`)).ok).toBe(false)
  const answer = await ask(talk, { Origin: 'https://shop.example' }, { message: 'Which models are there?' })
  expect([answer.status, await answer.json()]).toMatchObject([200, { conversationId: expect.any(String) }])
  expect((await ask(talk, { Origin: 'https://elsewhere.example' }, { message: 'Hello' })).status).toBe(403)

  await keys.push(page.getByRole('button', { name: 'Change Shop' }))
  expect(await dialog().getByLabel('Instructions').inputValue()).toBe('Answer in one sentence.')
  expect(await only('Models').getByLabel('post', { exact: true }).isChecked()).toBe(true)
  await only('Models').getByLabel('person', { exact: true }).check()
  await keys.push(dialog().getByRole('button', { name: 'Save' }))
  await page.getByText(/Models: post, person/).waitFor()
  expect((await ask(entries('person'))).status).toBe(200)

  await keys.push(page.getByRole('button', { name: 'Revoke Shop' }))
  await keys.push(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }))
  await page.getByText('No keys yet').waitFor()
  expect((await ask(entries('post'))).status).toBe(401)
  expect((await ask(talk, {}, { message: 'Hello' })).status).toBe(401)
})
