/** Slow by design: the same page is built in as many acts only by keyboard. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { siteHtml, until } from './support/api.ts'
import { type BlankScene, colors, expectAsByHand, fixture, openBlankScene, words } from './support/byHand.ts'
import { canvasHtml } from './support/editor.ts'
import { keyboard } from './support/keyboard.ts'

// covers apps/studio/src/editors/site/insert apps/studio/src/editors/site/canvas apps/studio/src/editors/site/properties

let scene: BlankScene
let page: Page

beforeAll(async () => {
  scene = await openBlankScene()
  page = scene.page
})
afterAll(async () => await scene?.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
const shows = (text: string) => until(`${text} on the canvas`, async () => (await canvasHtml(page)).includes(text))

const press = (...keys: readonly string[]) => keyboard(page).press(...keys)
const focused = (target: Locator) => keyboard(page).focused(target)
const reach = (target: Locator) => keyboard(page).reach(target)

/** Leaves what has the focus, so that keys are the studio's own. */
async function leaveField() {
  await press('Escape')
  await until('no field in focus', () => page.evaluate(() => !document.activeElement?.matches('input, textarea')))
}

async function push(target: Locator) {
  await reach(target)
  await press('Enter')
}

/** Shows one of a row of tabs: Tab leads to the row, the arrows along it. */
async function showTab(list: string, name: string) {
  const tabs = page.getByRole('tablist', { name: list, exact: true })
  const wanted = tabs.getByRole('tab', { name, exact: true })
  await reach(tabs.locator('[role=tab]:not([tabindex="-1"])').first())
  for (let step = 0; step < 6 && !(await keyboard(page).has(wanted)); step += 1) await press('ArrowRight')
  await press('Enter')
}

async function fill(text: string, commit = 'Enter') {
  await press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await press(commit)
}

async function insert(text: string, sign: string, key = 'Enter') {
  await press('a')
  await focused(page.getByRole('combobox', { name: /Search elements/ }))
  await page.keyboard.type(text)
  await press(key)
  await shows(sign)
}

/** Runs a command by its name, from the palette of commands. */
async function command(name: string) {
  await press('ControlOrMeta+k')
  await focused(page.getByRole('dialog').getByRole('combobox'))
  await page.keyboard.type(name)
  await page.getByRole('option', { name, exact: false }).first().waitFor()
  await press('Enter')
}

/** Writes texts one after the other, from the selected one. */
async function write(texts: readonly string[]) {
  await press('t')
  for (const [index, text] of texts.entries()) {
    await until('the caret', () =>
      page.evaluate(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
        return frame?.contentDocument?.activeElement?.hasAttribute('contenteditable') === true
      }),
    )
    await fill(text, index === texts.length - 1 ? 'Escape' : 'Tab')
  }
  await shows(texts.at(-1) ?? '')
}

