/** Slow by design: a page is built by mouse in 120 acts, each checked. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { siteHtml, until } from './support/api.ts'
import { type BlankScene, colors, expectAsByHand, fixture, openBlankScene, words } from './support/byHand.ts'
import { canvasHtml } from './support/editor.ts'
import { type Hand, hand } from './support/hand.ts'
import { settle } from './support/settle.ts'

// covers apps/studio/src/editors/site/insert apps/studio/src/editors/site/canvas apps/studio/src/editors/site/properties

/** The most acts that the page may take by mouse. */
const MAX_ACTS = 120

let scene: BlankScene
let page: Page
let act: Hand

beforeAll(async () => {
  scene = await openBlankScene()
  page = scene.page
  act = hand(page)
})
afterAll(async () => await scene?.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
const layer = (name: RegExp) => page.getByRole('treeitem', { name }).first()
const shows = (text: string) => until(`${text} on the canvas`, async () => (await canvasHtml(page)).includes(text))
const focused = (field: Locator) =>
  until('the focus', () => field.evaluate((element) => element === document.activeElement).catch(() => false))

async function insert(group: string, name: string, sign: string, inside = false) {
  await act.click(button('Insert'))
  const tile = page.getByRole('group', { name: group, exact: true }).getByRole('option', { name, exact: true })
  await act.click(tile, inside ? { modifiers: ['Shift'] } : {})
  await shows(sign)
}

/** Writes texts one after the other, from the one that is clicked on. */
async function write(selector: string, texts: readonly string[]) {
  await act.click(selector, { double: true })
  for (const [index, text] of texts.entries()) {
    await typingIn(index === 0 ? selector : undefined)
    await act.type(text, index === texts.length - 1 ? 'Escape' : 'Tab')
  }
  await shows(texts.at(-1) ?? '')
}

const typingIn = (selector: string | undefined) =>
  until('the caret', () =>
    page.evaluate((wanted) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      const at = frame?.contentDocument?.activeElement
      return at?.hasAttribute('contenteditable') === true && (wanted === undefined || at.matches(wanted))
    }, selector),
  )

async function pickColour(nth: number, name: string) {
  await act.click(button('Choose colour').nth(nth))
  await act.click(page.getByRole('group', { name: 'Tokens' }).getByRole('button', { name, exact: true }))
}

