import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/form/richtext apps/studio/src/content/form/markdown apps/studio/src/content/form/prose

let project: ContentProject
let page: Page

const note = {
  id: 'note',
  name: 'Notes',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 0 },
    text: { type: 'markdown', order: 1 },
    page: { type: 'richtext', order: 2 },
  },
}

beforeAll(async () => {
  project = await openContent({ setUp: { locales: ['en'], models: [note] } })
  page = project.page
  await project.call('save_content', {
    model: 'note',
    data: { rye: { title: 'Rye', text: 'First', page: '<p>First</p>' }, big: { title: 'Big', text: 'First' } },
  })
  await project.call('setRoute', { model: 'note', route: 'notes' })
})
afterAll(() => project?.close())

async function stored(field: 'text' | 'page', id = 'rye'): Promise<string> {
  const { entries } = await project.call<{ entries: { data: Record<string, unknown> }[] }>('get_content', {
    model: 'note',
    id,
  })
  return String(entries[0]?.data[field] ?? '')
}

const editorOf = (label: 'Text' | 'Page') => page.getByRole('textbox', { name: label, exact: true })
const toolbarOf = (label: 'Text' | 'Page') => page.getByRole('toolbar', { name: `Format of ${label}` })

/** Opens an entry with the caret behind the last words of a text. */
async function openText(label: 'Text' | 'Page', id = 'rye') {
  await page.goto(project.place(`?model=note&entry=${id}`))
  const editor = editorOf(label)
  await editor.locator('p').last().click()
  await page.keyboard.press('ControlOrMeta+End')
  return editor
}

/** Puts HTML and other types on the clipboard, and pastes them. */
const paste = (label: 'Text' | 'Page', types: Readonly<Record<string, string>>) =>
  editorOf(label).evaluate((element, all) => {
    const data = new DataTransfer()
    for (const [type, text] of Object.entries(all)) data.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, types)

test('a table is made, filled and changed by keys and by its menu, and is one in the repository', async () => {
  const editor = await openText('Text')
  await page.keyboard.press('Enter')
  await toolbarOf('Text').getByRole('button', { name: 'Insert a table' }).click()
  await editor.locator('table').waitFor()
  for (const words of ['Bread', 'Price', 'Fresh', 'Rye', '4 | 5']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Alt+Shift+Backspace')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Last')
  const rows = '| Bread | Price | Fresh |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |'
  await expect.poll(() => stored('text')).toBe(`First\n\n${rows}\n\nLast`)
  await page.keyboard.press('ArrowUp')
  await toolbarOf('Text').getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete column' }).waitFor()
  expect(await axeFindings(page, 'the menu of a table')).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  await expect.poll(async () => (await stored('text')).includes('| --- | --- |\n')).toBe(true)
  expect(await axeFindings(page, 'a table in a text')).toEqual([])
})

test('a link leads to an entry that is found by its name', async () => {
  const editor = await openText('Page')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Where the link leads' }).fill('big')
  await page.getByRole('option', { name: /Big/ }).waitFor()
  expect(await axeFindings(page, 'the finder of a link')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await editor.locator('a[href="/notes/big/"]').waitFor()
  await expect.poll(() => stored('page')).toBe('<p><a href="/notes/big/">First</a></p>')
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('what Word puts on the clipboard keeps lists, tables and pictures, and says what it left out', async () => {
  const editor = await openText('Page')
  await page.keyboard.press('Enter')
  const item = (level: number, sign: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`
  await paste('Page', {
    'text/html': `<html><body><!--StartFragment-->${item(1, '·', 'Flour')}${item(2, 'o', 'Rye')}<table><tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal>B</p></td></tr></table><p class=MsoNormal>Oven <img src="data:image/png;base64,${PIXEL}" alt="A dot"><video></video></p><!--EndFragment--></body></html>`,
  })
  await page.getByText('Left out: 1 video.').waitFor()
  await page.getByText('1 picture was added to the media.').waitFor()
  await editor.locator('img[alt="A dot"]').waitFor()
  expect(await axeFindings(page, 'a text with what was pasted')).toEqual([])
  await expect
    .poll(() => stored('page'))
    .toMatch(
      /<ul><li>Flour<ul><li>Rye<\/li><\/ul><\/li><\/ul>\n<table><tbody><tr><td>A<\/td><td>B<\/td><\/tr><\/tbody><\/table>\n<p>Oven <img src="\/media\/a-dot[^"]*\.png" alt="A dot"><\/p>/,
    )
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => page.getByText('Left out').count()).toBe(0)
})

test('what is typed becomes what its signs say, by keyboard alone', async () => {
  await project.call('save_content', { model: 'note', data: { rye: { text: 'First' } } })
  const editor = await openText('Text')
  const type = async (...lines: readonly string[]) => {
    for (const line of lines) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(line)
    }
  }
  await type('## Steps', '3. Mix', 'Rest')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('---')
  await page.keyboard.type('> Said **twice**')
  await editor.locator('blockquote strong').waitFor()
  await expect.poll(() => stored('text')).toBe('First\n\n## Steps\n\n3. Mix\n4. Rest\n\n---\n\n> Said **twice**')
})

deepTest(
  'a table of 200 by 200 cells is refused and says so, and one of 100 by 100 is pasted whole and typed in',
  async () => {
    const editor = await openText('Text', 'big')
    await page.keyboard.press('Enter')
    const table = (size: number) => {
      const row = (y: number) => `<tr>${Array.from({ length: size }, (_, x) => `<td>${y}·${x}</td>`).join('')}</tr>`
      return `<table>${Array.from({ length: size }, (_, y) => row(y)).join('')}</table>`
    }
    await paste('Text', { 'text/html': table(200) })
    await page.getByText('its table has 40,000 cells').waitFor()
    expect(await editor.locator('table').count()).toBe(0)
    await paste('Text', { 'text/html': table(100) })
    await editor.locator('tr').nth(99).waitFor()
    await editor.locator('th').first().click()
    await page.keyboard.type('First of all ')
    await expect.poll(() => stored('text', 'big'), { timeout: 60_000 }).toContain('First of all')
  },
)
