import { followPath, openPath, type Screen, showNavigator } from './stage.ts'

/** A page, a panel and a list in which there is nothing yet. */
const emptyScreens = ['Pages', 'Layers', 'Design', 'Media', 'Code'].map(
  (tab): Screen => ({
    name: `empty-${tab.toLowerCase()}`,
    async show(stage) {
      const { page, scene } = stage
      if (tab === 'Pages') {
        const { id } = await scene.api.post<{ id: string }>('/api/projects', { name: 'A blank site', starter: 'blank' })
        await followPath(page, `/projects/${id}`)
        await page.getByText('This page is empty').waitFor()
      }
      await showNavigator(stage, tab)
    },
  }),
)

/** The pages around the editor. */
export const pageScreens: readonly Screen[] = [
  ...emptyScreens,
  { name: 'projects', show: openPath('/', (page) => page.locator('a[href*="/projects/"]').first().waitFor()) },
  {
    name: 'projects-new',
    async show(stage) {
      await openPath('/', (page) => page.locator('a[href*="/projects/"]').first().waitFor())(stage)
      await stage.page.getByRole('button', { name: 'New project' }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'ai-providers', show: openPath('/settings/ai', (page) => page.getByText('Scripted').first().waitFor()) },
  {
    name: 'ai-add-provider',
    async show(stage) {
      await openPath('/settings/ai', (page) => page.getByText('Scripted').first().waitFor())(stage)
      await stage.page.getByRole('button', { name: 'Add provider' }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  ...['Defaults', 'Services', 'Limits'].map(
    (tab): Screen => ({
      name: `ai-${tab.toLowerCase()}`,
      show: openPath(`/settings/ai?tab=${tab.toLowerCase()}`, (page) =>
        page.getByRole('tabpanel', { name: tab }).waitFor(),
      ),
    }),
  ),
  {
    name: 'ai-usage-and-audit',
    show: openPath('/settings/ai?tab=usage', (page) => page.getByRole('heading', { name: 'By model' }).waitFor()),
  },
  {
    name: 'people',
    show: openPath('/settings/people', (page) => page.getByRole('button', { name: 'Invite' }).first().waitFor()),
  },
  {
    name: 'people-invite',
    async show(stage) {
      await openPath('/settings/people', (page) => page.getByRole('button', { name: 'Invite' }).first().click())(stage)
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account', show: openPath('/settings/account', (page) => page.getByText('API keys').first().waitFor()) },
  {
    name: 'account-new-key',
    async show(stage) {
      await openPath('/settings/account', (page) => page.getByRole('button', { name: 'New key' }).first().click())(
        stage,
      )
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'invitation-invalid',
    show: openPath('/invite?token=none', (page) => page.getByText('This invitation link is not valid').waitFor()),
  },
  {
    name: 'projects-empty',
    async show(stage) {
      const { projects } = await stage.scene.api.get<{ projects: { id: string }[] }>('/api/projects')
      for (const { id } of projects) await stage.scene.api.raw(`/api/projects/${id}`, { method: 'DELETE' })
      // The studio holds on to its list for some seconds.
      await stage.page.goto(stage.scene.studio.url)
      await stage.page.getByText('No projects yet').waitFor()
    },
  },
  {
    name: 'sign-in',
    async show(stage) {
      await stage.context.clearCookies()
      await stage.page.goto(stage.scene.studio.url)
      await stage.page.getByLabel('Email').waitFor()
    },
  },
]
