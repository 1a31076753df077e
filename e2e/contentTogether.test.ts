import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'
import { ask } from './support/editor.ts'
import { joinProject } from './support/people.ts'

// covers apps/studio/src/content/form apps/studio/src/content/session packages/content/src/entry

let project: ContentProject
let page: Page

const story = {
  id: 'story',
  name: 'Stories',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 0 },
    text: { type: 'richtext', order: 1 },
    notes: { type: 'markdown', order: 2 },
    author: { type: 'relation', model: 'person', order: 3 },
  },
}
const person = {
  id: 'person',
  name: 'People',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    role: { type: 'string', required: true, order: 1 },
  },
}
const TABLE = '<TABLE class="prices" ><tr><td>Rye</TD></tr></table>'
const text = `<p>The first paragraph.</p>\n${TABLE}\n<p>The second paragraph.</p>`

beforeAll(async () => {
  project = await openContent({
    fastRehearsals: true,
    setUp: { locales: ['en', 'tr'], models: [person, story] },
  })
  page = project.page
  const notes = 'One.\n\nTwo.\n\nThree.'
  await project.call('save_content', { model: 'story', data: { bread: { title: 'Bread', text, notes } } })
})
afterAll(() => project?.close())

const inPlace = (from: Page) => from.getByRole('textbox', { name: 'Text', exact: true })
const address = () => project.place('?model=story&entry=bread')

async function stored(field: 'text' | 'notes' | 'author'): Promise<string> {
  const { entries } = await project.call<{ entries: { data: Record<string, unknown> }[] }>('get_content', {
    model: 'story',
    id: 'bread',
  })
  return String(entries[0]?.data[field] ?? '')
}

/** Puts the caret behind the last sign of a paragraph. */
async function caretBehind(paragraph: Locator) {
  await paragraph.click()
  const { keyboard } = paragraph.page()
  await keyboard.press('End')
  // The toolbar says where the caret is.
  const list = paragraph
    .page()
    .getByRole('toolbar', { name: 'Format of Text' })
    .getByRole('button', { name: 'List', exact: true })
  await expect.poll(() => list.getAttribute('aria-pressed')).toBe('false')
}

/** Types a text, key by key. */
const typeInto = (from: Page, words: string) => from.keyboard.type(words, { delay: 15 })

test('a rich text is edited in place, and what the editor does not know stays as it is', async () => {
  await page.goto(address())
  const editor = inPlace(page)
  await editor.waitFor()
  await editor.getByText('Kept as it is').waitFor()
  expect(await axeFindings(page, 'a rich text')).toEqual([])
  await caretBehind(editor.getByText('The second paragraph.'))
  await page.keyboard.press('Enter')
  await typeInto(page, '## Prices')
  await page.keyboard.press('Enter')
  await typeInto(page, '- Rye')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+b')
  await typeInto(page, 'Spelt')
  await editor.locator('li strong', { hasText: 'Spelt' }).waitFor()
  // Typed text is saved after a rest, and the answer to that would come in between.
  await expect.poll(() => stored('text')).toContain('Spelt')
  await page.keyboard.press('Shift+Home')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Spelt')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByLabel('Where the link leads').fill('/spelt/')
  await page.keyboard.press('Enter')
  await editor.locator('a[href="/spelt/"]').waitFor()
  const list = '<ul><li>Rye</li><li><a href="/spelt/"><strong>Spelt</strong></a></li></ul>'
  const wanted = `${text}\n<h2>Prices</h2>\n${list}`
  await expect.poll(() => stored('text')).toBe(wanted)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => stored('text')).not.toContain('/spelt/')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(() => stored('text')).toBe(wanted)
})

