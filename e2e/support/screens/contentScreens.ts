import { csv, locales } from './journalModels.ts'
import { operate, prepareJournal, translatePage } from './prepareJournal.ts'
import { followPath, openPath, type Screen, type Stage, showNavigator } from './stage.ts'

const open = (query: string, heading: string): Screen['show'] => {
  return async (stage) => {
    await begin(stage)
    const path = `/projects/${stage.scene.projectId}/content${query}`
    await openPath(path, (page) => page.getByRole('heading', { name: heading }).first().waitFor())(stage)
  }
}

const begun = new WeakMap<Stage['scene'], Promise<void>>()

/** Writes the journal once for a studio. */
function begin({ scene }: Stage): Promise<void> {
  const known = begun.get(scene)
  if (known) return known
  const made = setUp(scene).then(() => prepareJournal(scene))
  begun.set(scene, made)
  return made
}

async function setUp(scene: Stage['scene']): Promise<void> {
  const { phase } = await scene.api.get<{ phase: string }>(`/api/projects/${scene.projectId}/content`)
  if (phase === 'uninitialized') await operate(scene, 'content.init_project', { locales })
}

/** Opens the address of the content without anything written in it. */
const openEmpty = (query: string, heading: string) => async (stage: Stage) => {
  const path = `/projects/${stage.scene.projectId}/content${query}`
  await openPath(path, (page) => page.getByRole('heading', { name: heading }).first().waitFor())(stage)
}

