import { Generation } from '@atelier/api'
import { type Blueprint, pageFiles, readProgress, rehearseBlueprint, rehearseSite } from '@atelier/generate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { fakeProvider } from './ai.ts'
import { type Answer, answer, useModel } from './approvals.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export const bakery =
  'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example.'

const Read = Type.Object({ data: Type.Object({ content: Type.String() }) })

/** The document of a project's site. */
async function siteOf(server: TestServer, project: string): Promise<{ id: string; site_document_id: string }> {
  const found = (await server.services.documents.list(project)).find(({ kind }) => kind === 'site')
  if (!found) throw new Error('The project has no site')
  return { id: project, site_document_id: found.id }
}

const Made = Type.Object({ id: Type.String(), slug: Type.String() })

/** The subject of one request of a generation. */
export interface StepRequest {
  step: 'generate' | 'components' | 'assets' | 'pages'
  /** The file of the page. */
  file: string
  /** How many requests of this step and page came before. */
  before: number
  body: string
}

/** A model's answer in place of the right one: undefined for that. */
export type Misbehaviour = (request: StepRequest) => Answer | undefined | Promise<Answer | undefined>

/** An obedient model's plan for the brief. */
export const blueprint: Blueprint = rehearseBlueprint(bakery)
export const siteFiles = rehearseSite(blueprint)

/** A model that makes the site of a bakery, unless it is set to misbehave. */
export async function generationModel(misbehave: Misbehaviour = () => undefined, outputTokens = 5) {
  const counts = new Map<string, number>()
  let id = 0
  const asked: StepRequest[] = []
  const provider = await fakeProvider(async (response, body) => {
    const step = stepIn(body)
    const file = /Write ([\w/-]+\.html)\./.exec(body)?.[1] ?? ''
    const name = `${step} ${file}`
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    const request = { step, file, before, body }
    asked.push(request)
    answer(response, (await misbehave(request)) ?? usual(request), () => ++id, outputTokens)
  })
  return { ...provider, asked }
}

function stepIn(body: string): StepRequest['step'] {
  if (body.includes('You plan a website')) return 'generate'
  if (body.includes('You write the shared parts')) return 'components'
  return body.includes('You write the stylesheet') ? 'assets' : 'pages'
}

/** Whether the request hands results back. */
export const hasResults = ({ body }: Pick<StepRequest, 'body'>): boolean => {
  const { messages }: { messages: unknown[] } = JSON.parse(body)
  return JSON.stringify(messages.at(-1)).includes('"tool_result"')
}

function usual(request: StepRequest): Answer {
  const { step, file } = request
  if (step === 'generate') return [['blueprint', blueprint]]
  if (hasResults(request)) return 'Done.'
  if (step === 'pages') return [['writeFile', { filename: file, content: siteFiles[file] }]]
  const own = Object.entries(siteFiles).filter(([name]) =>
    step === 'components' ? name.startsWith('_components/') : name === 'styles.css',
  )
  return [['writeFiles', { files: Object.fromEntries(own) }]]
}

/** A server with a model, a blank project, and what a test does with its generations. */
export async function generationScene(
  misbehave?: Misbehaviour,
  { outputTokens, web }: { outputTokens?: number; web?: TestServerOptions['web'] } = {},
) {
  const model = await generationModel(misbehave, outputTokens)
  const server = await startTestServer({}, web ? { web } : {})
  await useModel(server, model.url)
  const scene = await projectScene(server)
  return {
    ...scene,
    model,
    async close() {
      await server.close()
      await model.close()
    },
  }
}

export async function projectScene(server: TestServer) {
  const made = await server.call('POST', '/api/projects', { name: 'Ferment', starter: 'blank' })
  const { id: project, slug } = Value.Parse(Made, made.body)
  const at = `/api/projects/${project}/generations`
  const call = async (path: string, body?: object) => {
    const answered = await server.call('POST', `${at}/${path}`, body)
    if (answered.status !== 200) throw new Error(JSON.stringify(answered.body))
    return answered.body
  }
  const read = async (id: string) => Value.Parse(Generation, (await server.call('GET', `${at}/${id}`)).body)
  /** Waits until a generation has a state, and its plan shows that state. */
  const until = async (id: string, state: Generation['state']): Promise<Generation> => {
    const over = new Set<Generation['state']>(['complete', 'error', 'stopped', state])
    const now = async () => (await read(id)).state
    await expect.poll(async () => over.has(await now()), { timeout: 300_000, interval: 30 }).toBe(true)
    const generation = await read(id)
    const reasons = generation.parts.flatMap(({ key, why }) => (why === undefined ? [] : [`${key}: ${why}`]))
    expect(generation.state, reasons.join('\n')).toBe(state)
    const plan = await server.services.documents.open(generation.documentId)
    const shown = () => plan && readProgress(plan.view).progress?.state
    await expect.poll(shown, { timeout: 20_000, interval: 10 }).toBe(state)
    return generation
  }
  const operate = async (name: string, input: object) =>
    (await server.call('POST', `/api/projects/${project}/operations/site.${name}`, { input })).body
  return {
    server,
    project,
    slug,
    call,
    read,
    until,
    /** Begins one and waits for its plan. */
    async plan(more: object = {}): Promise<Generation> {
      const begun = await server.call('POST', at, { brief: bakery, ...more })
      const { id } = Value.Parse(Generation, begun.body)
      return until(id, 'awaiting-approval')
    },
    /** Everything that the site holds, to be compared. */
    async bytes(): Promise<string> {
      const ids = (await server.services.documents.list(project)).filter(({ kind }) => kind !== 'blueprint')
      const fieldsOf = async (id: string) => (await server.services.documents.projection(id))?.fields ?? {}
      const all = await Promise.all(ids.map(async ({ id }) => [id, Object.entries(await fieldsOf(id)).sort()]))
      return JSON.stringify(all)
    },
    operate,
    /** The pages as files, by name. */
    async pages(): Promise<Record<string, string>> {
      const names = await pageFiles(server.services.documents, await siteOf(server, project))
      const texts: Record<string, string> = {}
      for (const file of names) {
        const read = await operate('readFile', { file })
        texts[file] = Value.Check(Read, read) ? read.data.content : ''
      }
      return texts
    },
  }
}
