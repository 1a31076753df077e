import { type Answer, readPart } from '@atelier/cad'
import type { Draft } from '@atelier/documents'
import { fail, ok } from '@atelier/operation'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { newPart } from '../../testing/parts.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { capabilitiesOf } from '../auth/roles.ts'
import type { ExecutorCall } from '../operations/executors.ts'
import type { Answers } from './answers.ts'
import { createKernelExecutor } from './kernelExecutor.ts'

let server: TestServer
let project = { id: '', site_document_id: '' }
let partId = ''
beforeAll(async () => {
  server = await startTestServer({ ATELIER_KERNELS: '0' })
  const { id, siteDocumentId } = await firstProject(server)
  project = { id, site_document_id: siteDocumentId }
})
afterAll(() => server.close())
beforeEach(async () => {
  partId = await newPart(server)
})

const built: Answer = {
  kind: 'build',
  build: {
    features: [],
    measures: { volume: 0, area: 0, mass: 0, bodies: 0, faces: 0, edges: 0 },
    names: [],
    bodies: [],
    requirements: [],
    parameters: { width: 80 },
  },
}

/** An executor whose kernel answers each question as the test says, and the number of questions. */
function executorWith(evaluate: Answers['evaluate'], callMs?: number) {
  return createKernelExecutor({
    services: server.services,
    answers: { evaluate },
    blobs: { ofResult: (_owner, result) => ({ result, rows: [] }) },
    scopes: new Set(['part']),
    otherwise: { carryOut: async () => ({ result: ok('elsewhere') }) },
    ...(callMs === undefined ? {} : { callMs }),
  })
}

function callOf(id = 'part.setParameter', signal = new AbortController().signal): ExecutorCall {
  return {
    project,
    operation: server.services.scopes.bound(id) ?? expect.fail(id),
    input: { name: 'width', expression: '80 mm' },
    actor: { kind: 'hand', userId: 'ada' },
    capabilities: capabilitiesOf('owner'),
    focus: { documentId: partId },
    picture: false,
    signal,
  }
}

const part = async () => {
  const view = await server.services.documents.inProject(project.id).open(partId)
  return readPart(view ?? expect.fail('The part is gone'))
}

/** Another user's edit of the part. */
const edit = (write: (draft: Draft) => void) =>
  server.services.documents.transact({
    projectId: project.id,
    origin: { kind: 'hand', userId: 'eve' },
    async body(drafts) {
      const draft = await drafts.open(partId)
      if (draft) write(draft)
      return { result: null, commit: true }
    },
  })
const setDensity = (density: number) => edit((draft) => draft.set('meta/density', density))

test('others edit the part while a kernel works, and the call is made on what they left', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: edited, resolve: goOn } = Promise.withResolvers<void>()
  const densities: number[] = []
  const executor = executorWith(async (_, { density }) => {
    densities.push(density)
    begin()
    await edited
    return built
  })
  const made = executor.carryOut(callOf())
  await begun
  expect(await setDensity(7)).toMatchObject({ ok: true })
  expect((await part()).parameters).toEqual([])
  goOn()
  expect(await made).toMatchObject({ outcome: { ok: true, result: { ok: true } } })
  expect(densities[0]).toBe(1)
  expect(densities.at(-1)).toBe(7)
  expect(await part()).toMatchObject({ density: 7, parameters: [{ name: 'width', expression: '80 mm' }] })
})

test('a call during which edits never end says so and changes nothing', async () => {
  let density = 1
  const executor = executorWith(async () => {
    density += 1
    await setDensity(density)
    return built
  })
  expect(await executor.carryOut(callOf())).toMatchObject({ result: { ok: false, error: { code: 'busy' } } })
  expect((await part()).parameters).toEqual([])
})

test('a call has a deadline, and ends when nobody waits for it', async () => {
  const never = () => new Promise<Answer>(() => undefined)
  expect(await executorWith(never, 50).carryOut(callOf())).toMatchObject({
    result: { ok: false, error: { code: 'kernel_timeout' } },
  })
  const stop = new AbortController()
  const stopped = executorWith(never).carryOut(callOf('part.setParameter', stop.signal))
  stop.abort()
  expect(await stopped).toMatchObject({ outcome: { ok: false, refused: 'aborted' } })
  expect((await part()).parameters).toEqual([])
})

test('nothing is built for a call that waits for a decision', async () => {
  let asked = 0
  const executor = executorWith(async () => {
    asked += 1
    return built
  })
  const inputs = { sketch: 'sketch-00001', op: 'add', distance: 5 }
  const feature = { kind: 'feature', type: 'extrude', name: 'Block', order: 'a0', inputs }
  await edit((draft) => draft.set('extrude-00001', feature))
  const deleting = { ...callOf('part.deleteFeature'), input: { featureId: 'extrude-00001' } }
  const instead = fail('not_now', 'Not now.')
  const waiting = { ...deleting, authorize: async () => ({ ok: false as const, instead, keep: false }) }
  expect(await executor.carryOut(waiting)).toMatchObject({ outcome: { result: instead } })
  expect(asked).toBe(0)
  const allowed = { ...deleting, authorize: async () => ({ ok: true as const }) }
  expect(await executor.carryOut(allowed)).toMatchObject({ outcome: { ok: true, result: { ok: true } } })
  expect(asked).toBeGreaterThan(0)
  expect((await part()).features).toEqual([])
})

test('operations of other scopes are carried out elsewhere', async () => {
  const executor = executorWith(async () => built)
  expect(await executor.carryOut(callOf('site.addPage'))).toEqual({ result: ok('elsewhere') })
})
