import { valueKey } from '@atelier/content'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createEntryLog } from '../entries/entryLog.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  changeSetId: Type.Optional(Type.String()),
})
const Named = Type.Object({ id: Type.String(), branch: Type.String() })

let clock = Date.parse('2030-01-01T00:00:00Z')
const HOUR = 3_600_000
let server: TestServer
let projectId = ''

beforeAll(async () => {
  server = await startTestServer({}, { now: () => clock })
  projectId = (await firstProject(server)).id
  await call('init_project', { stack: 'other', locales: ['en'], domains: ['blog'] })
  await call('save_model', { id: 'post', name: 'Post', kind: 'collection', fields: { title: { type: 'string' } } })
  await call('save_content', { model: 'post', data: { hello: { title: 'Hello' } } })
})
afterAll(() => server.close())

async function call(name: string, input: object, focus: object = {}): Promise<Static<typeof Answer>> {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const answer = Value.Parse(Answer, (await server.call('POST', path, { input, focus })).body)
  expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true })
  return answer
}

const later = () => new Date(clock + HOUR).toISOString()
const write = (branchId: string, title: string) =>
  call('save_content', { model: 'post', data: { hello: { title } } }, { branchId })
const listed = async (id: string) =>
  (await server.services.content.state(projectId)).branches.find((branch) => branch.id === id)
const shown = async () => (await server.services.content.reader(projectId).entry('post', 'hello'))?.title

async function scheduled(title: string) {
  const { id, branch } = Value.Parse(Named, (await call('createBranch', { title })).data)
  const written = await write(id, title)
  await call('scheduleBranch', { branch, at: later() })
  expect(await listed(id)).toMatchObject({ mergeAt: clock + HOUR })
  return { id, branch, changeSetId: written.changeSetId ?? '' }
}

async function atItsTime(): Promise<void> {
  clock += 2 * HOUR
  await server.services.contentScheduler.run()
}

/** Writes on a branch as the synchronization with a remote does. */
async function pull(id: string, title: string): Promise<void> {
  const entry = await server.services.content.reader(projectId).entry('post', 'hello')
  const outcome = await server.services.documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'system' },
    async body(drafts) {
      const draft = await drafts.open(id)
      draft?.set(valueKey(entry?.documentId ?? '', 'en/title'), { value: title })
      return { result: null, commit: true }
    },
  })
  expect(outcome).toMatchObject({ ok: true })
}

const changes: Record<string, (branch: Awaited<ReturnType<typeof scheduled>>) => Promise<unknown>> = {
  'an operation': async ({ id }) => {
    const at = new Date(clock + HOUR).toISOString()
    expect(await write(id, 'Not approved')).toMatchObject({ data: { merged: false, scheduleEnded: at } })
    // Said once.
    expect((await write(id, 'Not approved either')).data).not.toHaveProperty('scheduleEnded')
  },
  'an undo': ({ changeSetId }) => server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`),
  'a pull from the remote': ({ id }) => pull(id, 'Pulled'),
}

test.each(Object.keys(changes))('%s that changes a scheduled branch ends its schedule', async (name) => {
  const before = await shown()
  const branch = await scheduled(`Approved before ${name}`)
  const at = clock + HOUR
  await changes[name]?.(branch)
  expect((await listed(branch.id))?.mergeAt).toBeUndefined()
  // Said where the branch is listed, and in its log.
  expect(await listed(branch.id)).toMatchObject({ scheduleEnded: at })
  const ends = `Ends the schedule: not merged at ${new Date(at).toISOString()} any more`
  const labels = (await createEntryLog(server.database)(projectId, branch.id, 10)).map(({ label = '' }) => label)
  expect(labels.filter((label) => label.endsWith(ends))).toHaveLength(1)
  await atItsTime()
  expect(await listed(branch.id)).toMatchObject({ state: 'open' })
  expect(await shown()).toBe(before)
  // Set once more, also for a time that was set before, it holds for what the branch holds by then.
  await call('scheduleBranch', { branch: branch.branch, at: later() })
  expect(await listed(branch.id)).toMatchObject({ mergeAt: clock + HOUR })
  expect(await listed(branch.id)).not.toHaveProperty('scheduleEnded')
  await call('reject_branch', { branch: branch.branch })
})

test('the same time can be set again after a change', async () => {
  const { id, branch } = await scheduled('Set twice')
  const at = later()
  await write(id, 'Approved after all')
  clock += 1
  await call('scheduleBranch', { branch, at })
  expect(await listed(id)).toMatchObject({ mergeAt: Date.parse(at) })
  await atItsTime()
  expect(await listed(id)).toMatchObject({ state: 'merged' })
  expect(await shown()).toBe('Approved after all')
})

test('a scheduled merge that is taken back is not made again', async () => {
  const { id } = await scheduled('Too early')
  await atItsTime()
  expect(await listed(id)).toMatchObject({ state: 'merged' })
  const set = (await server.call('GET', `/api/projects/${projectId}/content/branches/${id}`)).status
  expect(set).toBe(200)
  const merge = `${id}-merge-${clock}`
  const undone = await server.call('POST', `/api/projects/${projectId}/changes/${merge}/undo`)
  expect(undone.status).toBe(200)
  expect(await listed(id)).toMatchObject({ state: 'open' })
  await atItsTime()
  expect(await listed(id)).toMatchObject({ state: 'open' })
})

test('a change in the moment of the merge keeps it from being made', async () => {
  const before = await shown()
  const { id } = await scheduled('Approved')
  const { documents } = server.services
  const { inProject } = documents
  // The scheduler has found it due, and has not called the merge yet.
  vi.spyOn(documents, 'inProject').mockImplementationOnce((project) => ({
    ...inProject(project),
    async open(documentId) {
      await pull(id, 'Slipped in')
      return inProject(project).open(documentId)
    },
  }))
  await atItsTime()
  expect(await listed(id)).toMatchObject({ state: 'open', changes: 1 })
  expect((await listed(id))?.mergeAt).toBeUndefined()
  expect(await listed(id)).toHaveProperty('scheduleEnded')
  expect(await shown()).toBe(before)
})
