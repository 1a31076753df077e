import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'
import { emailAt } from './support/shared.ts'

// covers apps/studio/src/content packages/content/src

const grace = { name: 'Grace', password: 'a long enough sentence' }

let project: ContentProject
let page: Page

beforeAll(async () => {
  project = await openContent()
  page = project.page
})

afterAll(() => project?.close())

const call = <Data>(name: string, input: object, focus: object = {}, id?: string) =>
  project.call<Data>(name, input, focus, id)

const chosen = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('content is set up beside the site, and begins with a model that is ready', async () => {
  await page.keyboard.press('ControlOrMeta+e')
  await page.getByRole('heading', { name: 'Set up content' }).waitFor()
  // The agent offers what fits: the set-up, and once that is done, what can be written.
  const offered = (idea: string) => page.getByRole('button', { name: idea })
  await offered('Set up content with a blog model').waitFor()
  expect(await axeFindings(page, 'set up')).toEqual([])
  await page.getByLabel('Languages').fill('en, tr')
  await page.getByRole('main').getByRole('button', { name: 'Set up content' }).click()
  await page.getByRole('heading', { name: 'No models yet' }).waitFor()
  await page.getByRole('button', { name: 'Add People' }).click()
  const people = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /People/ })
  await people.waitFor()
  await offered('Write a post').waitFor()
  expect(await offered('Set up content with a blog model').count()).toBe(0)
  await expect.poll(() => people.getAttribute('aria-current')).toBe('page')
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

  const other = await project.context.newPage()
  await other.goto(page.url())
  const theirRole = other.getByLabel('Role', { exact: true })
  await theirRole.waitFor()
  const role = page.getByLabel('Role', { exact: true })
  await role.fill('Baker')
  await role.blur()
  await expect.poll(() => theirRole.inputValue()).toBe('Baker')

  // This tab knows of it a moment later than the other one may.
  await page.getByText('Saved · in the repository').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => theirRole.inputValue()).toBe('')
  await expect.poll(() => role.inputValue()).toBe('')

  // Text typed here is not overwritten by another tab's save, nor the other way round.
  await role.fill('Mine')
  await theirRole.fill('Theirs')
  await theirRole.blur()
  await page.getByText('Another user has written meanwhile: Theirs').waitFor()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => theirRole.inputValue()).toBe('Mine')
  await other.close()
})

deepTest(
  'what the model refuses or warns of is said under its field, and a language without a text says what it shows',
  async () => {
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
    await page.getByRole('button', { name: 'Turkish tr' }).click()
    await page.getByText('not translated: English is shown instead').waitFor()
    await page.getByRole('button', { name: 'English en' }).click()
  },
)

deepTest('the list finds entries, and a deleted one comes back by its toast', async () => {
  await page.getByRole('link', { name: 'People' }).last().click()
  const row = page.getByRole('table', { name: 'People' }).getByRole('link')
  await row.waitFor()
  expect(await axeFindings(page, 'the list')).toEqual([])
  await page.getByLabel('Search People').fill('nobody')
  await page.getByText('Nothing found').waitFor()
  await page.getByLabel('Search People').fill('ann')
  await row.waitFor()
  await page.getByRole('button', { name: 'Delete Ann Baker' }).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'Delete “Ann Baker”?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted Ann Baker').waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await row.waitFor()
})