it('the same page is built only by keyboard', async () => {
  await showTab('Navigator', 'Design')
  for (const [name, value] of colors) {
    await push(button('Add a colour'))
    await focused(textbox('Name of primary'))
    await fill(name, 'Tab')
    await focused(textbox(`Value of ${name}`))
    await fill(value)
    await textbox(`Value of ${name} in the dark`).waitFor()
  }
  await push(button('Create the type scale'))
  await push(button('Create the spacing scale'))
  await push(button('Add a radius'))
  await focused(textbox('Name of radius'))

  await leaveField()
  await press('ArrowRight')
  await showTab('Panel', 'Properties')
  await reach(combobox('Colour').nth(0))
  await fill('var(--ink)')
  await reach(combobox('Colour').nth(1))
  await fill('var(--paper)')
  const another = combobox('Add a property')
  await reach(another)
  await fill('margin: 0')
  await until('the line for the next', async () => (await another.inputValue()) === '')
  await focused(another)
  await fill('font: 1rem/1.5 system-ui, sans-serif')
  await until('the line for the next', async () => (await another.inputValue()) === '')
  await leaveField()

  await insert('main element', '<main')
  await insert('hero', 'class="hero"', 'Shift+Enter')
  await insert('cards', 'class="cards"')
  await insert('quote', 'class="quote"')
  await insert('call to action', 'class="call"')
  await press('ArrowLeft')
  await insert('footer', '<footer')
  await press('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await write([...words.home, ...words.footer])

  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight')
  await press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await target.getByRole('button', { name: '.button' }).waitFor()
  await push(target.getByRole('button', { name: 'No state' }))
  await page
    .getByRole('menuitemradio', { name: /^:hover/ })
    .or(page.getByRole('menuitemcheckbox', { name: /^:hover/ }))
    .waitFor()
  await page.keyboard.type(':hover')
  await press('Enter')
  await target.getByRole('button', { name: ':hover' }).waitFor()
  await reach(combobox('Colour').nth(1))
  await fill('var(--ink)')
  await leaveField()

  await press('ArrowLeft', 'ArrowLeft', 'ArrowDown')
  await showTab('Properties', 'Settings')
  const chooser = page.waitForEvent('filechooser')
  await push(button('Choose…'))
  await push(page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }))
  await (await chooser).setFiles([{ name: 'loaves.svg', mimeType: 'image/svg+xml', buffer: fixture('loaves.svg') }])
  await until('the picture', () => button('Use this picture').isEnabled())
  await push(button('Use this picture'))
  await shows('/loaves')
  await reach(textbox('Alternative text'))
  await fill(words.alt)

  await press('ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await command('Make it a component')
  await button('Edit component').waitFor()
  await command('Edit the component')
  const bar = page.getByRole('toolbar', { name: 'Component Call' })
  await bar.waitFor()
  const selected = page.getByRole('navigation', { name: 'Where it stands' }).locator('[aria-current]')
  await until('the heading', async () => {
    if ((await selected.allTextContents())[0] === 'h2') return true
    await press('ArrowRight')
    return false
  })
  for (const last of [false, false, true]) {
    await push(bar.getByRole('button', { name: 'text', exact: true }))
    await bar.getByRole('button', { name: 'text', exact: true }).waitFor({ state: 'detached' })
    if (!last) await press('ArrowDown')
  }
  await push(bar.getByRole('button', { name: 'Home' }))
  await bar.waitFor({ state: 'detached' })
  await insert('call', 'Come by')
  await until('both', async () => (await canvasHtml(page)).split('Come by').length === 3)
  await write(words.second)

  await showTab('Navigator', 'Pages')
  await push(button('Add a page'))
  await focused(textbox('Title of the page'))
  await fill('How we bake')
  await until('the new page', async () => !(await canvasHtml(page)).includes('<h1'))
  await insert('main element', '<main')
  await insert('section', '<section', 'Shift+Enter')
  await press('ArrowRight')
  await write(words.about)
  await press('ArrowUp')
  await command('Change to h1')
  await shows('<h1')

  await push(button('More about How we bake'))
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).waitFor()
  await page.keyboard.type('Settings')
  await press('Enter')
  await reach(textbox('Description').first())
  await fill(words.descriptions.about, 'Tab')
  await push(button('Save'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await push(page.getByRole('button', { name: 'Home', exact: true }))
  await shows('class="hero"')
  await push(button('More about Home'))
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).waitFor()
  await page.keyboard.type('Settings')
  await press('Enter')
  await reach(textbox('Title in search results'))
  await fill(words.title, 'Tab')
  await fill(words.descriptions.home, 'Tab')
  await push(button('Save'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await leaveField()
  await press('v', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown')
  await press('ArrowRight', 'ArrowDown')
  await push(button('Choose where it leads'))
  await focused(combobox('Link to'))
  await page.keyboard.type('How we bake')
  await press('Enter')
  await shows('/how-we-bake/')
  await combobox('Link to').waitFor({ state: 'detached' })

  await page.getByText('Saved', { exact: true }).waitFor()
  const whole = await siteHtml(scene.api, scene.project.id)
  await press('Escape', 'ControlOrMeta+z', 'ControlOrMeta+z')
  await until('less', async () => !(await siteHtml(scene.api, scene.project.id)).includes('/how-we-bake/'))
  await press('ControlOrMeta+Shift+z', 'ControlOrMeta+Shift+z')
  await until('all of it', async () => (await siteHtml(scene.api, scene.project.id)) === whole)
  await page.getByText('Saved', { exact: true }).waitFor()
  await expectAsByHand(scene)
})
