import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../../testing/ai.ts'
import { decide, ended, questions, scriptedModel, useModel } from '../../testing/approvals.ts'
import { bracketPrompt, bracketVolume, measured, newPart, operatePart } from '../../testing/parts.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const LONG = 200_000
const Made = Type.Object({ data: Type.Object({ sketchId: Type.String(), extrudeId: Type.String() }) })
const Built = Type.Object({ data: Type.Object({ featureId: Type.String() }) })
const Read = Type.Object({ features: Type.Array(Type.Object({ id: Type.String(), status: Type.String() })) })

let server: TestServer
let projectId = ''
beforeAll(async () => {
  server = await startTestServer({ ATELIER_KERNELS: '1' })
  projectId = (await firstProject(server)).id
})
afterAll(() => server.close())

const partAt = (partId: string, more = '') => `/api/projects/${projectId}/parts/${partId}${more}`
const file = (partId: string, more: string) =>
  server.request(partAt(partId, more), { headers: { cookie: server.cookie } })

/** A part with a box of 40 × 30 × 10 mm, and the face that it ends with. */
async function boxPart(name: string) {
  const partId = await newPart(server, name)
  const made = await operatePart(server, partId, 'createBox', { width: 40, depth: 30, height: 10 })
  const { extrudeId } = Value.Parse(Made, made.body).data
  return { partId, extrudeId, top: `face:${extrudeId}/end` }
}

test(
  'a conversation without a model makes a bracket of the volume of its formula, and one undo takes all of it back',
  async () => {
    const partId = await newPart(server)
    const session = await newSession(server, { scope: 'part', documentId: partId })
    const runId = await startRun(server, session, bracketPrompt)
    const { runs, messages } = await settled(server, session, LONG)
    expect(runs).toMatchObject([{ status: 'complete' }])
    const results = messages.flatMap(({ toolResult }) => (toolResult ? [toolResult] : []))
    expect(results).toHaveLength(16)
    expect(results).toEqual(results.map(() => expect.objectContaining({ ok: true })))
    expect(String(messages.at(-1)?.content)).toContain('in 14 faces')

    const { volume, faces } = await measured(server, partId)
    expect(volume).toBeCloseTo(bracketVolume, 6)
    expect(faces).toBe(14)
    expect(await server.call('GET', partAt(partId))).toMatchObject({
      body: {
        name: 'Bracket',
        units: 'mm',
        features: { length: 7 },
        parameters: expect.arrayContaining([
          expect.objectContaining({ name: 'width', expression: '80 mm', value: 80 }),
        ]),
        requirements: [
          { name: 'Width', holds: true },
          { name: 'Depth', holds: true },
          { name: 'Thickness', holds: true },
        ],
        measures: { bodies: 1, faces: 14, box: { min: [-40, -20, 0], max: [40, 20, 5] } },
      },
    })

    await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
    expect(await server.call('GET', partAt(partId))).toMatchObject({
      body: { features: [], parameters: [], measures: { volume: 0, bodies: 0 } },
    })
  },
  LONG,
)