deepTest('what comes from a word processor is cleaned, and the source can be edited as well', async () => {
  const editor = inPlace(page)
  await caretBehind(editor.getByText('The first paragraph.'))
  await page.keyboard.press('Enter')
  await editor.evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      '<html><head><style>p{color:red}</style></head><body><p class=MsoNormal style="margin:0cm"><b>From</b> elsewhere<o:p></o:p></p></body></html>',
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  const pasted = '<p><strong>From</strong> elsewhere</p>'
  await expect.poll(() => stored('text')).toContain(pasted)
  expect(await stored('text')).toContain(TABLE)
  await page.getByRole('group', { name: 'View of Text' }).getByRole('button', { name: 'Source' }).click()
  const source = page.getByLabel('Text', { exact: true })
  await expect.poll(() => source.inputValue()).toContain(pasted)
  await source.fill((await source.inputValue()).replace(pasted, ''))
  await page.getByRole('group', { name: 'View of Text' }).getByRole('button', { name: 'In place' }).click()
  await expect.poll(() => stored('text')).not.toContain('elsewhere')
})

deepTest('two people and an agent write in different paragraphs of one entry, and all of it stays', async () => {
  const theirs = await (
    await joinProject(project.browser, project.studio, project.api, project.projectId, 'Grace')
  ).newPage()
  await theirs.goto(address())
  await inPlace(theirs).waitFor()
  await caretBehind(inPlace(page).getByText('The first paragraph.'))
  await caretBehind(inPlace(theirs).getByText('The second paragraph.'))
  await ask(page, 'Add a closing paragraph')
  await caretBehind(inPlace(page).getByText('The first paragraph.'))
  await Promise.all([
    typeInto(page, ' Written by Ada while others write too, in several bursts.'),
    typeInto(theirs, ' Written by Grace at the same time, and at some length.'),
  ])
  await page.getByText('Grace writes here').or(inPlace(page).getByText('Written by Grace')).first().waitFor()
  const all = ['while others write too, in several bursts.', 'Written by Grace at the same time, and at some length.']
  for (const words of [...all, 'Thank you for reading.']) {
    await expect.poll(() => stored('text')).toContain(words)
    await inPlace(page).getByText(words).waitFor()
    await inPlace(theirs).getByText(words).waitFor()
  }
  expect(await stored('text')).toContain(TABLE)

  const notes = (from: Page) => from.getByRole('textbox', { name: 'Notes', exact: true })
  for (const from of [page, theirs])
    await from
      .getByRole('group', { name: 'View of Notes' })
      .getByRole('button', { name: 'Source', exact: true })
      .click()
  await Promise.all([
    notes(page).evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(4, 4)),
    notes(theirs).evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(18, 18)),
  ])
  await Promise.all([notes(page).focus(), notes(theirs).focus()])
  await Promise.all([typeInto(page, ' First, by Ada.'), typeInto(theirs, ' Third, by Grace.')])
  const both = 'One. First, by Ada.\n\nTwo.\n\nThree. Third, by Grace.'
  await until('both notes', async () => (await stored('notes')) === both)
  await expect.poll(() => notes(page).inputValue()).toBe(both)
  await expect.poll(() => notes(theirs).inputValue()).toBe(both)
  // Each caret is where its own words end.
  await typeInto(page, '!')
  await expect.poll(() => notes(page).inputValue()).toBe(both.replace('Ada.', 'Ada.!'))
  await expect.poll(() => stored('notes')).toBe(both.replace('Ada.', 'Ada.!'))
  await theirs.context().close()
})

deepTest('an entry that is missing is made where it is named, with what it must have', async () => {
  await page.getByRole('button', { name: 'Choose for Author' }).click()
  await page.getByLabel('Search', { exact: true }).fill('Dora Lind')
  await page.getByRole('button', { name: 'Create “Dora Lind”' }).click()
  const dialog = page.getByRole('dialog', { name: 'New entry in People' })
  await dialog.getByRole('button', { name: 'Create' }).waitFor()
  expect(await axeFindings(page, 'a new entry in place')).toEqual([])
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Dora Lind')
  await dialog.getByLabel('Role').fill('Baker')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Dora Lind' }).waitFor()
  await expect.poll(() => stored('author')).toMatch(/^[0-9a-f]{12}$/)
  await page.goto(project.place('?model=story&columns=author'))
  await page.getByRole('table', { name: 'Stories' }).getByText('Dora Lind').waitFor()
})

