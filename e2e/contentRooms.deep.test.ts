/** Slow by design: repositories are connected, pushed to and fetched. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/rooms apps/server/src/content/repository packages/repository/src

let project: ContentProject
let page: Page
/** Where the repositories elsewhere are. */
const folder = mkdtempSync(join(tmpdir(), 'atelier-remote-'))
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })

const message = {
  id: 'message',
  name: 'Messages',
  kind: 'collection',
  domain: 'site',
  title_field: 'name',
  fields: { name: { type: 'string', required: true }, text: { type: 'text' } },
}

beforeAll(async () => {
  project = await openContent({ env: { ATELIER_OPEN_REMOTES: '1' } })
  page = project.page
  await call('init_project', { locales: ['en'], models: [message] })
  await call('save_content', { model: 'message', data: { hello: { name: 'Hello' } } })
})

afterAll(async () => {
  await project?.close()
  rmSync(folder, { recursive: true, force: true })
})

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

test('a repository is connected, changed elsewhere and fetched; a file that cannot be read is named with its line', async () => {
  git('init', '--quiet', '--bare', '--initial-branch=main', 'there.git')
  await page.getByLabel('Address').fill(`file://${join(folder, 'there.git')}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText('Connected with').waitFor()
  await page.getByText('At the remote up to').waitFor()

  git('clone', '--quiet', '--branch', 'contentrain', 'there.git', 'elsewhere')
  const clone = join(folder, 'elsewhere')
  const listed = execFileSync('git', ['ls-files', '*.json'], { cwd: clone, encoding: 'utf8' }).split('\n')
  const file = join(clone, listed.find((each) => each.includes('/content/') && each.includes('message')) ?? '')
  const whole = () => readFileSync(file, 'utf8')
  /** Edits the file over what the remote has by then: the server may have pushed since. */
  const elsewhere = (subject: string, edit: () => string) => {
    const as = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.com', '-c', 'commit.gpgsign=false']
    git('-C', clone, 'fetch', '--quiet')
    git('-C', clone, 'reset', '--quiet', '--hard', 'origin/contentrain')
    writeFileSync(file, edit())
    git('-C', clone, ...as, 'commit', '--quiet', '--all', '--message', subject)
    git('-C', clone, 'push', '--quiet')
  }
  const synchronized = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/content/sync'))
    await page.getByRole('button', { name: 'Synchronize' }).click()
    expect((await answered).ok()).toBe(true)
  }
  elsewhere('Greet by the time of day', () => whole().replace('Hello', 'Good morning'))
  await synchronized()
  expect(JSON.stringify(await call('get_content', { model: 'message' }))).toContain('Good morning')

  const good = whole()
  elsewhere('Half a file', () => whole().slice(0, -10))
  await synchronized()
  const findings = page.getByRole('region', { name: 'Files to mend' })
  await findings
    .getByText(/message.*\.json:\d+/)
    .first()
    .waitFor()
  expect(await axeFindings(page, 'files to mend')).toEqual([])
  elsewhere('The whole file', () => good)
  await synchronized()
  await findings.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('At the remote up to').waitFor({ state: 'hidden' })
})

test('a project without content takes over that of a repository, or begins otherwise', async () => {
  const { id } = await project.api.post<{ id: string }>('/api/projects', { name: 'From a repository' })
  await page.goto(`${project.studio.url}/projects/${id}/content`)
  await page.getByRole('button', { name: 'Connect a repository' }).click()
  await page.getByRole('link', { name: 'Begin without a repository' }).click()
  await page.getByRole('button', { name: 'Connect a repository' }).click()
  const connect = async (name: string) => {
    await page.getByLabel('Address').fill(`file://${join(folder, name)}`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
  }
  git('init', '--quiet', '--bare', '--initial-branch=main', 'empty.git')
  await connect('empty.git')
  await page.getByText('Neither the project nor the remote has any content.').waitFor()
  expect(await axeFindings(page, 'the repository of an empty project')).toEqual([])
  await connect('there.git')
  await page.getByText('Connected with').waitFor()
  await page
    .getByRole('navigation', { name: 'Models', exact: true })
    .getByRole('link', { name: /^Messages/ })
    .click()
  await page.getByRole('main').getByText('Good morning').first().waitFor()
  await page.goto(project.place())
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
  await page.getByRole('link', { name: 'Good morning' }).first().click()
  await page.getByRole('heading', { name: 'Good morning' }).waitFor()
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
