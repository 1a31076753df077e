import type { Page } from 'playwright-core'
import { placeInCanvas, showPanel } from '../editor.ts'
import { panelScreens } from './panelScreens.ts'
import {
  runCommand,
  type Screen,
  sectionHead,
  select,
  showCanvas,
  showNavigator,
  showProperties,
  showSection,
  styleOf,
  styleOfParent,
} from './stage.ts'

const styleSections = [
  'Layout',
  'Position',
  'Type',
  'Fill',
  'Border',
  'Effects',
  'Motion',
  'More',
  'Code',
  'Rules',
].map(
  (title): Screen => ({
    name: `style-${title.toLowerCase()}`,
    side: 'right',
    async show(stage) {
      await (title === 'Layout' ? styleOfParent('.notice p') : styleOf('.button'))(stage)
      await showSection(stage, title)
    },
    async leave({ page }) {
      const head = sectionHead(page, title)
      if (title !== 'Layout' && (await head.getAttribute('aria-expanded')) === 'true') await head.click()
    },
  }),
)

const target = (page: Page) => page.getByRole('group', { name: 'Where styles are written' }).getByRole('button')

const styleMenus = ['selector', 'width', 'state'].map(
  (name, index): Screen => ({
    name: `target-${name}`,
    side: 'right',
    async show(stage) {
      await styleOf('.button')(stage)
      await target(stage.page).nth(index).click()
      await stage.page.getByRole('menu').waitFor()
    },
  }),
)

/** The editor and its panels. */
export const editorScreens: readonly Screen[] = [
  {
    name: 'editor-nothing-selected',
    async show(stage) {
      await showCanvas(stage)
      if (!stage.compact) await showPanel(stage.page, 'Properties')
      else await stage.page.getByRole('button', { name: 'Style and settings', exact: true }).click()
    },
  },
  { name: 'editor-heading', show: styleOf('h1') },
  { name: 'editor-section', show: styleOfParent('.notice h2') },
  {
    name: 'editor-several-selected',
    async show(stage) {
      await select(stage, 'h1')
      const { x, y } = await placeInCanvas(stage.page, '.lead')
      await stage.page.keyboard.down('Shift')
      await stage.page.mouse.click(x, y)
      await stage.page.keyboard.up('Shift')
      await showProperties(stage)
    },
  },
  {
    name: 'editor-component',
    side: 'right',
    async show(stage) {
      await select(stage, 'footer')
      await showProperties(stage, 'Settings')
    },
  },
  {
    name: 'editor-link-settings',
    side: 'right',
    async show(stage) {
      await select(stage, '.button')
      await showProperties(stage, 'Settings')
    },
  },
  {
    name: 'editor-link-picker',
    side: 'right',
    async show(stage) {
      await select(stage, '.button')
      await showProperties(stage, 'Settings')
      await stage.page.getByRole('button', { name: 'Choose where it leads' }).click()
      await stage.page.getByRole('combobox', { name: 'Link to' }).waitFor()
    },
  },
  {
    name: 'editor-picture-settings',
    side: 'right',
    async show(stage) {
      await select(stage, '.shop')
      await showProperties(stage, 'Settings')
    },
  },
  { name: 'editor-picture-style', side: 'right', show: styleOf('.shop') },
  ...styleSections,
  ...styleMenus,
  {
    name: 'colour-picker',
    async show(stage) {
      await styleOf('.notice p')(stage)
      await showSection(stage, 'Type')
      await stage.page.getByRole('button', { name: 'Choose colour' }).first().click()
      await stage.page.getByRole('group', { name: 'Tokens' }).waitFor()
    },
  },
  {
    name: 'context-menu',
    async show(stage) {
      await select(stage, 'h1')
      await showNavigator(stage, 'Layers')
      const row = stage.page.getByRole('treeitem', { selected: true }).first()
      await row.click({ button: 'right' })
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'text-bar',
    async show(stage) {
      await showCanvas(stage)
      const { x, y } = await placeInCanvas(stage.page, '.lead')
      await stage.page.mouse.dblclick(x, y)
      await stage.page.frameLocator('iframe[title="The page"]').locator('.lead[contenteditable]:focus').waitFor()
      await stage.page.keyboard.press('ControlOrMeta+a')
      await stage.page.getByRole('toolbar', { name: 'Text' }).waitFor()
    },
  },
  {
    name: 'several-frames',
    async show(stage) {
      await showCanvas(stage)
      await runCommand(stage.page, 'Every width side by side')
    },
    leave: ({ page }) => runCommand(page, 'Every width side by side'),
  },
  {
    name: 'insert',
    async show(stage) {
      await select(stage, 'h1')
      await stage.page.getByRole('button', { name: 'Insert', exact: true }).click()
      await stage.page.getByRole('combobox', { name: /Search elements/ }).waitFor()
    },
  },
  {
    name: 'insert-search',
    async show(stage) {
      await select(stage, 'h1')
      await stage.page.getByRole('button', { name: 'Insert', exact: true }).click()
      await stage.page.getByRole('combobox', { name: /Search elements/ }).fill('ca')
    },
  },
  {
    name: 'insert-no-match',
    async show(stage) {
      await select(stage, 'h1')
      await stage.page.getByRole('button', { name: 'Insert', exact: true }).click()
      await stage.page.getByRole('combobox', { name: /Search elements/ }).fill('quantum')
    },
  },
  ...panelScreens,
]