deepTest('an entry gets another id, another status, and is chosen where another one names it', async () => {
  await page.getByRole('table', { name: 'People' }).getByRole('link').click()
  await page.getByRole('button', { name: 'More with Ann Baker' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('dialog').getByLabel('Id').fill('ann baker')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('dialog').getByLabel('Id').fill('ann')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.waitForURL(/entry=ann(&|$)/)
  await page.getByRole('heading', { name: 'Ann Baker' }).waitFor()
  await chosen('Status', 'Published')
  await page.getByRole('combobox', { name: 'Status', exact: true }).getByText('Published').waitFor()

  const site = { domain: 'site' }
  await call('save_model', {
    ...site,
    id: 'team',
    name: 'Teams',
    kind: 'collection',
    title_field: 'name',
    fields: { name: { type: 'string' }, lead: { type: 'relation', model: 'person' } },
  })
  await call('save_model', { ...site, id: 'labels', name: 'Labels', kind: 'dictionary' })
  await call('save_content', { model: 'team', data: { kitchen: { name: 'Kitchen' } } })
  await page.goto(project.place('?model=team&entry=kitchen'))
  await page.getByRole('button', { name: 'Choose for Lead' }).click()
  await page.getByRole('button', { name: /^Ann Baker/ }).click()
  await page.getByRole('button', { name: 'Take out ann' }).waitFor()
  await expect
    .poll(() => call('get_content', { model: 'team' }))
    .toMatchObject({ entries: [{ data: { lead: 'ann' } }] })
})

deepTest('a dictionary takes a key with its text, and gives it back', async () => {
  await page
    .getByRole('navigation', { name: 'Models', exact: true })
    .getByRole('link', { name: /Labels/ })
    .click()
  await page.getByLabel('Key').fill('nav.home')
  await page.getByLabel('Text').fill('Home')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const home = page.getByLabel('nav.home', { exact: true })
  await expect.poll(() => home.inputValue()).toBe('Home')
  await page.getByRole('button', { name: 'Delete nav.home' }).click()
  await expect.poll(() => home.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => home.inputValue()).toBe('Home')
})

deepTest(
  'a branch is read as before and after, its conflict decided by a value of one’s own, and merged; another is rejected',
  async () => {
    const propose = async (title: string, role: string) => {
      const { id } = await call<{ id: string }>('createBranch', { title })
      await save(role, { branchId: id })
    }
    const save = (role: string, focus?: object) =>
      call('save_content', { model: 'person', locale: 'en', data: { ann: { role } } }, focus)
    await propose('New role', 'Head baker')
    const review = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /Review/ })
    await review.getByText('1 waits for a review').waitFor({ state: 'attached' })
    await review.click()
    await page.getByRole('link', { name: /New role/ }).click()
    await page.getByRole('heading', { name: /Ann Baker/ }).waitFor()
    await page.locator('ins', { hasText: 'Head baker' }).waitFor()

    await save('Owner')
    await page.getByRole('heading', { name: 'Changed on both sides' }).waitFor()
    const merge = page.getByRole('button', { name: 'Merge', exact: true })
    await expect.poll(() => merge.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Take proposed' }).click()
    await expect.poll(() => merge.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Own value', exact: true }).click()
    const own = page.getByLabel(/^Own value of Role/)
    expect(await own.inputValue()).toBe('Head baker')
    await own.fill('Owner and head baker')
    expect(await axeFindings(page, 'a review')).toEqual([])
    await merge.click()
    await page.getByText('Merged “New role”').waitFor()
    await page.goto(project.place('?model=person&entry=ann'))
    await expect.poll(() => page.getByLabel('Role', { exact: true }).inputValue()).toBe('Owner and head baker')

    await propose('Another role', 'Miller')
    await review.click()
    await page.getByRole('link', { name: /Another role/ }).click()
    await page.locator('ins', { hasText: 'Miller' }).waitFor()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Rejected “Another role”').waitFor()
    await page.getByRole('list', { name: 'Decided' }).getByText('Rejected').waitFor()
  },
)

deepTest('edits that wait for a review are shown only to their author, also after a reload', async () => {
  const { id } = await project.api.post<{ id: string }>('/api/projects', { name: 'Reviewed' })
  const model = { id: 'person', name: 'People', title_field: 'name', fields: { name: { type: 'string' } } }
  await call('init_project', { locales: ['en'], workflow: 'review', models: [model] }, {}, id)
  await call('save_content', { model: 'person', data: { bo: { name: 'Bo' } } }, {}, id)
  const invitation = {
    ...grace,
    email: emailAt(project.studio, 'grace'),
    role: 'member',
    projects: [{ projectId: id, role: 'editor' }],
  }
  const { url } = await project.api.post<{ url: string }>('/api/invitations', invitation)
  const token = new URL(url).searchParams.get('token')
  const their = await project.browser.newContext()
  const data = { token, name: grace.name, password: grace.password }
  await their.request.post(`${project.studio.url}/api/invitations/accept`, {
    data,
    headers: { origin: project.studio.url },
  })
  const theirs = await their.newPage()
  await theirs.goto(`${project.studio.url}/projects/${id}/content?model=person&entry=bo`)
  const name = theirs.getByLabel('Name *')
  await name.fill('Bo Miller')
  await name.blur()
  const waits = theirs.getByText('What is marked here waits for a review')
  await waits.waitFor()
  await theirs.getByText('Saved, waits for a review').waitFor()
  await theirs.reload()
  await waits.waitFor()
  expect(await name.inputValue()).toBe('Bo Miller')
  expect(await axeFindings(theirs, 'an entry that waits')).toEqual([])
  await theirs.goto(`${project.studio.url}/projects/${id}/content?model=person`)
  await theirs.getByRole('row', { name: /Bo Miller.*waits for a review/ }).waitFor()
  await page.goto(`${project.studio.url}/projects/${id}/content?model=person`)
  await page.getByRole('link', { name: /^Bo(?! Miller)/ }).waitFor()
  await their.close()
})
