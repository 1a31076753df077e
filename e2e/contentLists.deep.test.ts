/** Slow by design: lists as long as they get, by mouse, by keys and on a phone, in both schemes. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { type ContentProject, openContent } from './support/content.ts'

// covers apps/studio/src/content/form

const model = {
  id: 'menu',
  name: 'Menus',
  kind: 'collection',
  domain: 'site',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    tags: { type: 'array', items: 'string', order: 1 },
    links: { type: 'array', items: { type: 'object', fields: { label: { type: 'string' } } }, order: 2 },
    days: { type: 'array', items: 'date', order: 3 },
  },
}
const loaf = {
  ...model,
  id: 'loaf',
  name: 'Loaves',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    color: { type: 'color', order: 1 },
    rating: { type: 'rating', order: 2 },
    icon: { type: 'icon', order: 3 },
    fresh: { type: 'boolean', order: 4 },
  },
}
const many = Array.from({ length: 10_000 }, (_, at) => `tag ${at}`)

let project: ContentProject
let page: Page

beforeAll(async () => {
  project = await openContent({ setUp: { locales: ['en'], models: [model, loaf] } })
  page = project.page
  const links = ['One', 'Two', 'Three'].map((label) => ({ label }))
  await project.call('save_content', {
    model: 'menu',
    data: {
      other: { name: 'Other' },
      many: { name: 'Many', tags: many },
      main: { name: 'Main', links, days: ['2026-03-09'] },
    },
  })
})

afterAll(() => project?.close())

const saved = async (id: string) =>
  (
    await project.call<{ entries: { id: string; data: Record<string, unknown> }[] }>('brain_query', {
      model: 'menu',
      where: { name: id },
    })
  ).entries[0]?.data

/** The milliseconds of script that a key in a field takes: the median of several. */
async function scriptOfKeys(label: string, keys: string): Promise<number> {
  await page.evaluate(() => {
    const took: number[] = []
    Object.assign(window, { took })
    for (const type of ['keydown', 'input'])
      window.addEventListener(
        type,
        () => {
          const began = performance.now()
          // The browser draws only after this: what the handlers and the rendering took lies before it.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => took.push(performance.now() - began)
          if (type === 'input') port2.postMessage(undefined)
        },
        { capture: true },
      )
  })
  await page.getByLabel(label).pressSequentially(keys, { delay: 60 })
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took)
  return took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0
}

test('a list of 10,000 texts opens, takes another one and slows no other field down', async () => {
  await page.goto(project.place('?model=menu&entry=many'))
  const list = page.getByRole('list', { name: 'Items of Tags' })
  await list.waitFor()
  expect(await list.getByRole('listitem').count()).toBe(201)
  await page.getByLabel('Add to Tags').fill('the last one')
  await page.getByLabel('Add to Tags').press('Enter')
  await list.getByText('the last one').waitFor()
  const beside = await scriptOfKeys('Name *', ' things to eat')
  await expect.poll(async () => (await saved('Many things to eat'))?.name).toBe('Many things to eat')
  await page.goto(project.place('?model=menu&entry=other'))
  await page.getByRole('heading', { name: 'Other' }).waitFor()
  const without = await scriptOfKeys('Name *', ' things to eat')
  console.log(`script of a key: ${beside.toFixed(1)} ms beside 10,000 chips, ${without.toFixed(1)} ms without`)
  expect(beside).toBeLessThan(2 * without + 8)
})

test('cards are dragged, and a list of dates has one control each', async () => {
  await page.goto(project.place('?model=menu&entry=main'))
  const grip = page.getByRole('button', { name: 'Move One', exact: true })
  const last = page.getByRole('button', { name: 'Three', exact: true })
  await last.waitFor()
  const [from, to] = [await grip.boundingBox(), await last.boundingBox()]
  if (!from || !to) throw new Error('The cards are not there')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => JSON.stringify((await saved('Main'))?.links)).toMatch(/Two.*Three.*One/)
  await page.getByRole('button', { name: 'Add to Days' }).click()
  await page.getByRole('textbox', { name: 'Item 2' }).fill('2026-04-01')
  await expect.poll(async () => (await saved('Main'))?.days).toEqual(['2026-03-09', '2026-04-01'])
})

