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
  bo: { name: 'Bo Miller', role: 'Miller', mentor: 'ann' },
  cora: { name: 'Cora Lind', role: 'Runs the shop' },
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
      await call(stage, 'save_content', { model: 'person', locale: 'tr', data: { ann: { name: 'Ann Baker' } } })
      await call(stage, 'update_status', { model: 'person', entryIds: ['ann'], status: 'published' })
      await open('', 'New model')(stage)
    },
  },
  { name: 'content-list', show: open('?model=person', 'People') },
  { name: 'content-entry', show: open('?model=person&entry=ann', 'Ann Baker') },
  {
    name: 'content-review',
    async show(stage) {
      const { id } = await call<{ id: string }>(stage, 'createBranch', { title: 'New words about Ann' })
      const about = 'Bakes since she was ten, and teaches on Saturdays and Sundays.'
      const proposed = { ann: { about, role: 'Master baker' } }
      await call(stage, 'save_content', { model: 'person', data: proposed }, { branchId: id })
      await call(stage, 'save_content', { model: 'person', data: { ann: { role: 'Head of the bakery' } } })
      await open(`?review=${id}`, 'Changed on both sides')(stage)
    },
  },
]
