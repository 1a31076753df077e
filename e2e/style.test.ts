import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, until } from './support/api.ts'
import {
  clickInCanvas,
  openStyleEditor,
  placeInCanvas,
  type StyleEditor,
  showPanel,
  styleInCanvas,
} from './support/editor.ts'

// covers apps/studio/src/editors/site/properties packages/site/src/target

let editor: StyleEditor
let page: Page
let api: Api
let projectId = ''

beforeAll(async () => {
  editor = await openStyleEditor()
  ;({ page, api, projectId } = editor)
})
afterAll(async () => {
  await editor?.close()
})

const home = () => editor.home()
const field = (name: string) => editor.field(name)
const type = (name: string, value: string) => editor.type(name, value)
const style = (property: string) => styleInCanvas(page, '.button', property)
const width = (name: string) =>
  page.getByRole('group', { name: 'Width of the page' }).getByRole('button', { name, exact: true }).click()

/** Picks one of a set in the menu that is open. */
const choose = (name: string | RegExp) =>
  page.getByRole('menuitemcheckbox', { name }).or(page.getByRole('menuitemradio', { name })).click()

/** The last act taken back as one step: the site is as it was. */
const undone = (before: string) => editor.undone(before)

it('names the target, and writes a value for a state into the rule of that state', async () => {
  await clickInCanvas(page, '.button')
  await showPanel(page, 'Properties')
  const before = await home()
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await target.getByRole('button', { name: '.button' }).waitFor()
  await target.getByRole('button', { name: 'All widths' }).waitFor()
  await target.getByRole('button', { name: 'No state' }).click()
  await choose(/^:hover/)
  await target.getByRole('button', { name: ':hover' }).waitFor()
  await type('Letter spacing', '3')
  await until('the rule', async () => /\.button:hover \{[^}]*letter-spacing: 3px/.test(await home()))
  await until('it shown in the state', async () => (await style('letter-spacing')) === '3px')
  await target.getByRole('button', { name: ':hover' }).click()
  await choose('No state')
  await until('it without the state', async () => (await style('letter-spacing')) === 'normal')
  const { x, y } = await placeInCanvas(page, '.button')
  await page.mouse.move(x, y)
  await until('it under the pointer', async () => (await style('letter-spacing')) === '3px')
  await page.mouse.move(5, 5)
  await field('Letter spacing').focus()
  await undone(before)
})

deepTest('keeps what Enter keeps, works out sums, and commits nothing on Escape or on leaving unchanged', async () => {
  const before = await home()
  await field('Padding left').fill('99')
  await field('Padding left').press('Escape')
  await field('Padding left').click()
  await page.keyboard.press('Tab')
  await type('Padding left', '24px+8')
  await until('the sum', async () => (await style('padding-left')) === '32px')
  await until('the server to have it', async () => (await home()).includes('padding-left: 32px'))
  expect(await home()).not.toContain('99px')
  await undone(before)
  await type('Padding left', 'nonsense')
  await page.getByRole('alert').filter({ hasText: 'padding-left does not take' }).waitFor()
  await field('Padding left').press('Escape')
  await page.getByRole('alert').filter({ hasText: 'padding-left' }).waitFor({ state: 'detached' })
  expect(await home()).toBe(before)
})

it('writes in a narrow frame into the query of that frame, and the wide one keeps its value', async () => {
  const before = await home()
  await width('375')
  await page.getByRole('group', { name: 'Where styles are written' }).getByRole('button', { name: '≤ 375' }).waitFor()
  await type('Font size', '20')
  await until('the query', async () =>
    /@media \(max-width: 375px\) \{[^@]*\.button \{\s*font-size: 20px/.test(await home()),
  )
  await until('it in the frame', async () => (await style('font-size')) === '20px')
  await width('1440')
  await until('the former size', async () => (await style('font-size')) === '16px')
  await undone(before)
})

it('shows a dragged value at once, writes it when the pointer is let go, and Escape gives it up', async () => {
  const before = await home()
  await field('Padding top').scrollIntoViewIfNeeded()
  const box = await field('Padding top').boundingBox()
  if (!box) throw new Error('no field')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const drag = async (by: number) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + by, from.y, { steps: 4 })
  }
  await drag(40)
  await until('the preview', async () => (await style('padding-top')) === '30.4px')
  expect(await home()).toBe(before)
  await page.keyboard.press('Escape')
  await until('the former padding', async () => (await style('padding-top')) === '14.4px')
  await page.mouse.up()
  await page.keyboard.down('Alt')
  await drag(40)
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await until('both sides', async () => /padding-bottom: 1\.9rem/.test(await home()))
  expect(await style('padding-top')).toBe('30.4px')
  expect(await style('padding-bottom')).toBe('30.4px')
  await undone(before)
})

