import { strToU8, zipSync } from 'fflate'
import { type Screen, select, showNavigator } from './stage.ts'

const archive = Buffer.from(
  zipSync({
    'index.html': strToU8(
      '<!doctype html><title>Harbour</title><link rel="stylesheet" href="a.css"><h1>Bread</h1><img src="gone.png"><script src="menu.js"></script>',
    ),
    'about.html': strToU8('<!doctype html><title>About</title><link rel="stylesheet" href="a.css"><h1>About</h1>'),
    'a.css': strToU8('h1 { color: peru } @media (max-width: 700px) { h1 { color: teal } }'),
    'menu.js': strToU8('console.log(1)'),
  }),
)

/** The panels beside the canvas, and the menus and dialogs over it. */
export const panelScreens: readonly Screen[] = [
  { name: 'navigator-pages', side: 'left', show: (stage) => showNavigator(stage, 'Pages') },
  {
    name: 'navigator-layers',
    side: 'left',
    async show(stage) {
      await select(stage, 'h1')
      await showNavigator(stage, 'Layers')
    },
  },
  {
    name: 'navigator-no-layer',
    side: 'left',
    async show(stage) {
      await showNavigator(stage, 'Layers')
      const { page } = stage
      await page
        .getByRole('searchbox', { name: 'Find layers' })
        .or(page.getByRole('button', { name: 'Find layers' }))
        .first()
        .click()
      await page.getByRole('searchbox', { name: 'Find layers' }).fill('zeppelin')
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
    },
  },
  { name: 'design-tokens', side: 'left', show: (stage) => showNavigator(stage, 'Design') },
  {
    name: 'design-fonts',
    side: 'left',
    async show(stage) {
      await showNavigator(stage, 'Design')
      const head = stage.page.getByRole('heading', { name: 'Fonts' })
      await head.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  {
    name: 'design-classes',
    side: 'left',
    async show(stage) {
      await showNavigator(stage, 'Design')
      await stage.page.getByRole('button', { name: 'Styles', exact: true }).click()
      await stage.page.getByRole('searchbox', { name: 'Search styles' }).waitFor()
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Tokens', exact: true }).click(),
  },
  { name: 'media', side: 'left', show: (stage) => showNavigator(stage, 'Media') },
  {
    name: 'media-file',
    side: 'left',
    async show(stage) {
      await showNavigator(stage, 'Media')
      await stage.page.getByRole('button', { name: 'harbour.svg', exact: true }).click()
    },
  },
  { name: 'code', side: 'left', show: (stage) => showNavigator(stage, 'Code') },
  {
    name: 'code-editor',
    async show(stage) {
      await showNavigator(stage, 'Code')
      await stage.page
        .getByRole('button', { name: /menu\.js/ })
        .first()
        .click()
      await stage.page
        .getByRole('textbox', { name: /menu\.js/ })
        .first()
        .waitFor()
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Close the file' }).click(),
  },
  {
    name: 'checks',
    async show({ page }) {
      await page.getByRole('button', { name: /^Checks: / }).click()
      await page.getByRole('region', { name: 'Checks' }).waitFor()
      await page.getByText('Checking every width…').waitFor({ state: 'detached' })
    },
  },
  { name: 'page-menu', show: ({ page }) => page.getByRole('button', { name: /^Page / }).click() },
  { name: 'project-menu', show: ({ page }) => page.getByRole('button', { name: /^Project / }).click() },
  {
    name: 'page-settings',
    async show(stage) {
      await showNavigator(stage, 'Pages')
      const { page } = stage
      await page.getByRole('button', { name: 'The workshop', exact: true }).first().hover()
      await page.getByRole('button', { name: 'More about The workshop' }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
      await page.getByRole('dialog', { name: /Settings of/ }).waitFor()
    },
  },
  {
    name: 'site-settings',
    async show({ page }) {
      await page.getByRole('button', { name: /^Project / }).click()
      await page.getByRole('menuitem', { name: 'Site settings' }).click()
      await page.getByRole('dialog', { name: 'Site settings' }).waitFor()
    },
  },
  {
    name: 'delete-page',
    async show(stage) {
      await showNavigator(stage, 'Pages')
      const { page } = stage
      await page.getByRole('button', { name: 'The workshop', exact: true }).first().hover()
      await page.getByRole('button', { name: 'More about The workshop' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'import',
    async show(stage) {
      await showNavigator(stage, 'Pages')
      await stage.page.getByRole('button', { name: 'Import a site' }).click()
      await stage.page.getByRole('dialog', { name: 'Import a site' }).waitFor()
    },
  },
  {
    name: 'import-plan',
    async show(stage) {
      await showNavigator(stage, 'Pages')
      await stage.page.getByRole('button', { name: 'Import a site' }).click()
      await stage.page
        .getByLabel('A zip archive or HTML files', { exact: true })
        .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: archive })
      await stage.page.getByRole('button', { name: 'Import', exact: true }).waitFor()
    },
  },
  {
    name: 'palette',
    async show({ page }) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByPlaceholder('What do you want to do?').waitFor()
    },
  },
  {
    name: 'palette-no-match',
    async show({ page }) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByPlaceholder('What do you want to do?').fill('quantum')
    },
  },
  {
    name: 'shortcuts',
    async show({ page }) {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
]
