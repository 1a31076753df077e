/** Slow by design: the ten commonest jobs of an editor, each within its number of clicks, and by keyboard. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journal, openJournal } from './support/journal.ts'
import { look } from './support/look.ts'
import { joinProject } from './support/people.ts'

// covers apps/studio/src/content/bin apps/studio/src/content/history apps/studio/src/content/comments apps/studio/src/content/pins

let journal: Journal
let page: Page

const titles = Array.from({ length: 12 }, (_, at) => `Loaf ${String(at + 1).padStart(2, '0')}`)

beforeAll(async () => {
  const posts = {
    rye: { title: 'Rye in wintr', summary: 'Dark and moist.' },
    oat: { title: 'Oat', summary: 'Soft.' },
  }
  journal = await openJournal(posts, { workflow: 'auto-merge' })
  page = journal.page
  const { call } = journal
  await call('saveSettings', { publishEdits: 'wait' })
  await call('add_locale', { locale: 'tr' })
  await call('save_model', {
    id: 'post',
    fields: {
      title: { type: 'string', required: true, order: 0 },
      summary: { type: 'text', order: 1 },
      cover: { type: 'image', order: 2 },
      body: { type: 'markdown', order: 3 },
    },
  })
  await call('save_model', {
    id: 'loaf',
    name: 'Loaves',
    kind: 'collection',
    domain: 'shop',
    i18n: true,
    title_field: 'name',
    fields: { name: { type: 'string', required: true, order: 0 }, price: { type: 'number', order: 1 } },
  })
  for (const [at, name] of titles.entries())
    await call('save_content', { model: 'loaf', data: { [`loaf-${at + 1}`]: { name, price: at } } })
  await call('save_content', { model: 'post', data: { oat: { summary: 'Soft and mild.' } } })
  await countClicks(page)
})

afterAll(() => journal?.close())

/** Counts the presses of a pointer from the next page load on, and keeps the count over loads. */
const countClicks = (of: Page) =>
  of.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1)),
      true,
    )
  })

/** Does a job from a place in the content on, and holds it to its number of clicks. */
async function within(most: number, place: string, job: () => Promise<void>, of = page): Promise<void> {
  await of.goto(journal.place(place))
  await of.evaluate(() => sessionStorage.removeItem('presses'))
  await job()
  const presses = Number(await of.evaluate(() => sessionStorage.getItem('presses') ?? '0'))
  expect(presses).toBeGreaterThan(0)
  expect(presses).toBeLessThanOrEqual(most)
}

const button = (name: string | RegExp, of = page) => of.getByRole('button', { name, exact: true })
const field = (label: string, of = page) => of.getByLabel(label, { exact: true })
const rowOf = (title: string | RegExp) => page.getByRole('table').getByRole('link', { name: title, exact: true })
const answered = (name: string, of = page) =>
  of.waitForResponse((response) => response.url().endsWith(`/operations/content.${name}`) && response.ok())
const stored = async (model: string, id: string, locale = 'en') => {
  const data = await journal.call<{ entries: { data: Record<string, unknown>; status: string }[] }>('get_content', {
    model,
    id,
    locale,
  })
  return data.entries[0]
}