deepTest('offers the tokens first, by name and as colours, and names the one that a value is', async () => {
  const before = await home()
  await page.getByRole('button', { name: 'Choose colour' }).first().click()
  await page.getByRole('group', { name: 'Tokens' }).getByRole('button', { name: 'muted', exact: true }).click()
  await until('the token', async () => /\.button \{[^}]*color: var\(--muted\)/.test(await home()))
  await page.keyboard.press('Escape')
  await until('its name', async () => (await field('Colour').first().inputValue()) === 'muted')
  await undone(before)
  await field('Padding left').click()
  await page.keyboard.type('space-m')
  await page.getByRole('option', { name: /^space-m/ }).click()
  await until('the token', async () => (await home()).includes('padding-left: var(--space-m)'))
  await undone(before)
})

deepTest('adds what was typed once, and nothing on Escape', async () => {
  const before = await home()
  const line = field('Add a property')
  await line.fill('outline: 3px solid red')
  await line.press('Escape')
  await line.click()
  await page.keyboard.type('letter-sp')
  await page.getByRole('option', { name: 'letter-spacing' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await line.inputValue()).toBe('')
  await line.fill('outline-offset: 9px')
  await line.press('Enter')
  await line.press('Tab')
  await until('the declaration', async () => (await style('outline-offset')) === '9px')
  await until('the server to have it', async () => (await home()).includes('outline-offset: 9px'))
  const after = await home()
  expect(after.split('outline-offset: 9px')).toHaveLength(2)
  expect(after).not.toContain('3px solid red')
  await undone(before)
})

it('keeps the code of the rule in step both ways', async () => {
  const before = await home()
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  const code = page.getByRole('group', { name: 'Code' }).locator('.cm-content')
  await until('the rule', async () => (await code.textContent())?.includes('cursor: pointer') === true)
  await type('Letter spacing', '2')
  await until('the field in the code', async () => (await code.textContent())?.includes('letter-spacing: 2px') === true)
  await undone(before)
  await code.getByText('cursor').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('order: 7;')
  await until('the code in the page', async () => (await style('order')) === '7')
  await until('the server to have it', async () => (await home()).includes('order: 7'))
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await undone(before)
})

deepTest('edits what several elements share, each in the rule of its own class', async () => {
  const before = await home()
  await clickInCanvas(page, '.lead')
  const { x, y } = await placeInCanvas(page, '.opening-words .label')
  await page.keyboard.down('Shift')
  await page.mouse.click(x, y)
  await page.keyboard.up('Shift')
  await until('both', async () => (await field('Font size').getAttribute('placeholder')) === 'mixed')
  await type('Letter spacing', '2')
  await until('the rules', async () => (await home()).match(/letter-spacing: 2px/g)?.length === 2)
  expect(await styleInCanvas(page, '.lead', 'letter-spacing')).toBe('2px')
  expect(await styleInCanvas(page, '.opening-words .label', 'letter-spacing')).toBe('2px')
  await undone(before)
})

deepTest('says where a value comes from, goes there, and names the rule that wins', async () => {
  const before = await home()
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await clickInCanvas(page, 'h1')
  await field('Font size').click()
  await page.getByRole('button', { name: 'Set by h1: write there' }).first().click()
  await target.getByRole('button', { name: 'h1', exact: true }).waitFor()
  await type('Font size', '40')
  await until('the rule', async () => /h1 \{[^}]*font-size: 40px/.test(await home()))
  await undone(before)
  await clickInCanvas(page, '.button')
  await target.getByRole('button', { name: '.button' }).click()
  await choose(/^a Every/)
  await page.getByText(/^\.button wins for .* and \d+ more/).waitFor()
  const outlook = page.getByRole('status').filter({ hasText: 'wins for' })
  await field('Weight').focus()
  await outlook.getByText('.button wins for font-weight.').waitFor()
  await field('Letter spacing').focus()
  await outlook.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit that rule' }).first().click()
  await target.getByRole('button', { name: '.button' }).waitFor()
})

deepTest('copies the styles of one element to another, and takes a value away', async () => {
  const before = await home()
  await clickInCanvas(page, '.button')
  await page.getByRole('button', { name: 'More about these styles' }).click()
  await page.getByRole('menuitem', { name: 'Copy styles' }).click()
  await clickInCanvas(page, '.lead')
  await page.getByRole('button', { name: 'More about these styles' }).click()
  await page.getByRole('menuitem', { name: 'Paste styles' }).click()
  await until('the styles', async () => /\.lead \{[^}]*padding: 0\.9rem 1\.5rem/.test(await home()))
  await field('Display').focus()
  await undone(before)
  await clickInCanvas(page, '.button')
  await field('Display').click()
  await page.getByRole('button', { name: 'Reset display' }).click()
  await until('the value gone', async () => (await style('display')) === 'inline')
  await undone(before)
})

deepTest('drags the tracks of a grid, adds a transition with a curve, and a gradient', async () => {
  const before = await home()
  await clickInCanvas(page, '.opening-words .label')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await target.getByRole('button', { name: '.wrap' }).click()
  await choose(/^\.opening \d/)
  await target.getByRole('button', { name: '.opening' }).waitFor()
  const between = page.getByRole('button', { name: 'Line 1 between columns' })
  await between.scrollIntoViewIfNeeded()
  const line = await between.boundingBox()
  if (!line) throw new Error('no line between the tracks')
  const at = { x: line.x + line.width / 2, y: line.y + line.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x - 30, at.y, { steps: 3 })
  await page.mouse.up()
  await until('the tracks', async () =>
    /\.opening \{[^}]*minmax\(0, [56][.\d]*fr\) minmax\(0, [56][.\d]*fr\)/.test(await home()),
  )
  await field('Display').focus()
  await undone(before)

  await page.getByRole('button', { name: 'Motion' }).click()
  await page.getByRole('button', { name: 'Add a transition' }).click()
  await until('the transition', async () => /\.opening \{[^}]*transition: all 200ms ease-out/.test(await home()))
  await page.getByRole('button', { name: 'ease-in-out', exact: true }).click()
  await until('the curve', async () => /\.opening \{[^}]*transition: all 200ms ease-in-out;/.test(await home()))
  await field('Display').focus()
  await page.keyboard.press('Control+z')
  await undone(before)

  await page.getByRole('button', { name: 'Add a layer' }).click()
  await page.getByRole('menuitem', { name: 'Linear gradient' }).click()
  await until('the gradient', async () =>
    /\.opening \{[^}]*background-image: linear-gradient\(180deg/.test(await home()),
  )
  await field('Display').focus()
  await undone(before)
})

deepTest('names the style attribute that would win over a value before it is typed, and edits it', async () => {
  const operate = (name: string, input: object) =>
    api.post<{ data: { matches?: { uid: string }[] } }>(`/api/projects/${projectId}/operations/site.${name}`, { input })
  const parentId = (await operate('find', { selector: '.opening-words' })).data.matches?.[0]?.uid
  const html = '<p class="noted" style="letter-spacing: 1px; opacity: 0.9">Noted</p>'
  await operate('insertHtml', { parentId, html })
  await until('it on the canvas', () => page.frameLocator('iframe[title="The page"]').locator('.noted').isVisible())
  await clickInCanvas(page, '.noted')
  const before = await home()
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await target.getByRole('button', { name: '.noted' }).waitFor()
  await field('Letter spacing').focus()
  const outlook = page.getByRole('status').filter({ hasText: 'wins for letter-spacing' })
  await outlook.getByText('the style attribute wins for letter-spacing.').waitFor()
  await outlook.getByRole('button', { name: 'Edit it' }).click()
  await target.getByRole('button', { name: 'style attribute' }).waitFor()
  await type('Letter spacing', '3')
  await until('the attribute', async () => (await home()).includes('style="letter-spacing: 3px; opacity: 0.9"'))
  expect(await styleInCanvas(page, '.noted', 'letter-spacing')).toBe('3px')
  await undone(before)
})
