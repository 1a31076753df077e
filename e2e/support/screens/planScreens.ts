import type { Page } from 'playwright-core'
import { goodAnswer } from '../provider.ts'
import type { Scene } from '../scene.ts'
import { settle } from '../settle.ts'
import { followPath, openPath, runCommand, type Screen, type Stage, showAgent } from './stage.ts'

const brief =
  'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example.'

interface Begun {
  id: string
  projectId: string
}

/** Begins a generation in a project of its own: by rehearsal, or by the scripted provider. */
async function begin({ api }: Scene, model: { credentialId?: string } = { credentialId: 'rehearsal' }): Promise<Begun> {
  const { id } = await api.post<{ id: string }>('/api/projects', { name: 'Ferment', starter: 'blank' })
  return await api.post<Begun>(`/api/projects/${id}/generations`, { brief, ...model })
}

const pathOf = ({ id, projectId }: Begun) => `/projects/${projectId}/plan/${id}`

async function open({ page }: Stage, begun: Begun): Promise<void> {
  await followPath(page, pathOf(begun))
}

const makeIt = (page: Page) => page.getByRole('button', { name: 'Make the site' })

/** The plan that most screens use. */
async function planned(stage: Stage): Promise<Begun> {
  const begun = await begin(stage.scene)
  await open(stage, begun)
  await makeIt(stage.page).waitFor({ timeout: 30_000 })
  return begun
}

async function made(stage: Stage): Promise<Begun> {
  const begun = await planned(stage)
  await makeIt(stage.page).click()
  await stage.page.getByText('The site is made').waitFor({ timeout: 60_000 })
  // Each page is shown small.
  await settle(stage.page)
  return begun
}

/** The brief, the plan, and its execution. */
export const planScreens: readonly Screen[] = [
  {
    name: 'plan-brief',
    async show(stage) {
      const button = stage.page.getByRole('button', { name: 'New site from a prompt' })
      await openPath('/', () => button.waitFor())(stage)
      await button.click()
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Bakery' }).click()
    },
  },
  {
    name: 'plan-planning',
    works: true,
    async show(stage) {
      stage.scene.provider.answersWith({ ...goodAnswer('{"siteName":'), packet: 20, delayMs: 1500 })
      await open(stage, await begin(stage.scene, {}))
      await stage.page.getByText('Making the plan').waitFor()
    },
    async leave({ page, scene }) {
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByText('Planning was stopped').waitFor()
      scene.provider.answersWith(goodAnswer('Ready.'))
    },
  },
  {
    name: 'plan-refused',
    async show(stage) {
      await open(stage, await begin(stage.scene, {}))
      await stage.page.getByText('There is no plan yet').waitFor({ timeout: 30_000 })
    },
  },
  {
    name: 'plan-ready',
    async show(stage) {
      await planned(stage)
    },
  },
  {
    name: 'plan-section',
    async show({ page }) {
      await page.locator('[data-handle][aria-expanded]').nth(1).click()
    },
    async leave({ page }) {
      await page.locator('[data-handle][aria-expanded]').nth(1).click()
    },
  },
  {
    name: 'plan-running',
    works: true,
    async show(stage) {
      await planned(stage)
      await makeIt(stage.page).click()
      await stage.page.getByText('Writing', { exact: true }).first().waitFor({ timeout: 30_000 })
    },
    async leave({ page }) {
      await page.getByText('The site is made').waitFor({ timeout: 60_000 })
    },
  },
  {
    name: 'plan-stopped',
    async show(stage) {
      await planned(stage)
      await makeIt(stage.page).click()
      await stage.page.getByRole('button', { name: 'Stop', exact: true }).click()
      await stage.page.getByText('Stopped. What is finished stays.').waitFor()
    },
  },
  {
    name: 'plan-failed',
    async show(stage) {
      const pages = ['index', 'about'].map((name) => ({
        filename: `${name}.html`,
        title: name === 'index' ? 'Home' : 'About',
        sections: [{ id: 'hero', name: 'Bread since 1987', sectionType: 'hero' }],
      }))
      stage.scene.provider.answersWith(goodAnswer(JSON.stringify({ siteName: 'Ferment', pages })))
      await open(stage, await begin(stage.scene, {}))
      await makeIt(stage.page).click()
      await stage.page.getByText('It did not work out').waitFor({ timeout: 60_000 })
    },
    async leave({ scene }) {
      scene.provider.answersWith(goodAnswer('Ready.'))
    },
  },
  {
    name: 'plan-complete',
    async show(stage) {
      await made(stage)
    },
  },
  {
    name: 'plan-chat',
    async show(stage) {
      await stage.page.getByRole('link', { name: 'Open the chat' }).first().click()
      await stage.page.locator('iframe[title="The page"]').waitFor()
      await showAgent(stage)
      await stage.page.getByText('is written, with').waitFor()
    },
  },
  {
    name: 'plans',
    async show({ page }) {
      await runCommand(page, 'Plans of this site')
      await page.getByRole('dialog').getByText('Ferment is a small bakery').waitFor()
    },
  },
]