it('a page of several sections is built by mouse in 120 acts, and published as a developer would have written it', async () => {
  await act.click(tab('Design'))
  for (const [name, value] of colors) {
    await act.click(button('Add a colour'))
    await focused(textbox('Name of primary'))
    await act.type(name, 'Tab')
    await focused(textbox(`Value of ${name}`))
    await act.type(value, 'Enter')
    await textbox(`Value of ${name} in the dark`).waitFor()
  }
  await act.click(button('Create the type scale'))
  await act.click(button('Create the spacing scale'))
  await act.click(button('Add a radius'))
  await textbox('Value of radius').waitFor()

  await act.click(tab('Layers'))
  await act.click(layer(/^Page/))
  await act.click(tab('Properties'))
  await pickColour(0, 'ink')
  await pickColour(1, 'paper')
  const another = page.getByRole('combobox', { name: 'Add a property', exact: true })
  await act.click(another)
  await act.type('margin: 0', 'Enter')
  await until('the line for the next', async () => (await another.inputValue()) === '')
  await focused(another)
  await act.type('font: 1rem/1.5 system-ui, sans-serif', 'Enter')

  await insert('Elements', 'Main element', '<main')
  await insert('Layouts', 'Hero', 'class="hero"', true)
  await insert('Layouts', 'Cards', 'class="cards"')
  await insert('Layouts', 'Quote', 'class="quote"')
  await insert('Layouts', 'Call to action', 'class="call"')
  await act.click(layer(/^main/))
  await insert('Layouts', 'Footer', '<footer')
  await write('h1', [...words.home, ...words.footer])

  const target = page.getByRole('group', { name: 'Where styles are written' })
  await act.click('.hero .button')
  await act.click(target.getByRole('button', { name: 'No state' }))
  await act.click(
    page.getByRole('menuitemradio', { name: /^:hover/ }).or(page.getByRole('menuitemcheckbox', { name: /^:hover/ })),
  )
  await pickColour(1, 'ink')

  await act.click('.hero img')
  await act.click(tab('Settings'))
  await act.click(button('Choose…'))
  const chooser = page.waitForEvent('filechooser')
  await act.click(page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }))
  await (await chooser).setFiles([{ name: 'loaves.svg', mimeType: 'image/svg+xml', buffer: fixture('loaves.svg') }])
  await act.click(button('Use this picture'))
  await shows('/loaves')
  await act.click(textbox('Alternative text'))
  await act.type(words.alt)

  await act.click(layer(/^\.call/), { button: 'right' })
  await act.click(item('Make it a component'))
  await act.click(button('Edit component'))
  const bar = page.getByRole('toolbar', { name: 'Component Call' })
  await bar.waitFor()
  // The canvas scrolls to where the component is edited.
  await settle(page)
  for (const selector of ['.call h2', '.call p', '.call a']) {
    await act.click(selector)
    await act.click(bar.getByRole('button', { name: 'text', exact: true }))
    await bar.getByRole('button', { name: 'text', exact: true }).waitFor({ state: 'detached' })
  }
  await act.click(bar.getByRole('button', { name: 'Home' }))
  await bar.waitFor({ state: 'detached' })
  await insert('Components', 'Call', 'Come by')
  await until('both', async () => (await canvasHtml(page)).split('Come by').length === 3)
  await write('atelier-component + atelier-component h2', words.second)

  await act.click(tab('Pages'))
  await act.click(button('Add a page'))
  await focused(textbox('Title of the page'))
  await act.type('How we bake')
  await until('the new page', async () => !(await canvasHtml(page)).includes('<h1'))
  await insert('Elements', 'Main element', '<main')
  await insert('Layouts', 'Section', '<section', true)
  await write('h2', words.about)
  await act.click(tab('Layers'))
  await act.click(layer(/^How we bake/), { button: 'right' })
  await act.click(item('Change the tag'))
  await act.click(item('Change to h1'))
  await shows('<h1')

  await act.click(tab('Pages'))
  await act.click(button('More about How we bake'))
  await act.click(item('Settings'))
  await act.click(textbox('Description').first())
  await act.type(words.descriptions.about, 'Tab')
  await act.click(button('Save'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await button('Home').hover()
  await act.click(button('More about Home'))
  await act.click(item('Settings'))
  await act.click(textbox('Title in search results'))
  await act.type(words.title, 'Tab')
  await act.type(words.descriptions.home, 'Tab')
  await act.click(button('Save'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await act.click(page.getByRole('button', { name: 'Home', exact: true }))
  await shows('class="hero"')
  await act.click('.hero .button-quiet')
  await act.click(button('Choose where it leads'))
  await act.click(page.getByRole('option', { name: /^How we bake/ }))
  await shows('/how-we-bake/')
  expect(act.acts).toBeLessThanOrEqual(MAX_ACTS)
})

it('takes the last steps back and makes them again', async () => {
  const saved = () => page.getByText('Saved', { exact: true }).waitFor()
  await saved()
  const whole = await siteHtml(scene.api, scene.project.id)
  for (let step = 0; step < 4; step += 1) await act.click(button('Undo'))
  await until('less', async () => {
    const now = await siteHtml(scene.api, scene.project.id)
    return !now.includes('/how-we-bake/') && !now.includes(words.descriptions.home)
  })
  for (let step = 0; step < 4; step += 1) await act.click(button('Redo'))
  await until('all of it', async () => (await siteHtml(scene.api, scene.project.id)) === whole)
  await saved()
  await expectAsByHand(scene)
})
