/** Slow by design: selections are kept through edits of others, in every kind of field. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/form apps/studio/src/content/session

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
    summary: { type: 'text', order: 1 },
    text: { type: 'richtext', order: 2 },
    notes: { type: 'markdown', order: 3 },
  },
}

beforeAll(async () => {
  project = await openContent({ setUp: { locales: ['en'], models: [story] } })
  page = project.page
  const text = '<p>The first paragraph.</p>\n<p>The second paragraph.</p>'
  await project.call('save_content', {
    model: 'story',
    data: { bread: { title: 'Bread from the oven', summary: 'What we bake', text, notes: 'One.\n\nTwo.' } },
  })
})
afterAll(() => project?.close())

/** The selection in the focused control, and its direction. */
const selected = () =>
  page.evaluate(() => {
    const control = document.activeElement
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return String(getSelection())
    const { value, selectionStart, selectionEnd, selectionDirection } = control
    return [value.slice(selectionStart ?? 0, selectionEnd ?? 0), selectionDirection]
  })

const edit = (field: string, value: string) =>
  project.call('save_content', { model: 'story', data: { bread: { [field]: value } } })

test('what is selected in a field of one or more lines stays selected when others change the field', async () => {
  await page.goto(project.place('?model=story&entry=bread'))
  await page.getByRole('group', { name: 'View of Notes' }).getByRole('button', { name: 'Source', exact: true }).click()
  for (const [label, field, before, after] of [
    ['Title *', 'title', 'Bread from the oven', 'Warm bread from the oven'],
    ['Summary', 'summary', 'What we bake', 'All of what we bake'],
    ['Notes', 'notes', 'One.\n\nTwo.', 'One and a half.\n\nTwo.'],
  ] as const) {
    const control = page.getByRole('textbox', { name: label, exact: true })
    await control.click()
    await page.keyboard.press('ControlOrMeta+End')
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('Shift+ArrowLeft')
    expect(await selected()).toEqual([before.slice(-4), 'backward'])
    await edit(field, after)
    await expect.poll(() => control.inputValue()).toBe(after)
    expect(await selected()).toEqual([after.slice(-4), 'backward'])
  }
})

test('what is selected in a rich text stays selected through the answer to its save and edits of others', async () => {
  const editor = page.getByRole('textbox', { name: 'Text', exact: true })
  await editor.getByText('The second paragraph.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Spelt')
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('Shift+ArrowLeft')
  expect(await selected()).toBe('Spelt')
  const stored = async () =>
    (
      await project.call<{ entries: { data: { text: string } }[] }>('get_content', { model: 'story', id: 'bread' })
    ).entries.at(0)?.data.text ?? ''
  await expect.poll(stored).toContain('Spelt')
  await edit('text', (await stored()).replace('first', 'very first'))
  await editor.getByText('The very first paragraph.').waitFor()
  expect(await selected()).toBe('Spelt')
})