describe('a call over HTTP', () => {
  test(
    'says what it changed, and one that cannot be built says why and changes nothing',
    async () => {
      const { partId, top } = await boxPart('Plate')
      const drilled = await operatePart(server, partId, 'createHole', { faceRef: top, diameter: 6, throughAll: true })
      expect(drilled).toMatchObject({
        status: 200,
        body: {
          ok: true,
          data: { status: 'ok', diff: { volume: { before: 12_000 }, faces: { added: 1, removed: 0 } } },
        },
      })
      const edge = { edges: { all: true } }
      const refused = await operatePart(server, partId, 'createFillet', { edgeRefs: edge, radius: 25 })
      expect(refused).toMatchObject({ status: 200, body: { ok: false, error: { code: 'fillet_failed' } } })
      expect((await measured(server, partId)).volume).toBeCloseTo(12_000 - Math.PI * 9 * 10, 6)
    },
    LONG,
  )

  test(
    'is taken back and made again call by call, and what others changed since stays',
    async () => {
      const { partId, top } = await boxPart('Steps')
      const volume = async () => (await measured(server, partId)).volume
      const act = async (name: string, input: object = {}) => (await operatePart(server, partId, name, input)).body
      await act('createHole', { faceRef: top, diameter: 6, name: 'Hole' })
      const drilled = await volume()
      expect(await act('undo')).toMatchObject({ ok: true, data: { undoneAction: 'Create a hole', kept: [] } })
      expect(await volume()).toBeCloseTo(12_000, 6)
      expect(await act('undo')).toMatchObject({ ok: true, data: { diff: { bodies: { before: 1, after: 0 } } } })
      expect(await act('undo')).toMatchObject({ ok: false, error: { code: 'nothing_to_undo' } })
      await act('redo')
      expect(await act('redo')).toMatchObject({ ok: true, data: { redoneAction: 'Create a hole' } })
      expect(await volume()).toBeCloseTo(drilled, 6)
      expect(await act('redo')).toMatchObject({ ok: false, error: { code: 'nothing_to_redo' } })
      expect(await act('setPartProperties', { density: 2.7 })).toMatchObject({ data: { density: 2.7, units: 'mm' } })
      expect(await act('getMassProperties')).toMatchObject({ data: { mass: expect.closeTo(drilled * 0.0027, 6) } })
    },
    LONG,
  )

  test(
    'made while others edit the part is made as well',
    async () => {
      const { partId, top } = await boxPart('Shared')
      const places = [0.2, 0.4, 0.6, 0.8]
      const answers = await Promise.all(
        places.map((positionU) => operatePart(server, partId, 'createHole', { faceRef: top, diameter: 4, positionU })),
      )
      expect(answers.map(({ body }) => body)).toEqual(places.map(() => expect.objectContaining({ ok: true })))
      expect((await measured(server, partId)).volume).toBeCloseTo(12_000 - 4 * Math.PI * 4 * 10, 6)
    },
    LONG,
  )

  test(
    'with a number that no part can have is refused with a code, and the next call is answered',
    async () => {
      const { partId, top } = await boxPart('Numbers')
      const calls = [0, -1, 1e-9, 1e12, '0/0 mm', '1e400', 'width + 1', '2 deg', 'constructor', '('.repeat(10_000)]
      for (const diameter of calls)
        expect(await operatePart(server, partId, 'createHole', { faceRef: top, diameter })).toMatchObject({
          status: 200,
          body: {
            ok: false,
            error: { code: expect.stringMatching(/^(?:invalid_\w+|unit_mismatch|unknown_parameter)$/) },
          },
        })
      const raw = '{"input":{"faceRef":"x","diameter":1e999},"documentId":"y"}'.replace('"y"', JSON.stringify(partId))
      const answer = await server.request(`/api/projects/${projectId}/operations/part.createHole`, {
        method: 'POST',
        headers: { cookie: server.cookie },
        body: raw,
      })
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_input' } })
      expect((await measured(server, partId)).volume).toBeCloseTo(12_000, 6)
    },
    LONG,
  )

  test('that is aimed at no part, or at a page, says which parts there are', async () => {
    const partId = await newPart(server, 'Known')
    const [at] = Value.Parse(
      Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) }),
      (await server.call('GET', `/api/projects/${projectId}/pages`)).body,
    ).pages
    for (const aimed of [{}, { documentId: at?.documentId }]) {
      const path = `/api/projects/${projectId}/operations/part.getMassProperties`
      expect(await server.call('POST', path, { input: {}, ...aimed })).toMatchObject({
        body: { ok: false, error: { code: 'no_part', hint: expect.stringContaining(`${partId} (Known)`) } },
      })
    }
  })
})