test('on a phone and in both schemes nothing is cut, and everything has a name and contrast', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Two', exact: true }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, `lists at 390 px, ${colorScheme}`)).toEqual([])
  }
  const overflow = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main ? main.scrollWidth - main.clientWidth : 0
  })
  expect(overflow).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('fields are put into tabs and sections, and shown while another one has a value', async () => {
  await page.goto(project.place('?model=menu&room=model'))
  await page.getByRole('button', { name: /^Days/ }).click()
  const form = page.getByRole('group', { name: 'In the form' })
  await form.getByLabel('Tab', { exact: true }).fill('When')
  await form.getByLabel('Tab', { exact: true }).press('Enter')
  await form.getByLabel('Section', { exact: true }).fill('Opening days')
  await form.getByLabel('Section', { exact: true }).press('Enter')
  await form.getByRole('combobox', { name: 'Shown while' }).click()
  await page.getByRole('option', { name: 'Name' }).click()
  await form.getByLabel('One of these values').fill('Shop, Market')
  await form.getByLabel('One of these values').press('Enter')
  expect(await axeFindings(page, 'the layout of a field')).toEqual([])
  const layout = async () =>
    (
      await project.api.get<{ models: { id: string; fields: { name: string; layout?: object }[] }[] }>(
        `/api/projects/${project.projectId}/content`,
      )
    ).models
      .find(({ id }) => id === 'menu')
      ?.fields.find(({ name }) => name === 'days')?.layout
  await expect
    .poll(layout)
    .toEqual({ tab: 'When', section: 'Opening days', when: { field: 'name', is: ['Shop', 'Market'] } })
  await project.call('save_content', { model: 'menu', data: { shop: { name: 'Shop' } } })
  await page.goto(project.place('?model=menu&entry=shop'))
  await page.getByRole('button', { name: 'When', exact: true }).click()
  await page.getByRole('region', { name: 'Opening days' }).getByRole('group', { name: 'Days', exact: true }).waitFor()
  expect(await axeFindings(page, 'a form with tabs')).toEqual([])
  await page.getByRole('button', { name: 'General', exact: true }).click()
  await page.getByLabel('Name *').fill('Shopping')
  await page.getByRole('button', { name: 'When', exact: true }).waitFor({ state: 'detached' })
})

test('colours, ratings, icons and yes or no are chosen by their own controls', async () => {
  await project.call('save_content', { model: 'loaf', data: { rye: { name: 'Rye loaf' } } })
  await page.goto(project.place('?model=loaf&entry=rye'))
  await page.getByRole('radio', { name: '3 of 5' }).click()
  await page.getByRole('radio', { name: '3 of 5' }).press('ArrowRight')
  await page.getByLabel('Pick Color').fill('#336699')
  await page.getByRole('group', { name: 'Fresh' }).getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Choose an icon for Icon' }).click()
  await page.getByLabel('Search icons').fill('truck')
  await page.getByRole('button', { name: 'lucide:truck', exact: true }).click()
  const stored = async () =>
    (await project.call<{ entries: { data: Record<string, unknown> }[] }>('brain_query', { model: 'loaf' })).entries[0]
      ?.data
  await expect
    .poll(stored)
    .toEqual({ name: 'Rye loaf', rating: 4, color: '#336699', fresh: false, icon: 'lucide:truck' })
  expect(await axeFindings(page, 'controls of short values')).toEqual([])
  await page.goto(project.place('?model=loaf'))
  const add = page.getByRole('button', { name: 'New entry' })
  const search = page.getByLabel('Search Loaves')
  const [a, b] = [await add.boundingBox(), await search.boundingBox()]
  expect(Math.abs((a?.y ?? 0) + (a?.height ?? 0) / 2 - (b?.y ?? 99) - (b?.height ?? 0) / 2)).toBeLessThan(6)
})
