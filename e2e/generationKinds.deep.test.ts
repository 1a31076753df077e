/** Slow by design: a redesign, further pages and a plan at its budget are each carried out. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationModel } from '../apps/server/testing/generations.ts'
import { until } from './support/api.ts'
import { canvasHtml, type OpenStudio, openProject, openStudio } from './support/editor.ts'
import { filesOf, projectOf } from './support/generations.ts'

// covers apps/studio/src/plan packages/generate/src

let scene: OpenStudio
let model: Awaited<ReturnType<typeof generationModel>>

beforeAll(async () => {
  // Its answers cost so much that three dollars do not pay for all of them.
  model = await generationModel(undefined, 12_000)
  scene = await openStudio({ fastRehearsals: true })
})
afterAll(async () => {
  await scene?.close()
  await model?.close()
})

/** Opens the editor of a project, and from its palette the dialog of this name. */
async function openBrief(projectId: string, command: string) {
  const page = await openProject(scene.context, scene.studio, { projectId })
  await until('the page in the canvas', async () => (await canvasHtml(page)).includes('<h1'))
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(command)
  await page.getByRole('option', { name: command }).first().click()
  return { page, dialog: page.getByRole('dialog') }
}

const titles = (page: Page) =>
  page
    .getByRole('region', { name: 'Pages' })
    .getByRole('textbox', { name: 'Title' })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

async function undoAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click()
  await page.getByText('Everything was taken back').waitFor()
}

test('a redesign is planned from the palette, made, and taken back; so are further pages, which leave the others as they are', async () => {
  const projectId = await projectOf(scene.api, 'Kinds')
  const text = (heading: string) =>
    `<!doctype html><html lang="en"><head><title>${heading}</title></head><body><main><h1>${heading}</h1></main></body></html>`
  await scene.api.post(`/api/projects/${projectId}/operations/site.writeFiles`, {
    input: { files: { 'index.html': text('The oldest oven'), 'story.html': text('Since 1911') } },
  })
  const before = await filesOf(scene.api, projectId)
  const now = () => filesOf(scene.api, projectId)

  const redesign = await openBrief(projectId, 'Plan a redesign')
  await redesign.dialog.getByLabel('What is to change?').fill('Calmer, with warm colours.')
  await redesign.dialog.getByRole('button', { name: 'Make a plan' }).click()
  await redesign.page.getByRole('button', { name: 'Make the site' }).click()
  await redesign.page.getByText('The site is made').waitFor()
  expect((await now())['index.html']).not.toContain('The oldest oven')
  await undoAll(redesign.page)
  expect(await now()).toEqual(before)
  await redesign.page.close()

  const more = await openBrief(projectId, 'Add pages from a prompt')
  await more.dialog.getByLabel('Which pages are missing?').fill('A page with our prices, and one to reach us.')
  await more.dialog.getByRole('button', { name: 'Make a plan' }).click()
  await more.page.getByRole('button', { name: 'Make the site' }).waitFor()
  const planned = (await titles(more.page)).length
  expect(planned).toBeGreaterThan(0)
  await more.page.getByRole('button', { name: 'Make the site' }).click()
  await more.page.getByText('The site is made').waitFor()
  const after = await now()
  const pages = (files: object) => Object.keys(files).filter((name) => /^[^_].*\.html$/.test(name))
  expect(pages(after)).toHaveLength(pages(before).length + planned)
  for (const file of pages(before))
    expect(after[file]).toContain(file === 'index.html' ? 'The oldest oven' : 'Since 1911')
  await undoAll(more.page)
  expect(await now()).toEqual(before)
  await more.page.close()
})

test('a generation stops at its budget, says so, and continues with a higher one', async () => {
  await scene.api.post('/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Scripted',
    apiKey: 'sk-ant-of-a-generation',
    baseUrl: model.url,
  })
  const projectId = await projectOf(scene.api, 'Budget')
  const page = await openProject(scene.context, scene.studio, { projectId })
  await page.getByRole('button', { name: 'New site from a prompt' }).click()
  await page.getByLabel('What is the site for?').fill('Ferment is a small bakery in Porto.')
  await page.getByLabel('Most it may cost, in dollars').fill('3')
  await page.getByRole('button', { name: 'Make a plan' }).click()
  const make = page.getByRole('button', { name: 'Make the site' })
  await make.waitFor()
  const budget = page.getByRole('textbox', { name: 'Most it may cost, in dollars' })
  expect(await budget.inputValue()).toBe('3')
  await make.click()
  await page
    .getByText(/Stopped at the limit of \$3\.00/)
    .first()
    .waitFor()
  await page.getByText('Stopped. What is finished stays.').waitFor()
  const asked = model.asked.length
  await budget.fill('100')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('The site is made').waitFor()
  expect(model.asked.length).toBeGreaterThan(asked)
  const done = page.getByRole('region', { name: 'Pages' }).getByText('Done', { exact: true })
  await until('all four', async () => (await done.count()) === 4)
  await page.close()
})
