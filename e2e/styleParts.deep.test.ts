/** Slow by design: every kind of value that has parts, by mouse and by keyboard. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, until } from './support/api.ts'
import { clickInCanvas, openStyleEditor, type StyleEditor, showPanel, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/properties apps/studio/src/editors/site/fields

let editor: StyleEditor
let page: Page
let api: Api
let projectId = ''

beforeAll(async () => {
  editor = await openStyleEditor()
  ;({ page, api, projectId } = editor)
  await clickInCanvas(page, '.button')
  await showPanel(page, 'Properties')
  for (const title of ['Border', 'Effects', 'Motion']) {
    const head = page.getByRole('button', { name: new RegExp(`^${title}( Has|$)`) })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  }
})
afterAll(async () => {
  await editor?.close()
})

const home = () => editor.home()
const field = (name: string) => editor.field(name)
const type = (name: string, value: string) => editor.type(name, value)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const target = () => page.getByRole('group', { name: 'Where styles are written' }).getByRole('button')
const written = (what: RegExp) => until(`${what} in the rule`, async () => what.test(await home()))

/** Takes steps back until the site is as it was; fails where as many steps do not suffice. */
async function undone(before: string, steps = 1) {
  await field('Display').focus()
  await editor.undone(before, steps)
}

async function grip(name: string) {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`no ${name}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

it('moves a shadow by the arrow keys and by dragging, and Escape leaves it where it was', async () => {
  const before = await home()
  await press('Add a shadow')
  await type('Y', '1px')
  await written(/box-shadow: 0 1px/)
  await press('Add a shadow')
  await written(/box-shadow: 0 1px[^;]*, 0 4px/)
  await page.getByRole('button', { name: 'Move shadow 2', exact: true }).press('ArrowUp')
  await written(/box-shadow: 0 4px[^;]*, 0 1px/)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move shadow 1')
  const drag = async () => {
    const [from, to] = [await grip('Move shadow 1'), await grip('Move shadow 2')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y + 10, { steps: 3 })
  }
  const two = await home()
  await drag()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await drag()
  expect(await home()).toBe(two)
  await page.mouse.up()
  await written(/box-shadow: 0 1px[^;]*, 0 4px/)
  await undone(before, 5)
})

it('moves a stop of a gradient by the arrow keys and by dragging', async () => {
  const before = await home()
  await press('Add a layer')
  await page.getByRole('menuitem', { name: 'Linear gradient' }).click()
  await written(/linear-gradient\(180deg, rgb\(0 0 0 \/ 0\), rgb\(0 0 0 \/ 0\.5\)\)/)
  await page.getByRole('button', { name: 'Move stop 1', exact: true }).press('ArrowDown')
  await written(/linear-gradient\(180deg, rgb\(0 0 0 \/ 0\.5\), rgb\(0 0 0 \/ 0\)\)/)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move stop 2')
  const [from, to] = [await grip('Move stop 2'), await grip('Move stop 1')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y - 10, { steps: 3 })
  await page.mouse.up()
  await written(/linear-gradient\(180deg, rgb\(0 0 0 \/ 0\), rgb\(0 0 0 \/ 0\.5\)\)/)
  await undone(before, 3)
})

it('moves a layer of the background with the size that is given for it', async () => {
  const before = await home()
  for (const kind of ['Linear', 'Radial']) {
    await press('Add a layer')
    await page.getByRole('menuitem', { name: `${kind} gradient` }).click()
    await written(new RegExp(`${kind.toLowerCase()}-gradient`))
  }
  await type('Size', 'cover, 20px')
  await written(/background-size: cover, 20px/)
  await page.getByRole('button', { name: 'Move layer 1', exact: true }).press('ArrowDown')
  await written(/background-image: linear-gradient[^;]*radial-gradient[^;]*; background-size: 20px, cover/)
  await undone(before, 4)
})

it('shows a shorthand that a field has written as set here, and takes it away', async () => {
  const before = await home()
  for (const [name, value] of [
    ['Animation', 'spin 1s linear infinite'],
    ['Range', 'entry 0% cover 50%'],
    ['Outline', '2px solid red'],
  ] as const) {
    await type(name, value)
    await until(`${name} in its field`, async () => (await field(name).inputValue()) === value)
  }
  await field('Outline').hover()
  await press('Reset outline')
  await until('the outline gone', async () => !(await home()).includes('2px solid red'))
  await undone(before, 4)
})

it('shows a token’s colour in the picker, with its contrast against what is behind', async () => {
  const before = await home()
  await page.getByRole('button', { name: 'Choose colour' }).first().click()
  const picker = page.getByRole('dialog')
  const contrast = async () => Number.parseFloat((await picker.locator('strong').textContent()) ?? '')
  expect(await contrast()).toBeGreaterThan(5)
  await page.getByRole('group', { name: 'Tokens' }).getByRole('button', { name: 'accent', exact: true }).click()
  await until('the contrast of the other colour', async () => (await contrast()) === 1)
  const text = picker.getByRole('textbox', { name: 'Choose colour, as text' })
  await text.fill('#12')
  await page.keyboard.press('Control+z')
  expect(await text.inputValue()).toBe('var(--accent)')
  expect(await home()).not.toBe(before)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await undone(before)
})

it('writes into a layer and a container query that were chosen, and names them', async () => {
  await api.post(`/api/projects/${projectId}/operations/site.applyCss`, {
    input: {
      css: '@layer base { .button { cursor: help } } .opening-words { container-type: inline-size } @container (min-width: 200px) { .button { order: 1 } }',
    },
  })
  await written(/@container/)
  const before = await home()
  for (const [choice, css] of [
    ['@layer base', /@layer base \{ \.button \{ cursor: help; opacity: 0\.9 \} \}/],
    ['@container (min-width: 200px)', /@container \(min-width: 200px\) \{ \.button \{ order: 1; opacity: 0\.9 \} \}/],
  ] as const) {
    await target().nth(1).click()
    await page
      .getByRole('menuitemcheckbox', { name: choice })
      .or(page.getByRole('menuitemradio', { name: choice }))
      .click()
    await target().filter({ hasText: choice }).waitFor()
    await type('Opacity', '0.9')
    await written(css)
    await undone(before)
  }
  await press('Back to the usual target')
})

it('pastes the styles of an element on another page, by the menu and by the keys', async () => {
  await clickInCanvas(page, '.button')
  await page.keyboard.press('Control+Alt+c')
  await until('the clipboard', async () =>
    /cursor: pointer/.test(await page.evaluate(() => navigator.clipboard.readText())),
  )
  await page.getByRole('tab', { name: 'Pages', exact: true }).click()
  await page.getByText('The workshop', { exact: true }).first().click()
  const title = () => page.frameLocator('iframe[title="The page"]').locator('h1').textContent()
  await until('the other page', async () => !(await title())?.startsWith('One chair'))
  await clickInCanvas(page, 'h1')
  await press('More about these styles')
  await page.getByRole('menuitem', { name: 'Paste styles' }).click()
  await until('the styles', async () => (await styleInCanvas(page, 'h1', 'cursor')) === 'pointer')
  expect(await page.frameLocator('iframe[title="The page"]').locator('h1').getAttribute('class')).toBe('h1')
  const former = async () => {
    await page.keyboard.press('Control+z')
    await until('the former style', async () => (await styleInCanvas(page, 'h1', 'cursor')) === 'auto')
  }
  await field('Display').focus()
  await former()
  await clickInCanvas(page, 'h1')
  await page.keyboard.press('Control+Alt+v')
  await until('the styles again', async () => (await styleInCanvas(page, 'h1', 'cursor')) === 'pointer')
  await former()
})
