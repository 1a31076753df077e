/** Slow by design: every kind of change waits for its time, at three widths. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/api.ts'
import { movableClock } from './support/clock.ts'
import { type Journal, openJournal } from './support/journal.ts'
import { keyboard } from './support/keyboard.ts'
import { look } from './support/look.ts'
import { joinProject } from './support/people.ts'

// covers apps/studio/src/content/publish apps/studio/src/content/review apps/server/src/content

const clock = movableClock()
const MINUTE = 60_000
let ahead = 0
let journal: Journal
let page: Page

beforeAll(async () => {
  journal = await openJournal(
    { rye: { title: 'Rye', summary: 'Dark and moist.' }, stollen: { title: 'Stollen', summary: 'Before Christmas.' } },
    { env: clock.env },
  )
  page = journal.page
  await page.context().clock.install()
})
afterAll(async () => {
  await journal?.close()
  clock.remove()
})

const room = (name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name })

/** Sets the clocks of the server and of the browser forward. */
async function forward(minutes: number) {
  ahead += minutes * MINUTE
  clock.set(ahead)
  await page.clock.fastForward(minutes * MINUTE)
}

/** A time from now as a field for times shows it, by the clock of the browser. */
const inMinutes = (minutes: number) =>
  page.evaluate((ms) => {
    const time = new Date(Date.now() + ms)
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, minutes * MINUTE)

const isOnline = async (path: string) => (await journal.visit(path)).status === 200

test('an entry comes and goes at the times of its form, and the calendar shows what is to come', async () => {
  expect(await isOnline('/blog/stollen/')).toBe(true)
  await page.goto(journal.place('?model=post&entry=stollen'))
  await page.getByRole('button', { name: 'Schedule of en' }).click()
  await page.getByLabel('Goes out', { exact: true }).fill(await inMinutes(20))
  await page.getByLabel('Expires', { exact: true }).fill(await inMinutes(60))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^goes out/ }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish content' }).click()
  await until('the page away', async () => !(await isOnline('/blog/stollen/')))
  await page.keyboard.press('Escape')

  await room('Calendar').click()
  const goesOut = page.getByRole('main').getByText('goes out', { exact: true })
  const expires = page.getByRole('main').getByText('expires', { exact: true })
  await goesOut.waitFor()
  await expires.waitFor()
  await look(page, 'calendar', () => goesOut.waitFor())

  await forward(25)
  await until('the page online', () => isOnline('/blog/stollen/'))
  await goesOut.waitFor({ state: 'detached' })
  await expires.waitFor()
  await page.getByRole('link', { name: 'Stollen' }).click()
  await page.getByRole('button', { name: /^expires/ }).waitFor()

  await forward(45)
  await until('the page away', async () => !(await isOnline('/blog/stollen/')))
  await page.getByRole('button', { name: /^expired/ }).waitFor()
  await room('Calendar').click()
  await page.getByText('Nothing is scheduled').waitFor()
  expect((await journal.visit('/blog/')).html).not.toContain('Stollen')
})

test('a proposal is merged at its time, which is set only with keys', async () => {
  const { id } = await journal.call<{ id: string }>('createBranch', { title: 'A darker rye' })
  await journal.call('save_content', { model: 'post', data: { rye: { summary: 'Darker.' } } }, { branchId: id })
  const keys = keyboard(page)
  await keys.push(room(/Review/))
  await keys.push(page.getByRole('link', { name: /A darker rye/ }))
  await keys.push(page.getByRole('button', { name: 'Merge later…' }))
  const time = page.getByLabel('Day and time')
  await time.fill(await inMinutes(-20))
  await keys.press('Enter')
  await page.getByRole('alert').getByText('This time is over').waitFor()
  await time.fill(await inMinutes(30))
  await keys.press('Enter')
  const set = page.getByRole('button', { name: /^merges / })
  await set.waitFor()
  await look(page, 'review-later', () => set.waitFor())
  await keys.push(room('Calendar'))
  await page.getByText('is merged', { exact: true }).waitFor()
  await keys.push(page.getByRole('main').getByRole('link', { name: 'A darker rye' }))
  await set.waitFor()

  await forward(35)
  await until('the merge', async () => {
    const { entries } = await journal.call<{ entries: { data: { summary?: string } }[] }>('get_content', {
      model: 'post',
      fields: ['summary'],
    })
    return entries.some(({ data }) => data.summary === 'Darker.')
  })
  await page
    .getByText(/Merged/)
    .first()
    .waitFor()
  await expect.poll(() => set.count()).toBe(0)
})

test('a proposal that is changed after its merge was scheduled says so', async () => {
  const { id, branch } = await journal.call<{ id: string; branch: string }>('createBranch', { title: 'A lighter rye' })
  const write = (summary: string) =>
    journal.call('save_content', { model: 'post', data: { rye: { summary } } }, { branchId: id })
  await write('Lighter.')
  const at = await page.evaluate(() => new Date(Date.now() + 3_600_000).toISOString())
  await journal.call('scheduleBranch', { branch, at })
  await room(/Review/).click()
  const row = page.getByRole('link', { name: /A lighter rye/ })
  await row.getByText(/^merges /).waitFor()
  await write('Much lighter.')
  await row.getByText('changed, so not merged by itself').waitFor()
  await row.click()
  const said = page.getByRole('status').filter({ hasText: 'It was changed after its merge was scheduled' })
  await said.waitFor()
  await page.getByRole('button', { name: 'Merge later…' }).waitFor()
  await look(page, 'review-schedule-ended', () => said.waitFor())
  await page.getByRole('button', { name: 'Reject' }).click()
  await row.waitFor({ state: 'detached' })
})

test.each(['viewer', 'reviewer'] as const)('a %s reads without a useless button, and sees the reason', async (role) => {
  const { browser, studio, api, projectId } = journal
  const context = await joinProject(browser, studio, api, projectId, role === 'viewer' ? 'Vera' : 'Rhea', role)
  const theirs = await context.newPage()
  await theirs.goto(journal.place('?model=post&entry=rye'))
  await theirs.getByRole('heading', { name: 'Rye', level: 1 }).waitFor()
  await theirs.getByText('You may read this content, not change it.').waitFor()
  await theirs.getByRole('main').getByText('Published', { exact: true }).waitFor()
  expect(await theirs.getByRole('main').getByRole('button', { disabled: true }).count()).toBe(0)
  expect(await theirs.getByRole('main').getByRole('combobox', { disabled: true }).count()).toBe(0)
  await look(theirs, `entry-${role}`, () => theirs.getByRole('heading', { name: 'Rye', level: 1 }).waitFor())
  await context.close()
})