test(
  'a run that deletes what a person made asks first, and deletes it when the person agrees',
  async () => {
    const { partId, top } = await boxPart('Asked')
    const hole = await operatePart(server, partId, 'createHole', { faceRef: top, diameter: 6 })
    const { featureId } = Value.Parse(Built, hole.body).data
    const model = await scriptedModel([[['deleteFeature', { featureId }]]])
    await useModel(server, model.url)
    const session = await newSession(server, { scope: 'part', documentId: partId })
    await startRun(server, session, 'Delete the hole')
    const [question] = await questions(server, session)
    expect((await measured(server, partId)).faces).toBe(7)
    await decide(server, session, question?.toolCallId ?? '', {
      decision: 'approve',
      revision: question?.documentRevision,
    })
    const { messages } = await ended(server, session)
    expect(messages.find(({ role }) => role === 'tool_result')?.toolResult).toMatchObject({
      ok: true,
      data: { deletedIds: [featureId] },
    })
    expect((await measured(server, partId)).faces).toBe(6)
    await model.close()
  },
  LONG,
)

describe('a part', () => {
  test(
    'is listed, and is a file of each format and a picture',
    async () => {
      const { partId, top } = await boxPart('Ünser Block')
      expect(await server.call('GET', `/api/projects/${projectId}/parts`)).toMatchObject({
        status: 200,
        body: { parts: expect.arrayContaining([{ id: partId, name: 'Ünser Block' }]), folders: [] },
      })
      const begins: Record<string, string> = { step: 'ISO-10303-21', stl: '', '3mf': 'PK', glb: 'glTF' }
      for (const [format, start] of Object.entries(begins)) {
        const answer = await file(partId, `/export?format=${format}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.length).toBeGreaterThan(500)
        expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start)
        expect(answer.headers.get('content-disposition')).toContain(`%C3%9Cnser%20Block.${format}`)
      }
      const picture = await file(partId, '/picture?view=front&width=200&height=100')
      const png = Buffer.from(await picture.arrayBuffer())
      expect(picture.headers.get('content-type')).toBe('image/png')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 100])
      const known = { cookie: server.cookie, 'if-none-match': picture.headers.get('etag') ?? '' }
      const again = async (query: string) =>
        (await server.request(partAt(partId, `/picture?${query}`), { headers: known })).status
      expect(await again('view=front&width=200&height=100&revision=2')).toBe(304)
      expect(await again('view=top&width=200&height=100')).toBe(200)
      expect((await file(partId, '/picture?width=9999')).status).toBe(400)
      const { body: wider } = await operatePart(server, partId, 'createHole', { faceRef: top, diameter: 20 })
      const { changeSetId } = Value.Parse(Type.Object({ changeSetId: Type.String() }), wider)
      const side = async (name: string) => {
        const answer = await file(partId, `/picture?width=200&height=100&changeSet=${changeSetId}&side=${name}`)
        return Buffer.from(await answer.arrayBuffer()).toString('base64')
      }
      const now = Buffer.from(await (await file(partId, '/picture?width=200&height=100')).arrayBuffer())
      expect(await side('after')).toBe(now.toString('base64'))
      expect(await side('before')).not.toBe(await side('after'))
      expect((await file(partId, '/picture?changeSet=none')).status).toBe(404)
      expect((await file('none', '/picture')).status).toBe(404)
      expect((await server.call('GET', partAt('none'))).status).toBe(404)
    },
    LONG,
  )

  test(
    'takes the solids of a STEP file in, which only its own project can name',
    async () => {
      const { partId } = await boxPart('Source')
      const text = await (await file(partId, '/export?format=step')).text()
      const importInto = async (project: string, body: string) => {
        const made = await server.call('POST', `/api/projects/${project}/parts`, { name: 'Taken in' })
        const id = Value.Parse(Id, made.body).id
        const answer = await server.request(`/api/projects/${project}/parts/${id}/import?name=Block`, {
          method: 'POST',
          headers: { cookie: server.cookie, 'content-type': 'model/step' },
          body,
        })
        return { id, status: answer.status, body: await answer.json() }
      }
      const taken = await importInto(projectId, text)
      expect(taken).toMatchObject({ status: 201, body: { featureId: expect.stringMatching(/^import-/) } })
      expect((await measured(server, taken.id)).volume).toBeCloseTo(12_000, 4)
      const refusal = { status: 400, body: { error: { code: 'import_failed' } } }
      expect(await importInto(projectId, 'solid part')).toMatchObject(refusal)
      expect(await importInto(projectId, 'ISO-10303-21;\nHEADER;\n')).toMatchObject(refusal)

      const other = Value.Parse(Id, (await server.call('POST', '/api/projects', { name: 'Other' })).body).id
      const own = Value.Parse(Id, (await server.call('POST', `/api/projects/${other}/parts`, { name: 'Own' })).body).id
      const stolen = await server.call('POST', `/api/projects/${other}/operations/part.importStep`, {
        input: { hash: createHash('sha256').update(text).digest('hex') },
        documentId: own,
      })
      expect(stolen).toMatchObject({ body: { ok: false, error: { code: 'import_failed' } } })
    },
    LONG,
  )

  test(
    'is kept by versions, and gone with its project',
    async () => {
      const made = await server.call('POST', '/api/projects', { name: 'Short-lived' })
      const { id } = Value.Parse(Id, made.body)
      const created = await server.call('POST', `/api/projects/${id}/parts`, { name: 'Kept' })
      const partId = Value.Parse(Id, created.body).id
      const box = (width: number) =>
        server.call('POST', `/api/projects/${id}/operations/part.createBox`, {
          input: { width, depth: 10, height: 10 },
          documentId: partId,
        })
      expect((await box(10)).body).toMatchObject({ ok: true })
      const version = await server.call('POST', `/api/projects/${id}/versions`, { name: 'One box' })
      const versionId = Value.Parse(Id, version.body).id
      expect((await box(20)).body).toMatchObject({ ok: true })
      await server.call('POST', `/api/projects/${id}/versions/${versionId}/restore`, {})
      const read = await server.call('GET', `/api/projects/${id}/parts/${partId}`)
      expect(Value.Parse(Read, read.body).features).toHaveLength(2)
      expect(read.body).toMatchObject({ measures: { volume: expect.closeTo(1000, 6) } })
      await server.call('DELETE', `/api/projects/${id}`)
      expect(await server.services.documents.exists(partId)).toBe(false)
    },
    LONG,
  )
})

describe('a server without kernels', () => {
  test('lists and makes parts, and says that it cannot build them', async () => {
    const without = await startTestServer({ ATELIER_KERNELS: '0' })
    const partId = await newPart(without)
    expect(await operatePart(without, partId, 'createBox', { width: 1, depth: 1, height: 1 })).toMatchObject({
      status: 200,
      body: { ok: false, error: { code: 'out_of_memory', message: 'This server has no kernel for parts.' } },
    })
    const { id } = await firstProject(without)
    expect(await without.call('GET', `/api/projects/${id}/parts/${partId}`)).toMatchObject({ status: 503 })
    const session = await newSession(without, { scope: 'part', documentId: partId })
    await startRun(without, session, bracketPrompt)
    const { runs, messages } = await settled(without, session)
    expect(runs).toMatchObject([{ status: 'complete' }])
    expect(String(messages.at(-1)?.content)).toContain('no kernel for parts')
    await without.close()
  })

  test('keeps the files that a part imports, and removes what nothing names', async () => {
    const { services, ...without } = await startTestServer({ ATELIER_KERNELS: '0' })
    const [partId, { id }] = [await newPart(without), await firstProject(without)]
    const put = async (text: string) => (await services.mediaFiles.put(id, Buffer.from(text))).hash
    const [imported, unused] = [await put('imported'), await put('unused')]
    await services.documents.transact({
      projectId: id,
      origin: { kind: 'hand', userId: 'ada' },
      async body(drafts) {
        const inputs = { format: 'step', hash: imported }
        const draft = await drafts.open(partId)
        draft?.set('import-00001', { kind: 'feature', type: 'import', name: 'Block', order: 'a0', inputs })
        return { result: null, commit: true }
      },
    })
    const [now, day] = [Date.now(), 86_400_000]
    for (const days of [0, 31, 62]) await services.maintenance.pass(now + days * day)
    expect(await services.mediaFiles.size(id, imported)).toBe(8)
    expect(await services.mediaFiles.size(id, unused)).toBeUndefined()
    await without.close()
  })
})
