/** Slow by design: conflicts are decided by mouse and only with keys, each with an editor and a reviewer. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journal, openJournal } from './support/journal.ts'
import { keyboard } from './support/keyboard.ts'
import { look } from './support/look.ts'
import { joinProject } from './support/people.ts'

// covers apps/studio/src/content/review packages/content/src/branch

let journal: Journal
let owner: Page
let editor: Page
let reviewer: Page
const contexts: BrowserContext[] = []

beforeAll(async () => {
  journal = await openJournal({
    hello: { title: 'Bread in winter', summary: 'Dough takes its time.', body: 'Begin in the **evening**.' },
    rye: { title: 'Rye', summary: 'Dark and moist.' },
  })
  owner = journal.page
  editor = await join('Edna', 'editor')
  reviewer = await join('Rhea', 'reviewer')
})
afterAll(async () => {
  for (const context of contexts) await context.close()
  await journal?.close()
})

async function join(name: string, role: 'editor' | 'reviewer'): Promise<Page> {
  const { browser, studio, api, projectId } = journal
  const context = await joinProject(browser, studio, api, projectId, name, role)
  contexts.push(context)
  return await context.newPage()
}

const models = (page: Page) => page.getByRole('navigation', { name: 'Models', exact: true })

/** Goes from the content to an entry by clicks. */
async function openEntry(page: Page, title: string) {
  await page.goto(journal.place())
  await models(page).getByRole('link', { name: /Posts/ }).click()
  await page.getByRole('table', { name: 'Posts' }).getByRole('link', { name: title }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

async function write(page: Page, label: string, text: string) {
  const field = page.getByLabel(label, { exact: true })
  const answered = page.waitForResponse(
    (response) => /\/operations\/content\.(?:save_content|editField)$/.test(response.url()) && response.ok(),
  )
  await field.fill(text)
  await field.blur()
  await answered
}

const openReview = async (page: Page, title: string | RegExp) => {
  await page.goto(journal.place())
  await models(page)
    .getByRole('link', { name: /Review/ })
    .click()
  await page.getByRole('list', { name: 'Review' }).getByRole('link', { name: title }).click()
}

test('an editor proposes, and sees that it waits and who decides', async () => {
  await openEntry(editor, 'Bread in winter')
  await write(editor, 'Title *', 'Bread in the cold')
  await write(editor, 'Summary', 'Dough takes its own good time.')
  // Each field says so for itself.
  for (const name of ['title', 'summary'])
    await editor.locator(`[data-field="${name}"]`).getByText('Saved, waits for a review').waitFor()
  await editor.getByRole('link', { name: 'See the changes' }).click()
  await editor.locator('ins', { hasText: 'cold' }).waitFor()
  await editor.getByText('A reviewer, an admin or an owner decides on these changes.').waitFor()
  expect(await editor.getByRole('button', { name: /^(?:Merge|Reject|Merge later…)$/ }).count()).toBe(0)
  expect((await journal.visit('/blog/hello/')).html).toContain('Bread in winter')
})

test('a reviewer reads it by words, decides a conflict between three values, sees the page as it will be, and merges', async () => {
  await openEntry(owner, 'Bread in winter')
  await write(owner, 'Summary', 'Cold dough takes its time.')

  await openReview(reviewer, /Edna/)
  await reviewer.locator('del', { hasText: 'winter' }).waitFor()
  await reviewer.locator('ins', { hasText: 'the cold' }).waitFor()
  const conflict = reviewer.getByRole('region', { name: 'Changed on both sides' })
  const three = conflict.getByRole('definition')
  await three.getByText('Cold dough takes its time.').waitFor()
  expect(await three.allTextContents()).toEqual([
    'Dough takes its time.',
    'Dough takes its own good time.',
    'Cold dough takes its time.',
  ])
  const merge = reviewer.getByRole('button', { name: 'Merge', exact: true })
  expect(await merge.isDisabled()).toBe(true)
  await reviewer.getByText('1 value is to be decided').waitFor()
  await look(reviewer, 'review', () => conflict.waitFor())

  await reviewer.getByRole('button', { name: 'Preview Bread in the cold on the site' }).click()
  const page = reviewer.getByTitle('Preview of en')
  await page.waitFor()
  await page.contentFrame().getByRole('heading', { name: 'Bread in the cold' }).waitFor()
  // A window of another width is laid out anew.
  await look(reviewer, 'review-preview', async () => {
    const show = reviewer.getByRole('button', { name: 'Preview Bread in the cold on the site' })
    if ((await show.getAttribute('aria-pressed')) === 'false') await show.click()
    await page.waitFor()
  })

  await conflict.getByRole('button', { name: 'Own value' }).click()
  await conflict.getByLabel(/^Own value of Summary/).fill('Cold dough takes its own good time.')
  await merge.click()
  await reviewer.getByText(/^Merged “/).waitFor()
  await reviewer.getByText('Nothing waits for a review').waitFor()
  expect((await journal.visit('/blog/hello/')).html).not.toContain('Bread in the cold')

  await owner.getByRole('heading', { name: 'Bread in the cold', level: 1 }).waitFor()
  await owner.getByRole('button', { name: 'Publish', exact: true }).click()
  await owner.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish content' }).click()
  await journal.sees('/blog/hello/', 'Bread in the cold')
  await journal.sees('/blog/', 'Cold dough takes its own good time.')
  expect((await journal.visit('/blog/hello/')).html).not.toContain('Bread in winter')
})

test('a rejected change goes back to the editor as it was, only with keys', async () => {
  await openEntry(editor, 'Rye')
  await write(editor, 'Summary', 'Dark as night.')
  await editor.getByText('Saved, waits for a review').waitFor()

  await reviewer.goto(journal.place())
  const keys = keyboard(reviewer)
  await keys.push(models(reviewer).getByRole('link', { name: /Review/ }))
  await keys.push(reviewer.getByRole('list', { name: 'Review' }).getByRole('link', { name: /Edna/ }))
  await reviewer.locator('ins', { hasText: 'night' }).waitFor()
  const preview = reviewer.getByRole('button', { name: 'Preview Rye on the site' })
  await keys.push(preview)
  await reviewer.getByTitle('Preview of en').waitFor()
  await keys.push(preview, 'Space')
  await reviewer.getByTitle('Preview of en').waitFor({ state: 'detached' })
  await keys.push(reviewer.getByRole('button', { name: 'Reject', exact: true }))
  await reviewer.getByText(/^Rejected “/).waitFor()

  await expect.poll(() => editor.getByLabel('Summary', { exact: true }).inputValue()).toBe('Dark and moist.')
  await expect.poll(() => editor.getByText('What is marked here waits for a review').count()).toBe(0)
  await models(editor)
    .getByRole('link', { name: /Review/ })
    .click()
  await editor.getByRole('list', { name: 'Decided' }).getByText('Rejected').waitFor()
  await look(editor, 'review-list')
})

test('a conflict is decided and merged only with keys', async () => {
  await openEntry(editor, 'Rye')
  await write(editor, 'Summary', 'Dark, moist and sour.')
  await openEntry(owner, 'Rye')
  await write(owner, 'Summary', 'Dark and heavy.')

  await reviewer.goto(journal.place())
  const keys = keyboard(reviewer)
  await keys.push(models(reviewer).getByRole('link', { name: /Review/ }))
  await keys.push(reviewer.getByRole('list', { name: 'Review' }).getByRole('link', { name: /Edna/ }))
  const conflict = reviewer.getByRole('region', { name: 'Changed on both sides' })
  await keys.push(conflict.getByRole('button', { name: 'Take proposed' }), 'Space')
  const merge = reviewer.getByRole('button', { name: 'Merge', exact: true })
  await expect.poll(() => merge.isEnabled()).toBe(true)
  await keys.push(merge)
  await reviewer.getByText(/^Merged “/).waitFor()
  await expect.poll(() => owner.getByLabel('Summary', { exact: true }).inputValue()).toBe('Dark, moist and sour.')
})
