import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { longestTurn } from '../../testing/cpuTime.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { MOST_MS, noteFields, noteText, numbers } from './turns.cases.ts'

/** Entries that one call writes. */
const AT_ONCE = 500

let server: TestServer
let projectId = ''
beforeEach(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
})
afterEach(() => server.close())

async function call(name: string, input: object, focus: object = {}) {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  const { ok, error, data, changeSetId } = Object((await server.call('POST', path, { input, focus })).body)
  expect({ name, ok, error }).toEqual({ name, ok: true, error: undefined })
  return { ...Object(data), changeSetId }
}

function save(numbers: readonly number[], title: string, focus: object = {}) {
  const data = Object.fromEntries(numbers.map((n) => [`note-${n}`, { title: `${title} ${n}`, text: noteText }]))
  return call('save_content', { model: 'note', data }, focus)
}

test('a bulk of 500, its undo, the merge of 1,000 and a change of i18n let others have their turn', async () => {
  await call('init_project', { locales: ['en', 'tr'], domains: ['blog'], models: [{ id: 'note', fields: noteFields }] })
  await save(numbers(AT_ONCE), 'Note')
  await save(numbers(AT_ONCE, AT_ONCE), 'Note')

  const bulk = await longestTurn(() => save(numbers(AT_ONCE), 'Bulk'))
  const path = `/api/projects/${projectId}/changes/${bulk.result.changeSetId}/undo`
  const undo = await longestTurn(() => server.call('POST', path, {}))
  expect(undo.result).toMatchObject({ status: 200, body: { kept: [] } })

  const { id: branchId, branch } = await call('createBranch', { title: 'All notes' })
  for (const from of [0, AT_ONCE]) await save(numbers(AT_ONCE, from), 'Merged', { branchId })
  const merge = await longestTurn(() => call('merge_branch', { branch }))
  expect(merge.result).toMatchObject({ merged: true, applied: 2 * AT_ONCE })

  const moved = await longestTurn(() => call('save_model', { id: 'note', i18n: false, migrate: { i18n: 'convert' } }))
  expect(moved.result).toMatchObject({ affected: { migrated: AT_ONCE }, left: AT_ONCE })

  const longest = { bulk: bulk.longestMs, undo: undo.longestMs, merge: merge.longestMs, moved: moved.longestMs }
  expect(Object.entries(longest).filter(([, ms]) => ms > MOST_MS)).toEqual([])
}, 120_000)
