import type { ChildProcess } from 'node:child_process'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeProvider, readSession } from '../../testing/ai.ts'
import { answer, type Move, useModel } from '../../testing/approvals.ts'
import { testDatabases } from '../../testing/databases.ts'
import { killProcess, startServerProcess } from '../../testing/serverProcess.ts'

// A run reads, its server dies, a person writes, and another process resumes the run with its readings.

const Id = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Data = Type.Object({ data: Type.Unknown() })
const Html = Type.Object({ html: Type.String() })
const Content = Type.Object({ content: Type.String() })

/** A model that is asked, and answers only when the test says what. */
async function heldModel() {
  const asked: ((move: Move) => void)[] = []
  const waiting: (() => void)[] = []
  let count = 0
  let id = 0
  const provider = await fakeProvider((response, body) => {
    count += 1
    asked.push((move) => answer(response, typeof move === 'function' ? move(body) : move, () => ++id))
    for (const look of waiting.splice(0)) look()
  })
  return {
    ...provider,
    count: () => count,
    /** Waits for the next request that has no answer yet. */
    async next(): Promise<(move: Move) => void> {
      for (;;) {
        const found = asked.shift()
        if (found) return found
        await new Promise<void>((done) => waiting.push(done))
      }
    },
  }
}

describe.each(testDatabases())('a run whose server is killed between its reading and its writing, on $name,', (at) => {
  let where: Awaited<ReturnType<typeof at.place>>
  let model: Awaited<ReturnType<typeof heldModel>>
  let running: ChildProcess[]
  beforeEach(async () => {
    where = await at.place()
    model = await heldModel()
    running = []
  })
  afterEach(async () => {
    await Promise.all(running.map(killProcess))
    await model.close()
    where.remove()
  })

  async function startServer() {
    const server = await startServerProcess('main', where)
    running.push(server.child)
    return server
  }

  test('takes back nothing that a person has written since', async () => {
    const first = await startServer()
    await useModel(first, model.url)
    const made = await first.call('POST', '/api/projects', { name: 'Bakery', starter: 'blank' })
    const { id: projectId } = Value.Parse(Id, made.body)
    const byHand = async ({ call }: typeof first, name: string, input: object) => {
      const { body } = await call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input })
      expect(body).toMatchObject({ ok: true })
      return Value.Parse(Data, body).data
    }
    const { body } = await first.call('GET', `/api/projects/${projectId}/pages`)
    const documentId = Value.Parse(Pages, body).pages[0]?.documentId ?? ''
    await byHand(first, 'replaceNodeHtml', {
      nodeId: documentId,
      html: '<main><h1>Fresh bread</h1><p>Daily</p></main>',
    })
    await byHand(first, 'applyCss', { css: '.card { color: red }' })
    const { html } = Value.Parse(Html, await byHand(first, 'getNodeHtml', { nodeId: documentId }))
    const h1 = /<h1 uid="(\w+)"/.exec(html)?.[1] ?? ''
    const { content } = Value.Parse(Content, await byHand(first, 'readFile', { file: 'styles.css' }))

    const session = await first.call('POST', '/api/ai/sessions', { projectId, scope: 'site', documentId })
    const { id } = Value.Parse(Id, session.body)
    await first.call('POST', `/api/ai/sessions/${id}/runs`, { prompt: 'Make it cold' })
    ;(await model.next())([
      ['read_document', {}],
      ['readFile', { file: 'styles.css' }],
    ])
    await model.next()
    await killProcess(first.child)

    const second = await startServer()
    const ask = await model.next()
    await byHand(second, 'setTexts', { texts: [{ nodeId: h1, text: 'Warm bread' }] })
    await byHand(second, 'applyCss', { css: '.theirs { color: green }' })
    ask([
      ['updateNodeProps', { nodeId: h1, patch: { text: 'Cold bread' } }],
      ['writeFile', { filename: 'styles.css', content: `${content}\n.mine { color: blue }\n` }],
    ])
    ;(await model.next())('Done.')
    await expect.poll(async () => (await readSession(second, id)).activeRunId, { timeout: 60_000 }).toBeUndefined()
    const results = (await readSession(second, id)).messages.filter(({ role }) => role === 'tool_result')
    expect(results.at(-2)).toMatchObject({ toolResult: { ok: false, error: { code: 'changed_meanwhile' } } })
    expect(results.at(-1)).toMatchObject({ toolResult: { ok: true } })
    expect(Value.Parse(Html, await byHand(second, 'getNodeHtml', { nodeId: h1 })).html).toContain('Warm bread')
    const sheet = Value.Parse(Content, await byHand(second, 'readFile', { file: 'styles.css' })).content
    expect(sheet).toContain('.theirs')
    expect(sheet).toContain('.mine')
  })
})