const POST = '?model=post&entry=why-the-joints-stay-open'
const TITLE = 'Why our joints stay open'
const button = ({ page }: Stage, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

/** Lists and entries, from an empty project on. The first ones need a project without content. */
const entryScreens: readonly Screen[] = [
  { name: 'content-set-up', show: openEmpty('', 'Set up content') },
  {
    name: 'content-first-model',
    async show(stage) {
      await setUp(stage.scene)
      await openEmpty('', 'No models yet')(stage)
    },
  },
  { name: 'content-models', show: open('', 'Content') },
  { name: 'content-list', show: open('?model=post&sort=-date', 'Posts') },
  {
    name: 'content-list-filtered',
    async show(stage) {
      const where = encodeURIComponent(JSON.stringify({ topics: { contains: 'workshop' } }))
      await open(`?model=post&sort=-date&status=published&where=${where}`, 'Posts')(stage)
      await button(stage, 'Views').click()
      await stage.page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
    },
  },
  {
    name: 'content-list-filter',
    async show(stage) {
      await open('?model=post&sort=-date', 'Posts')(stage)
      await button(stage, 'Filter').click()
      await stage.page.getByLabel('Status').first().waitFor()
    },
  },
  {
    name: 'content-list-selected',
    async show(stage) {
      await open('?model=post&sort=-date', 'Posts')(stage)
      for (const name of ['What a rail costs', 'Tools we stopped using'])
        await stage.page.getByLabel(`Select ${name}`).check()
    },
  },
  {
    name: 'content-translate',
    async show(stage) {
      await open('?model=post&sort=-date', 'Posts')(stage)
      await stage.page.getByLabel('Select all').check()
      await button(stage, 'Translate…').click()
      await stage.page.getByRole('dialog').getByText(/words/).first().waitFor()
    },
  },
  { name: 'content-entry', show: open(`${POST}&locale=en`, TITLE) },
  { name: 'content-entry-two-languages', show: open(`${POST}&locale=en,tr`, TITLE) },
  { name: 'content-entry-three-languages', show: open(`${POST}&locale=en,tr,de`, TITLE) },
  {
    name: 'content-entry-text',
    async show(stage) {
      await open(`${POST}&locale=en`, TITLE)(stage)
      const text = stage.page.getByRole('textbox', { name: 'Body', exact: true })
      await text.getByText('Kept as it is').waitFor()
      await stage.page.getByRole('toolbar', { name: 'Format of Body' }).scrollIntoViewIfNeeded()
      await text.getByText('draw-bored').click()
      await stage.page.getByRole('toolbar', { name: 'Format of Body' }).evaluate((bar) => bar.scrollIntoView())
    },
  },
  {
    name: 'content-entry-preview',
    async show(stage) {
      await open(`${POST}&locale=en`, TITLE)(stage)
      await button(stage, 'Preview on the site').click()
      await stage.page.frameLocator('iframe[title="Preview of en"]').getByText('Seven parts').waitFor()
    },
    async leave(stage) {
      await button(stage, 'Close the preview').click()
    },
  },
  {
    name: 'content-entry-relation',
    async show(stage) {
      await open(`${POST}&locale=en`, TITLE)(stage)
      await button(stage, /^Choose for Author/).click()
      await stage.page.getByLabel('Search', { exact: true }).waitFor()
      await stage.page.getByRole('dialog').getByText('Bo Lindqvist').waitFor()
    },
  },
  {
    name: 'content-history',
    async show(stage) {
      await open('?model=author&entry=ann-oduya', 'Ann Oduya')(stage)
      await button(stage, 'History').click()
      await stage.page.getByRole('listitem').getByText('teacher').first().waitFor()
    },
  },
  { name: 'content-dictionary', show: open('?model=wording', 'Wording') },
]

/** Screens that concern all models: their fields, reviews, and each room of the navigator. */
const roomScreens: readonly Screen[] = [
  {
    name: 'content-model',
    async show(stage) {
      await open('?model=post&room=model', 'Posts')(stage)
      await stage.page.getByRole('button', { name: /^Summary\b/ }).click()
    },
  },
  {
    name: 'content-model-consequences',
    async show(stage) {
      await open('?model=part&room=model', 'Parts')(stage)
      await stage.page.getByRole('button', { name: /^Price\b/ }).click()
      await stage.page.getByRole('combobox', { name: 'Type', exact: true }).click()
      await stage.page.getByRole('option', { name: 'Number', exact: true }).click()
      await stage.page.getByRole('region', { name: 'This change breaks entries' }).waitFor()
      await stage.page
        .getByText(/does not fit|do not fit/)
        .first()
        .waitFor()
    },
    async leave(stage) {
      await button(stage, 'Discard').click()
    },
  },
  {
    name: 'content-model-json',
    async show(stage) {
      await open('?model=post&room=model', 'Posts')(stage)
      await button(stage, 'JSON').click()
      await stage.page.getByLabel('Model file of Posts').waitFor()
    },
    leave: (stage) => button(stage, 'Fields').click(),
  },
  {
    name: 'content-model-new-field',
    async show(stage) {
      await open('?model=post&room=model', 'Posts')(stage)
      await button(stage, 'Add field').click()
      await stage.page.getByRole('dialog').getByLabel('Search types').waitFor()
    },
  },
  { name: 'content-form', show: open('?model=question&room=form', 'Questions') },
  { name: 'content-reviews', show: open('?review=all', 'Review') },
  {
    name: 'content-review',
    async show(stage) {
      await open('?review=all', 'Review')(stage)
      await stage.page.getByRole('link', { name: /A clearer beginning/ }).click()
      await stage.page.getByRole('heading', { name: 'Changed on both sides' }).waitFor()
      await button(stage, 'Take proposed').click()
    },
  },
  { name: 'content-submissions', show: open('?room=submissions', 'Submissions') },
  { name: 'content-media', show: open('?room=media', 'Media') },
  {
    name: 'content-media-file',
    async show(stage) {
      await open('?room=media', 'Media')(stage)
      await stage.page
        .getByRole('list', { name: 'Files' })
        .getByRole('button', { name: 'workshop-at-dusk.jpg' })
        .click()
      await stage.page.getByRole('complementary', { name: 'Details of workshop-at-dusk.jpg' }).waitFor()
    },
  },
  { name: 'content-vocabulary', show: open('?room=vocabulary', 'Vocabulary') },
  { name: 'content-calendar', show: open('?room=calendar', 'Calendar') },
  { name: 'content-repository', show: open('?room=repository', 'Repository') },
  { name: 'content-keys-empty', show: open('?room=keys', 'Keys') },
  {
    name: 'content-key-read',
    async show(stage) {
      await open('?room=keys', 'Keys')(stage)
      await button(stage, 'New key').click()
      await stage.page.getByRole('dialog').getByLabel('What it is for').fill('The shop’s own website')
    },
  },
  {
    name: 'content-key-conversation',
    async show(stage) {
      await open('?room=keys', 'Keys')(stage)
      await button(stage, 'New key').click()
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByLabel('What it is for').fill('Assistant in the shop')
      await dialog
        .getByRole('button', { name: 'Talks with the agent' })
        .or(dialog.getByText('Conversation'))
        .first()
        .click()
    },
  },
  {
    name: 'content-key-made',
    async show(stage) {
      await open('?room=keys', 'Keys')(stage)
      await button(stage, 'New key').click()
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByLabel('What it is for').fill('The shop’s own website')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await dialog.getByRole('textbox', { name: 'Key', exact: true }).waitFor()
    },
    async leave(stage) {
      await button(stage, 'Done').click()
    },
  },
  { name: 'content-keys', show: open('?room=keys', 'Keys') },
  { name: 'content-settings', show: open('?room=settings', 'Settings') },
  {
    name: 'content-import',
    async show(stage) {
      await open('?model=part&room=import', 'Import')(stage)
      await stage.page.getByLabel('File to import').setInputFiles({
        name: 'parts-of-2027.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      })
      await button(stage, 'Check the rows').waitFor()
    },
  },
  {
    name: 'content-import-rows',
    async show(stage) {
      await button(stage, 'Check the rows').click()
      await stage.page
        .getByText(/left out/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'content-publish',
    async show(stage) {
      await operate(stage.scene, 'site.publish', {})
      const data = {
        'oil-soap-and-nothing-else': { summary: `How to look after a chair for thirty years, and who taught us.` },
      }
      await operate(stage.scene, 'content.save_content', { model: 'post', data })
      await open('?model=post&sort=-date', 'Posts')(stage)
      await button(stage, 'Publish').click()
      await stage.page.getByRole('region', { name: 'Changes that wait' }).waitFor()
    },
  },
]

/** The content where it meets the site: a template with an entry, and a page in two languages. */
const siteScreens: readonly Screen[] = [
  {
    name: 'content-canvas-entry',
    async show(stage) {
      await begin(stage)
      await openSite(stage)
      await openPage(stage, /Posts: one entry/)
      await stage.page.getByRole('button', { name: /^Shown with/ }).click()
      await stage.page.getByRole('combobox', { name: 'Search entries' }).waitFor()
      await stage.page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'content-page-translation',
    async show(stage) {
      await begin(stage)
      await translatePage(stage.scene)
      await openSite(stage)
      await openPage(stage, /Atölye/)
      await showNavigator(stage, 'Pages')
      await stage.page.getByRole('button', { name: /^Translation/ }).click()
      await stage.page.getByRole('region', { name: 'Translation' }).getByText('Not translated yet').first().waitFor()
    },
  },
]

async function openSite({ page, scene }: Stage) {
  await followPath(page, `/projects/${scene.projectId}`)
  await page.locator('iframe[title="The page"]').waitFor()
}

async function openPage({ page }: Stage, title: RegExp) {
  await page.getByRole('button', { name: /^Page / }).click()
  await page.getByRole('menuitemradio', { name: title }).last().click()
}

export const contentScreens: readonly Screen[] = [...entryScreens, ...roomScreens, ...siteScreens]