deepTest('the page on the site is shown beside the entry, and shows each edit', async () => {
  const site = async <Data>(name: string, input: object, documentId?: string) =>
    (
      await project.api.post<{ data: Data }>(`/api/projects/${project.projectId}/operations/site.${name}`, {
        input,
        documentId,
      })
    ).data
  await page.goto(address())
  await page.getByRole('button', { name: 'Preview on the site' }).click()
  const pane = page.getByRole('region', { name: 'On the site' })
  await pane.getByText('This entry has no page on the site.').waitFor()
  await project.call('setRoute', { model: 'story', route: 'stories' })
  const made = await site<{ pageId: string; rootNodeId: string }>('addPage', { title: 'Story', slug: 'story-page' })
  const html =
    '<main><h1>{currentEntry.title}</h1><div>{currentEntry.text|html}</div><div style="height: 3000px"></div></main><atelier-outlet></atelier-outlet>'
  await site('insertHtml', { parentId: made.rootNodeId, html }, made.pageId)
  await site('setPageTemplate', { pageId: made.pageId, target: { kind: 'postTypes', tableSlugs: ['story'] } })
  const title = page.getByLabel('Title *')
  const shown = page.frameLocator('iframe[title="Preview of en"]')
  await title.fill('Bread of the day')
  await shown.getByRole('heading', { name: 'Bread of the day' }).waitFor()
  await shown.getByRole('cell', { name: 'Rye' }).waitFor()
  const scrolled = () => shown.locator('html').evaluate(() => Math.round(scrollY))
  await shown.locator('html').evaluate(() => scrollTo(0, 420))
  // Typed text is on the page about a second later; the machine that tests may be slower.
  const began = Date.now()
  await title.fill('Bread of tomorrow')
  await shown.getByRole('heading', { name: 'Bread of tomorrow' }).waitFor()
  expect(Date.now() - began).toBeLessThan(20_000)
  expect(await scrolled()).toBe(420)
  await title.fill('Bread of yesterday')
  await shown.getByRole('heading', { name: 'Bread of yesterday' }).waitFor()
  expect(await scrolled()).toBe(420)
  expect(await axeFindings(page, 'an entry with its page')).toEqual([])
  await pane.getByRole('button', { name: 'Phone, 390 pixels' }).click()
  await expect
    .poll(() =>
      pane
        .locator('iframe')
        .first()
        .evaluate((frame) => frame.clientWidth),
    )
    .toBe(390)
  await page.getByRole('button', { name: 'Close the preview' }).click()
  await pane.waitFor({ state: 'detached' })
})

test('Markdown is edited as it looks, and only what is edited is written anew', async () => {
  const table = '| A |\n|---|\n| 1 |'
  await project.call('save_content', {
    model: 'story',
    data: { rolls: { title: 'Rolls', notes: `* star\n\n${table}\n\nLast` } },
  })
  await page.evaluate(() => localStorage.removeItem('atelier.markdownView'))
  await page.goto(project.place('?model=story&entry=rolls'))
  const editor = page.getByRole('textbox', { name: 'Notes', exact: true })
  await editor.getByText('Last').click()
  await page.keyboard.press('End')
  await typeInto(page, ' is **bold** now')
  await page.keyboard.press('Enter')
  await typeInto(page, '## Rolls')
  await page.keyboard.press('Enter')
  await typeInto(page, '- One')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await typeInto(page, 'Two')
  await editor.locator('li li', { hasText: 'Two' }).waitFor()
  expect(await axeFindings(page, 'Markdown in place')).toEqual([])
  const stored = async () =>
    (
      await project.call<{ entries: { data: { notes: string } }[] }>('get_content', { model: 'story', id: 'rolls' })
    ).entries.at(0)?.data.notes
  await expect.poll(stored).toBe(`* star\n\n${table}\n\nLast is **bold** now\n\n## Rolls\n\n- One\n  - Two`)
})
