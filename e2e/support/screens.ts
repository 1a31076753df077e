import { strToU8, zipSync } from 'fflate'
import type { BrowserContext, Page } from 'playwright-core'
import { anthropicBody } from '../../packages/agent/src/testing/recordings.ts'
import { until } from './api.ts'
import { ask, canvasHtml, clickInCanvas, openEditor, placeInCanvas, showPanel, typeInCanvas } from './editor.ts'
import { goodAnswer, refusal } from './provider.ts'
import type { Scene } from './scene.ts'

/** Where a screen is brought up: a window of one width on a studio that has been prepared. */
export interface Stage {
  readonly scene: Scene
  readonly page: Page
  readonly context: BrowserContext
  /** Whether panels are sheets. */
  readonly compact: boolean
}

/** A panel or state of the studio that is looked at. */
export interface Screen {
  /** Panel, then state, in lower case with hyphens. */
  readonly name: string
  /** Brings it up, from the editor with nothing open over it. */
  show(stage: Stage): Promise<void>
  /** Takes away what Escape does not. */
  leave?(stage: Stage): Promise<void>
  /** Left out where panels are sheets. */
  readonly wideOnly?: boolean
  /** The side of a wide window that it is about; without it, the whole window. */
  readonly side?: 'left' | 'right'
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80"><rect width="120" height="80" fill="peru"/><circle cx="84" cy="30" r="14" fill="ivory"/></svg>'

/** What a project of some weeks has: files, a component, tokens, a query, code, and something for the checks to find. */
export async function prepare({ api, projectId }: Scene): Promise<void> {
  const run = async <Data>(name: string, input: object): Promise<Data> => {
    const path = `/api/projects/${projectId}/operations/site.${name}`
    const answer = await api.post<{ ok: boolean; data?: Data; error?: { message: string } }>(path, { input })
    if (!answer.ok || answer.data === undefined) throw new Error(`${name}: ${answer.error?.message}`)
    return answer.data
  }
  const pictures: string[] = []
  for (const [name, fill] of [
    ['harbour', 'peru'],
    ['oven', 'teal'],
    ['a-very-long-name-of-a-picture-from-a-telephone', 'plum'],
  ] as const) {
    const answer = await api.raw(`/api/projects/${projectId}/media?name=${name}.svg`, {
      method: 'POST',
      headers: { 'content-type': 'image/svg+xml' },
      body: PICTURE.replace('peru', fill),
    })
    const { path }: { path: string } = await answer.json()
    pictures.push(path)
  }
  const { pages } = await api.get<{ pages: { slug: string; rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
  const parentId = pages.find(({ slug }) => slug === 'index')?.rootNodeId
  await run('insertHtml', {
    parentId,
    html: `<section class="notice"><h2>Closed in <em>August</em></h2><p>Back on the first of September.</p><img class="shop" src="/media/${pictures[0]?.replace(/^\/?(media\/)?/, '')}" width="120" height="80" alt="The harbour"></section>`,
  })
  await run('applyCss', {
    css: '.notice { display: flex; gap: 24px; padding: 24px; background: #1f3a5f; color: #fff; border-radius: 12px } .notice:hover { background: #1f3a5f } .old-note { color: #1f3a5f } @media (max-width: 768px) { .notice { flex-direction: column } }',
  })
  const { matches } = await run<{ matches: { uid: string }[] }>('find', { selector: 'footer' })
  await run('createComponent', { title: 'Colophon', nodeIds: [matches[0]?.uid] })
  await run('addPage', { title: 'Opening hours in summer and on holidays', slug: 'hours' })
  await run('write_code_asset', {
    path: 'menu.js',
    type: 'script',
    content: "document.querySelector('.menu')?.toggleAttribute('hidden')\n",
  })
}

/** Opens the editor at one width. */
export async function openStage(scene: Scene, width: number, height: number): Promise<Stage> {
  const context = await scene.browser.newContext({
    viewport: { width, height },
    storageState: await scene.context.storageState(),
    reducedMotion: 'reduce',
  })
  const page = await openEditor(context, scene.studio)
  page.setDefaultTimeout(8_000)
  return { scene, page, context, compact: width < 900 }
}

/** Runs a command by its title. */
async function command(page: Page, title: string) {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByPlaceholder('What do you want to do?')
  await field.waitFor()
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

async function properties({ page, compact }: Stage, tab: 'Style' | 'Settings' = 'Style') {
  if (!compact) await showPanel(page, 'Properties')
  else await page.getByRole('button', { name: 'Style and settings', exact: true }).click()
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

async function navigator({ page, compact }: Stage, tab: string) {
  if (compact) await page.getByRole('button', { name: 'Pages and layers', exact: true }).click()
  await page.getByRole('tab', { name: tab, exact: true }).first().click()
}

async function agent({ page, compact }: Stage) {
  const composer = page.getByLabel('Message to the agent')
  if (!compact) await showPanel(page, 'Agent')
  else if (!(await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
  await composer.waitFor()
}

/** A narrow screen shows the canvas without the agent. */
async function canvas({ page, compact }: Stage) {
  const composer = page.getByLabel('Message to the agent')
  if (compact && (await composer.isVisible())) await page.getByRole('button', { name: 'Agent', exact: true }).click()
}

async function select(stage: Stage, selector: string) {
  await canvas(stage)
  await clickInCanvas(stage.page, selector)
}

/** The heading of a section, whose name also says whether values are set in it. */
const sectionHead = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Style', exact: true })
    .getByRole('button', { name: new RegExp(`^${title}( Has|$)`) })

/** A section of the style panel, unfolded and brought into sight. */
async function section(stage: Stage, title: string) {
  const head = sectionHead(stage.page, title)
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await head.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

const styleOf = (selector: string) => async (stage: Stage) => {
  await select(stage, selector)
  await properties(stage)
}

/** The element around one that is clicked. */
const parentOf = (selector: string) => async (stage: Stage) => {
  await select(stage, selector)
  await stage.page.keyboard.press('Escape')
  await properties(stage)
}

const sections = ['Layout', 'Position', 'Type', 'Fill', 'Border', 'Effects', 'Motion', 'More', 'Code', 'Rules'].map(
  (title): Screen => ({
    name: `style-${title.toLowerCase()}`,
    side: 'right',
    async show(stage) {
      await (title === 'Layout' ? parentOf('.notice p') : styleOf('.button'))(stage)
      await section(stage, title)
      if (title === 'Motion') await stage.page.waitForTimeout(200)
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
      await canvas(stage)
      if (!stage.compact) await showPanel(stage.page, 'Properties')
      else await stage.page.getByRole('button', { name: 'Style and settings', exact: true }).click()
    },
  },
  { name: 'editor-heading', show: styleOf('h1') },
  { name: 'editor-section', show: parentOf('.notice h2') },
  {
    name: 'editor-several-selected',
    async show(stage) {
      await select(stage, 'h1')
      const { x, y } = await placeInCanvas(stage.page, '.lead')
      await stage.page.keyboard.down('Shift')
      await stage.page.mouse.click(x, y)
      await stage.page.keyboard.up('Shift')
      await properties(stage)
    },
  },
  {
    name: 'editor-component',
    side: 'right',
    async show(stage) {
      await select(stage, 'footer')
      await properties(stage, 'Settings')
    },
  },
  {
    name: 'editor-link-settings',
    side: 'right',
    async show(stage) {
      await select(stage, '.button')
      await properties(stage, 'Settings')
    },
  },
  {
    name: 'editor-link-picker',
    side: 'right',
    async show(stage) {
      await select(stage, '.button')
      await properties(stage, 'Settings')
      await stage.page.getByRole('button', { name: 'Choose where it leads' }).click()
      await stage.page.getByRole('combobox', { name: 'Link to' }).waitFor()
    },
  },
  {
    name: 'editor-picture-settings',
    side: 'right',
    async show(stage) {
      await select(stage, '.shop')
      await properties(stage, 'Settings')
    },
  },
  { name: 'editor-picture-style', side: 'right', show: styleOf('.shop') },
  ...sections,
  ...styleMenus,
  {
    name: 'colour-picker',
    async show(stage) {
      await styleOf('.notice p')(stage)
      await section(stage, 'Type')
      await stage.page.getByRole('button', { name: 'Choose colour' }).first().click()
      await stage.page.getByRole('group', { name: 'Tokens' }).waitFor()
    },
  },
  {
    name: 'context-menu',
    async show(stage) {
      await select(stage, 'h1')
      await navigator(stage, 'Layers')
      const row = stage.page.getByRole('treeitem', { selected: true }).first()
      await row.click({ button: 'right' })
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'text-bar',
    async show(stage) {
      await canvas(stage)
      const { x, y } = await placeInCanvas(stage.page, '.lead')
      await stage.page.mouse.dblclick(x, y)
      await stage.page.waitForTimeout(200)
      await stage.page.keyboard.press('ControlOrMeta+a')
      await stage.page.getByRole('toolbar', { name: 'Text' }).waitFor()
    },
  },
  {
    name: 'several-frames',
    async show(stage) {
      await canvas(stage)
      await command(stage.page, 'Every width side by side')
    },
    leave: ({ page }) => command(page, 'Every width side by side'),
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
  { name: 'navigator-pages', side: 'left', show: (stage) => navigator(stage, 'Pages') },
  {
    name: 'navigator-layers',
    side: 'left',
    async show(stage) {
      await select(stage, 'h1')
      await navigator(stage, 'Layers')
    },
  },
  {
    name: 'navigator-no-layer',
    side: 'left',
    async show(stage) {
      await navigator(stage, 'Layers')
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
  { name: 'design-tokens', side: 'left', show: (stage) => navigator(stage, 'Design') },
  {
    name: 'design-fonts',
    side: 'left',
    async show(stage) {
      await navigator(stage, 'Design')
      const head = stage.page.getByRole('heading', { name: 'Fonts' })
      await head.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  {
    name: 'design-classes',
    side: 'left',
    async show(stage) {
      await navigator(stage, 'Design')
      await stage.page.getByRole('button', { name: 'Styles', exact: true }).click()
      await stage.page.getByRole('searchbox', { name: 'Search styles' }).waitFor()
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Tokens', exact: true }).click(),
  },
  { name: 'media', side: 'left', show: (stage) => navigator(stage, 'Media') },
  {
    name: 'media-file',
    side: 'left',
    async show(stage) {
      await navigator(stage, 'Media')
      await stage.page.getByRole('button', { name: 'harbour.svg', exact: true }).click()
    },
  },
  { name: 'code', side: 'left', show: (stage) => navigator(stage, 'Code') },
  {
    name: 'code-editor',
    async show(stage) {
      await navigator(stage, 'Code')
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
      await navigator(stage, 'Pages')
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
      await navigator(stage, 'Pages')
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
      await navigator(stage, 'Pages')
      await stage.page.getByRole('button', { name: 'Import a site' }).click()
      await stage.page.getByRole('dialog', { name: 'Import a site' }).waitFor()
    },
  },
  {
    name: 'import-plan',
    async show(stage) {
      await navigator(stage, 'Pages')
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

const publishDialog = async ({ page }: Stage) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

const history = async ({ page, compact }: Stage) => {
  if (compact) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
  } else await page.getByRole('button', { name: 'History', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'History' }).waitFor()
}

/** Publishing, versions and the agent, in the order in which they come up in a project. */
export const workScreens: readonly Screen[] = [
  { name: 'publish-first', show: publishDialog },
  {
    name: 'publish-released',
    async show(stage) {
      await publishDialog(stage)
      await stage.page.getByRole('button', { name: /^Publish (the site|changes)/ }).click()
      await stage.page.getByText('Published just now').waitFor()
    },
  },
  {
    name: 'publish-changes',
    async show(stage) {
      await canvas(stage)
      await typeInCanvas(stage.page, '.notice h2', `Closed until ${Math.round(performance.now())}`)
      await stage.page.keyboard.press('Escape')
      await publishDialog(stage)
      await stage.page.getByRole('button', { name: 'Compare with the release' }).waitFor()
    },
  },
  {
    name: 'publish-compare',
    async show(stage) {
      await publishDialog(stage)
      await stage.page.getByRole('button', { name: 'Compare with the release' }).click()
      await stage.page.locator('iframe[title^="The page: "]').first().waitFor()
      await stage.page.waitForTimeout(400)
    },
  },
  { name: 'history-empty', show: history },
  {
    name: 'history',
    async show(stage) {
      await history(stage)
      if ((await stage.page.getByRole('heading', { name: 'Before the opening' }).count()) > 0) return
      await stage.page.getByLabel('Name of the version').fill('Before the opening')
      await stage.page.getByRole('button', { name: 'Keep', exact: true }).click()
      await stage.page.getByRole('heading', { name: 'Before the opening' }).waitFor()
    },
  },
  { name: 'agent-empty', side: 'right', show: agent },
  {
    name: 'agent-models',
    async show(stage) {
      await agent(stage)
      await stage.page.getByRole('button', { name: /^Model: / }).click()
    },
  },
  {
    name: 'agent-finished',
    side: 'right',
    async show(stage) {
      await agent(stage)
      const { pages } = await stage.scene.api.get<{ pages: { slug: string; rootNodeId: string }[] }>(
        `/api/projects/${stage.scene.projectId}/pages`,
      )
      const parentId = pages.find(({ slug }) => slug === 'index')?.rootNodeId
      const html = '<p class="fresh">Fresh on Fridays</p><style>.fresh { color: #1f3a5f }</style>'
      const json = JSON.stringify({ parentId, html })
      const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'insertHtml', json }
      stage.scene.provider.answersWith(
        { body: anthropicBody([{ type: 'text', text: 'A line at the end will do.' }, call], 'tool_use') },
        goodAnswer('It stands at the end of the page, in the blue of the notice.'),
      )
      await ask(stage.page, 'Say that there is fresh bread on Fridays')
      await stage.page.getByRole('button', { name: 'Compare' }).first().waitFor()
    },
  },
  {
    name: 'agent-compare',
    async show(stage) {
      await agent(stage)
      await stage.page.getByRole('button', { name: 'Compare' }).first().click()
      await stage.page.locator('iframe[title^="The page: "]').first().waitFor()
      await stage.page.waitForTimeout(400)
    },
  },
  {
    name: 'agent-approval',
    side: 'right',
    async show(stage) {
      await agent(stage)
      await approval(stage)
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Stop the agent' }).click(),
  },
  {
    name: 'agent-running',
    side: 'right',
    async show(stage) {
      await agent(stage)
      const text = 'I look at what the page says about opening hours first.'
      stage.scene.provider.answersWith({ body: anthropicBody([{ type: 'text', text }]), packet: 400, delayMs: 4_000 })
      await ask(stage.page, 'When are we open?')
      await stage.page.getByRole('button', { name: 'Stop the agent' }).waitFor()
      await stage.page.waitForTimeout(1_200)
    },
    leave: async ({ page }) => {
      await page.getByRole('button', { name: 'Stop the agent' }).click()
      await page.getByRole('button', { name: 'Stop the agent' }).waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'agent-error',
    side: 'right',
    async show(stage) {
      await agent(stage)
      stage.scene.provider.answersWith(refusal(401, 'invalid x-api-key'))
      await ask(stage.page, 'And on Saturdays?')
      await stage.page
        .getByRole('button', { name: 'Retry' })
        .or(stage.page.getByText('Did not finish'))
        .first()
        .waitFor()
    },
  },
  {
    name: 'agent-chats',
    async show(stage) {
      await agent(stage)
      await stage.page.getByRole('button', { name: 'Chats', exact: true }).click()
    },
  },
  {
    name: 'another-person',
    async show(stage) {
      await canvas(stage)
      const { scene, page } = stage
      const { url } = await scene.api.post<{ url: string }>('/api/invitations', {
        email: 'sam@example.com',
        role: 'admin',
      })
      const other = await (await scene.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await other.goto(url)
      await other.getByLabel('Your name').fill('Sam Reader')
      await other.getByLabel('Password').fill('correct horse battery')
      await other.getByRole('button', { name: 'Accept the invitation' }).click()
      await other.locator('a[href*="/projects/"]').first().waitFor()
      await other.goto(page.url())
      await until('the page of the other person', async () => (await canvasHtml(other)).includes('<h1'))
      await clickInCanvas(other, '.lead')
      await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.scrollTo(0, 0))
      await page.getByText('1 other here').waitFor()
    },
    async leave({ scene, context }) {
      for (const each of scene.browser.contexts()) if (each !== context && each !== scene.context) await each.close()
    },
  },
  {
    name: 'offline',
    async show(stage) {
      await canvas(stage)
      await stage.context.setOffline(true)
      await typeInCanvas(stage.page, '.notice p', 'Back soon.')
      await stage.page
        .getByText(/Offline, /)
        .first()
        .waitFor()
    },
    leave: ({ context }) => context.setOffline(false),
  },
]

async function approval({ scene, page }: Stage) {
  const made = await scene.api.post<{ data: { pageId: string } }>(
    `/api/projects/${scene.projectId}/operations/site.addPage`,
    { input: { title: 'Spare' } },
  )
  const json = JSON.stringify({ pageId: made.data.pageId })
  const said = { type: 'text' as const, text: 'Nothing links to that page any more.' }
  const call = { type: 'tool_use' as const, id: 'toolu_1', name: 'deletePage', json }
  scene.provider.answersWith({ body: anthropicBody([said, call], 'tool_use') })
  await ask(page, 'Delete the spare page')
  await page.getByRole('region', { name: /May the agent/ }).waitFor()
}

const at = (path: string, sign: (page: Page) => Promise<void>) => async (stage: Stage) => {
  await stage.page.goto(stage.scene.studio.url + path)
  await sign(stage.page)
}

/** A page, a panel and a list in which there is nothing yet. */
const emptyScreens = ['Pages', 'Layers', 'Design', 'Media', 'Code'].map(
  (tab): Screen => ({
    name: `empty-${tab.toLowerCase()}`,
    async show(stage) {
      const { page, scene } = stage
      if (tab === 'Pages') {
        const { id } = await scene.api.post<{ id: string }>('/api/projects', { name: 'A blank site', starter: 'blank' })
        await page.goto(`${scene.studio.url}/projects/${id}`)
        await page.getByText('This page is empty').waitFor()
      }
      await navigator(stage, tab)
    },
  }),
)

/** The pages around the editor. */
export const pageScreens: readonly Screen[] = [
  ...emptyScreens,
  { name: 'projects', show: at('/', (page) => page.locator('a[href*="/projects/"]').first().waitFor()) },
  {
    name: 'projects-new',
    async show(stage) {
      await at('/', (page) => page.locator('a[href*="/projects/"]').first().waitFor())(stage)
      await stage.page.getByRole('button', { name: 'New project' }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'ai-providers', show: at('/settings/ai', (page) => page.getByText('Scripted').first().waitFor()) },
  {
    name: 'ai-add-provider',
    async show(stage) {
      await at('/settings/ai', (page) => page.getByText('Scripted').first().waitFor())(stage)
      await stage.page.getByRole('button', { name: 'Add provider' }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  ...['defaults', 'limits'].map(
    (tab): Screen => ({
      name: `ai-${tab}`,
      show: at(`/settings/ai?tab=${tab}`, (page) => page.waitForTimeout(700)),
    }),
  ),
  {
    name: 'ai-usage-and-audit',
    show: at('/settings/ai?tab=usage', (page) => page.getByRole('heading', { name: 'By model' }).waitFor()),
  },
  {
    name: 'people',
    show: at('/settings/people', (page) => page.getByRole('button', { name: 'Invite' }).first().waitFor()),
  },
  {
    name: 'people-invite',
    async show(stage) {
      await at('/settings/people', (page) => page.getByRole('button', { name: 'Invite' }).first().click())(stage)
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account', show: at('/settings/account', (page) => page.getByText('API keys').first().waitFor()) },
  {
    name: 'account-new-key',
    async show(stage) {
      await at('/settings/account', (page) => page.getByRole('button', { name: 'New key' }).first().click())(stage)
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'invitation-invalid', show: at('/invite?token=none', (page) => page.waitForTimeout(700)) },
  {
    name: 'projects-empty',
    async show(stage) {
      const { projects } = await stage.scene.api.get<{ projects: { id: string }[] }>('/api/projects')
      for (const { id } of projects) await stage.scene.api.raw(`/api/projects/${id}`, { method: 'DELETE' })
      await at('/', (page) => page.getByText('No projects yet').waitFor())(stage)
    },
  },
  {
    name: 'sign-in',
    async show(stage) {
      await stage.context.clearCookies()
      await at('/', (page) => page.getByLabel('Email').waitFor())(stage)
    },
  },
]

/** Clears what a screen left open. */
export async function leave(screen: Screen, stage: Stage): Promise<void> {
  await screen.leave?.(stage)
  for (let times = 0; times < 4; times += 1) await stage.page.keyboard.press('Escape')
}
