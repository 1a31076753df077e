import { openPath, type Screen, type Stage } from './stage.ts'

/** Calls an operation on the content of the prepared project. */
async function call<Data>({ scene }: Stage, name: string, input: object, focus: object = {}): Promise<Data> {
  const path = `/api/projects/${scene.projectId}/operations/content.${name}`
  return (await scene.api.post<{ data: Data }>(path, { input, focus })).data
}

const person = {
  id: 'person',
  name: 'People',
  kind: 'collection',
  domain: 'bakery',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    role: { type: 'string', order: 1 },
    about: { type: 'text', order: 2 },
    email: { type: 'email', order: 3 },
    start: { type: 'date', order: 4 },
    mentor: { type: 'relation', model: 'person', order: 5 },
  },
}

const people = {
  ann: {
    name: 'Ann Baker',
    role: 'Head baker',
    about: 'Bakes since she was twelve, and teaches on Saturdays.',
    email: 'ann at the bakery',
    start: '2019-03-04',
  },
  bo: { name: 'Bo Miller', role: 'Miller', start: '2021-09-01', mentor: 'ann' },
  cora: { name: 'Cora Lind', role: 'Runs the shop', start: '2020-02-17' },
  dev: { name: 'Dev Rao', role: 'Pastry', start: '2023-05-02', mentor: 'ann' },
  elif: { name: 'Elif Kaya', role: 'Pastry', start: '2024-01-08', mentor: 'dev' },
  finn: { name: 'Finn Olsen', role: 'Delivery', start: '2022-11-21' },
  gita: { name: 'Gita Shah', role: 'Apprentice', start: '2025-08-25', mentor: 'bo' },
}

const open = (query: string, heading: string): Screen['show'] => {
  return async (stage) => {
    const path = `/projects/${stage.scene.projectId}/content${query}`
    await openPath(path, (page) => page.getByRole('heading', { name: heading }).first().waitFor())(stage)
  }
}

/** The content of a project: before it is set up, its models, a list, an entry, and a review with a conflict. */
export const contentScreens: readonly Screen[] = [
  { name: 'content-set-up', show: open('', 'Set up content') },
  {
    name: 'content-models',
    async show(stage) {
      await call(stage, 'init_project', { locales: ['en', 'tr'], models: [person] })
      await call(stage, 'save_content', { model: 'person', data: people })
      const ann = { name: 'Ann Baker', role: 'Fırıncı', about: 'On iki yaşından beri fırıncı.' }
      await call(stage, 'save_content', { model: 'person', locale: 'tr', data: { ann, elif: { name: 'Elif Kaya' } } })
      await call(stage, 'save_content', { model: 'person', data: { ann: { role: 'Master baker and teacher' } } })
      await call(stage, 'update_status', { model: 'person', entryIds: ['ann', 'bo', 'elif'], status: 'published' })
      await call(stage, 'update_status', { model: 'person', entryIds: ['cora'], status: 'in_review' })
      const publish = { status: 'published', publish_at: '2100-03-01T08:00:00Z' }
      await call(stage, 'update_status', { model: 'person', entryIds: ['gita'], ...publish })
      await open('', 'New model')(stage)
    },
  },
  { name: 'content-list', show: open('?model=person', 'People') },
  {
    name: 'content-list-selected',
    async show(stage) {
      await open('?model=person&sort=name', 'People')(stage)
      for (const name of ['Bo Miller', 'Cora Lind']) await stage.page.getByLabel(`Select ${name}`).check()
    },
  },
  { name: 'content-entry', show: open('?model=person&entry=ann', 'Ann Baker') },
  { name: 'content-entry-languages', show: open('?model=person&entry=ann&locale=en,tr', 'Ann Baker') },
  {
    name: 'content-history',
    async show(stage) {
      await open('?model=person&entry=ann', 'Ann Baker')(stage)
      await stage.page.getByRole('button', { name: 'History' }).click()
      await stage.page.getByRole('listitem').getByText('Master').first().waitFor()
    },
  },
  { name: 'content-calendar', show: open('?room=calendar', 'Calendar') },
  { name: 'content-repository', show: open('?room=repository', 'Repository') },
  {
    name: 'content-review',
    async show(stage) {
      const { id } = await call<{ id: string }>(stage, 'createBranch', { title: 'New words about Ann' })
      const about = 'Bakes since she was ten, and teaches on Saturdays and Sundays.'
      const proposed = { ann: { about, role: 'Master baker, teacher and author' } }
      await call(stage, 'save_content', { model: 'person', data: proposed }, { branchId: id })
      await call(stage, 'save_content', { model: 'person', data: { ann: { role: 'Head of the bakery' } } })
      await open(`?review=${id}`, 'Changed on both sides')(stage)
    },
  },
]