test('a new entry is seen by visitors within four clicks', async () => {
  await within(4, '?model=post', async () => {
    await page.getByRole('main').getByRole('button', { name: 'New entry' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Spelt in spring')
    await button('Publish at once').click()
    await button('Put online').click()
    await page.getByText('Visitors see it now').waitFor()
  })
  await journal.sees('/blog/', 'Spelt in spring')
})

test('a typo that is live is mended within three clicks', async () => {
  await within(3, '?model=post', async () => {
    await rowOf('Rye in wintr').click()
    const title = field('Title *')
    await title.fill('Rye in winter')
    await button('Publish changes').click()
    await button('Put online').click()
    await page.getByText('Visitors see it now').waitFor()
  })
  await journal.sees('/blog/', 'Rye in winter')
  await journal.sees('/blog/', 'Rye in wintr<', false)
})

test('a picture is chosen within three clicks', async () => {
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
    .png()
    .toBuffer()
  await page.goto(journal.place('?room=media'))
  await page.getByLabel('Files to upload').setInputFiles({ name: 'crumb.png', mimeType: 'image/png', buffer: image })
  await page.getByRole('complementary', { name: /crumb\.png/ }).waitFor()
  await within(3, '?model=post&entry=rye', async () => {
    await button('Choose a file for Cover').click()
    const dialog = page.getByRole('dialog', { name: 'Choose a file for Cover' })
    await dialog
      .getByRole('option', { name: /crumb\.png/ })
      .or(dialog.getByRole('button', { name: /crumb\.png/ }))
      .first()
      .click()
    const saved = page.waitForResponse((response) => /content\.(?:editField|save_content)$/.test(response.url()))
    await button('Use this file').click()
    await saved
  })
  expect((await stored('post', 'rye'))?.data.cover).toMatch(/crumb/)
})

test('a second language is written and published within three clicks', async () => {
  await within(3, '?model=loaf&entry=loaf-1', async () => {
    await button('Turkish tr').click()
    await page.waitForURL(/locale=en%2Ctr/)
    await field('Name · tr *').click()
    await page.keyboard.type('Somun')
    const done = answered('update_status')
    await button('Publish entry in tr').click()
    await done
  })
  expect(await stored('loaf', 'loaf-1', 'tr')).toMatchObject({ data: { name: 'Somun' } })
})

test('a publication is scheduled within three clicks', async () => {
  await within(3, '?model=loaf&entry=loaf-2', async () => {
    await button(/^Schedule of/)
      .first()
      .click()
    await field('Goes out').fill('2100-01-01T09:00')
    const done = answered('update_status')
    await button('Save').click()
    await done
  })
  await page.getByRole('button', { name: /goes out 1 Jan 2100/ }).waitFor()
})

test('ten entries are published within three clicks', async () => {
  await within(3, '?model=loaf&sort=name', async () => {
    await page.getByRole('checkbox', { name: 'Select Loaf 03' }).click()
    await page.getByRole('checkbox', { name: 'Select Loaf 12' }).click({ modifiers: ['Shift'] })
    await page.getByText('10 selected').waitFor()
    const done = answered('update_status')
    await page
      .getByRole('toolbar', { name: '10 selected' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click()
    await done
  })
  expect(await stored('loaf', 'loaf-12')).toMatchObject({ status: 'published' })
})

test('an earlier value is restored within three clicks', async () => {
  await within(3, '?model=post&entry=oat', async () => {
    await button('History').click()
    const steps = page.getByRole('list', { name: 'History' })
    await steps
      .getByText('Soft and mild.')
      .or(steps.locator('ins', { hasText: 'mild' }))
      .first()
      .waitFor()
    const done = answered('takeBackChange')
    await steps
      .getByRole('button', { name: /^Take back what/ })
      .first()
      .click()
    await done
  })
  expect((await stored('post', 'oat'))?.data.summary).toBe('Soft.')
})

test('a table is brought in within four clicks', async () => {
  await within(4, '?model=loaf', async () => {
    await button('Import').click()
    const chooser = page.waitForEvent('filechooser')
    await button('Choose a file').click()
    await (await chooser).setFiles({
      name: 'loaves.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,price\nCorn loaf,4\nSesame loaf,5\n'),
    })
    await button('Check the rows').click()
    await page.getByRole('main').getByRole('button', { name: 'Import 2 entries' }).click()
  })
  await expect
    .poll(async () => {
      const { total } = await journal.call<{ total: number }>('brain_query', { model: 'loaf', where: { price: 5 } })
      return total
    })
    .toBe(2)
})

test('an entry of any model is found within two clicks, by its text too', async () => {
  await within(2, '', async () => {
    await page.getByRole('button', { name: /^Commands/ }).click()
    await page.getByRole('combobox', { name: 'Commands' }).fill('sesame')
    await page.getByRole('option', { name: /Sesame loaf.*Loaves · English/ }).click()
    await page.getByRole('heading', { name: 'Sesame loaf', level: 1 }).waitFor()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Commands' }).fill('moist')
  await page.getByRole('option', { name: /Rye in winter.*Posts · English/ }).waitFor()
  await page.getByRole('combobox', { name: 'Commands' }).fill('crumb')
  await page.getByRole('option', { name: /crumb\.png/ }).click()
  await page.getByRole('complementary', { name: /crumb\.png/ }).waitFor()
})

test('the day is done by keyboard: an entry is found, mended, published, and its change taken back', async () => {
  await page.goto(journal.place())
  await page.getByRole('navigation', { name: 'Models' }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Commands' }).waitFor()
  await page.keyboard.type('sesame')
  await page.getByRole('option', { name: /Sesame loaf/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sesame loaf', level: 1 }).waitFor()
  await field('Name *').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' of the day')
  await button('Publish entry').focus()
  const published = answered('update_status')
  await page.keyboard.press('Enter')
  await published
  await button('History').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^History of/ }).waitFor()
  const steps = page.getByRole('list', { name: 'History' })
  await steps
    .getByRole('button', { name: /^Take back what/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')
  expect(focused).toContain('of the day')
  const taken = answered('takeBackChange')
  await page.keyboard.press('Enter')
  await taken
  await page.getByText('Taken back').first().waitFor()
})

test('a deleted entry waits in the bin and is restored; what is deleted for good is gone', async () => {
  await journal.call('delete_content', { model: 'loaf', entryIds: ['loaf-3', 'loaf-4'] })
  await page.goto(journal.place())
  await page.getByRole('navigation', { name: 'Models' }).first().getByRole('link', { name: 'Bin' }).click()
  const bin = page.getByRole('list', { name: 'Bin' })
  await bin.getByText('Loaf 03').waitFor()
  await look(page, 'bin', () => bin.getByText('Loaf 03').waitFor())
  await button('Restore Loaf 03').click()
  await page.getByText('Restored Loaf 03').waitFor()
  expect((await stored('loaf', 'loaf-3'))?.data.name).toBe('Loaf 03')
  await button('Delete Loaf 04 for good').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('The bin is empty').waitFor()
})

test('a proposal is commented on, sent back, and approved within two clicks', async () => {
  await journal.call('saveSettings', { workflow: 'review' })
  const context = await joinProject(journal.browser, journal.studio, journal.api, journal.projectId, 'Edna', 'editor')
  const edna = await context.newPage()
  await edna.goto(journal.place('?model=post&entry=oat'))
  const saved = edna.waitForResponse((response) => /content\.(?:editField|save_content)$/.test(response.url()))
  await field('Summary', edna).fill('Soft, mild and round.')
  await field('Summary', edna).blur()
  await saved
  await edna
    .getByText('This entry has changes')
    .or(edna.getByRole('link', { name: /changes/ }))
    .first()
    .waitFor()

  await page.goto(journal.place('?model=post&entry=oat'))
  await field('Summary').focus()
  await button('Comments').click()
  const talk = page.getByRole('dialog', { name: 'Comments' })
  await talk.getByRole('combobox', { name: 'About' }).filter({ hasText: 'Summary' }).waitFor()
  await talk.getByLabel('Your comment').fill('Round how?')
  await talk.getByRole('button', { name: 'Comment', exact: true }).click()
  await talk.getByText('Round how?').waitFor()
  await page.keyboard.press('Escape')
  await button('1 comment').first().waitFor()

  await page.goto(journal.place('?review=all'))
  await page.getByRole('list', { name: 'Review' }).getByRole('link').first().click()
  await button('Request changes').click()
  await page.getByLabel('What is to be changed').fill('Say what round means.')
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
  await page.getByText('Requested; 1 person gets a note').waitFor()
  await look(page, 'requested-changes', () => page.getByText('Say what round means.').waitFor())

  await edna.goto(journal.place('?room=notes'))
  await edna.getByText('Say what round means.').waitFor()
  await look(edna, 'notes', () => edna.getByText('Say what round means.').waitFor())
  await edna.getByRole('link', { name: /requests changes of/ }).click()
  await edna.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => edna.getByText('Say what round means.').count()).toBe(0)
  await context.close()

  await within(2, '?review=all', async () => {
    await page.getByRole('list', { name: 'Review' }).getByRole('link').first().click()
    await button('Merge').click()
    await page.waitForURL(/review=all/)
  })
  expect((await stored('post', 'oat'))?.data.summary).toBe('Soft, mild and round.')
})

test('what is pinned goes along with a message to the agent', async () => {
  await page.goto(journal.place('?model=post&entry=rye'))
  await page.getByRole('button', { name: 'More with Rye in winter' }).click()
  await page.getByRole('menuitem', { name: 'Pin for the agent' }).click()
  await page.getByRole('list', { name: 'Pinned for the agent' }).getByText('Rye in winter').waitFor()
  await page.goto(journal.place('?model=loaf'))
  await page.getByRole('checkbox', { name: 'Select Loaf 05' }).click()
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Pin for the agent' }).click()
  const tray = page.getByRole('list', { name: 'Pinned for the agent' })
  await tray.getByText('Loaf 05').waitFor()
  await page.keyboard.press('Escape')
  await tray.getByRole('button', { name: 'Unpin Rye in winter' }).click()
  await expect.poll(() => tray.getByRole('listitem').count()).toBe(1)
})

test('every screen of the day fits at 1440, 1024 and 390 pixels', async () => {
  const screens: [name: string, place: string, ready: string][] = [
    ['day-list', '?model=post', 'Rye in winter'],
    ['day-entry', '?model=post&entry=rye&locale=en', 'Rye in winter'],
    ['day-history', '?model=post&entry=rye&room=history', 'History of Rye in winter'],
    ['day-media', '?room=media', 'crumb.png'],
    ['day-calendar', '?room=calendar', 'Loaf 02'],
  ]
  for (const [name, place, ready] of screens) {
    await page.goto(journal.place(place))
    await look(page, name, () => page.getByRole('main').getByText(ready).first().waitFor())
  }
})
