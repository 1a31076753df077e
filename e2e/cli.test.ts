import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { type Recording, type Replay, startReplay } from '../packages/agent/testing/replay.ts'
import type { Generation } from '../packages/api/src/generations.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, type ProjectView, pageHtml, session, until } from './support/api.ts'
import { type PreparedServer, startPrepared } from './support/preparedServer.ts'
import { goodAnswer } from './support/provider.ts'
import type { Studio } from './support/studio.ts'

// covers apps/cli/src apps/server/src/import

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The command that a shell finds. */
const command = [join(root, 'node_modules', '.bin', 'atelier')]
/** The program that the command hands over to, once it has looked for changed sources, which takes longer than most of what is tested. */
const program = [process.execPath, join(root, 'apps', 'cli', 'dist', 'main.mjs')]

let server: PreparedServer
let studio: Studio
let api: Api
let project: ProjectView
let key: string
let provider: Replay
/** The provider's next answers, each once. */
let answers: Recording[] = []

beforeAll(async () => {
  server = await startPrepared({ env: { ATELIER_REHEARSAL_PACE_MS: '2' } })
  ;({ studio, api } = server)
  project = await firstProject(api)
  const models = {
    headers: { 'content-type': 'application/json' },
    body: '{"data":[{"type":"model","id":"claude-test"}]}',
  }
  provider = await startReplay(({ path }) =>
    path.includes('/messages') ? (answers.shift() ?? goodAnswer('There is no more to say.')) : models,
  )
  key = (await api.post<{ key: string }>('/api/keys', { name: 'cli', role: 'editor' })).key
})
afterAll(async () => {
  await provider.close()
  await studio.remove()
})

const deletePage = (pageId: string) => ({
  type: 'tool_use' as const,
  id: 'toolu_a',
  name: 'deletePage',
  json: JSON.stringify({ pageId }),
})

interface Line {
  type: string
  generationId?: string
  file?: string
  state?: string
  text?: string
  status?: string
  toolName?: string
  runId?: string
  conversationId?: string
  supersedes?: string
  requiresConfirmation?: { token: string }
}

function atelier(args: string[], env: Record<string, string> = {}, [file = '', ...first] = program) {
  const child = spawn(file, [...first, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ATELIER_URL: studio.url,
      ATELIER_API_KEY: key,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', (part) => {
    out += part
  })
  child.stderr.on('data', (part) => {
    errors += part
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = (): Line[] =>
    out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  return { child, code, out: () => out, errors: () => errors, lines }
}

describe('atelier export-part and import-part', () => {
  test('write a part as a file and take it in again, and say which parts there are', async () => {
    const { id } = await api.post<{ id: string }>(`/api/projects/${project.id}/parts`, { name: 'Block' })
    const input = { width: 40, depth: 30, height: 10 }
    await api.post(`/api/projects/${project.id}/operations/part.createBox`, { input, documentId: id })
    const folder = mkdtempSync(join(tmpdir(), 'atelier-part-'))
    const out = join(folder, 'block.step')
    const written = atelier(['export-part', 'Block', '--project', project.slug, '--out', out])
    expect(await written.code, written.errors()).toBe(0)
    const taken = atelier(['import-part', out, '--project', project.slug])
    expect(await taken.code, taken.errors()).toBe(0)
    const { partId }: { partId: string } = JSON.parse(taken.out())
    const read = await api.get<{ measures: { volume: number } }>(`/api/projects/${project.id}/parts/${partId}`)
    expect(read.measures.volume).toBeCloseTo(12_000, 4)
    const unknown = atelier(['export-part', 'Nothing', '--project', project.slug, '--out', out])
    expect(await unknown.code).toBe(1)
    expect(unknown.errors()).toContain('Block')
    rmSync(folder, { recursive: true })
  })
})

describe('atelier generate', () => {
  deepTest('plans a site, waits for it to be carried out, and succeeds only while every page stands', async () => {
    const { id, slug } = await api.post<ProjectView>('/api/projects', { name: 'Ferment', starter: 'blank' })
    const brief = 'Ferment is a small bakery in Porto. We bake sourdough and rye rolls.'
    const planned = atelier(['generate', brief, '--project', slug, '--credential', 'rehearsal'])
    expect(await planned.code).toBe(3)
    expect(planned.lines().map(({ type }) => type)).toContain('page')
    const [first] = planned.lines()
    const made = atelier(['generate', '--project', slug, '--generation', String(first?.generationId), '--yes'])
    expect(await made.code, made.errors()).toBe(0)
    const pages = made.lines().filter(({ type, state }) => type === 'page' && state === 'stands')
    expect(new Set(pages.map(({ file }) => file)).size).toBe(4)
    expect(made.lines().findLast(({ type }) => type === 'generation')).toMatchObject({
      state: 'complete',
      siteName: 'Ferment',
    })

    const generation = `/api/projects/${id}/generations/${first?.generationId}`
    const { parts } = await api.get<Generation>(generation)
    const sessionId = parts.find(({ file }) => file === 'about.html')?.sessionId
    const { runs } = await api.get<{ runs: { id: string }[] }>(`/api/ai/sessions/${sessionId}`)
    await api.post(`/api/ai/sessions/${sessionId}/runs/${runs[0]?.id}/undo`)
    const again = atelier(['generate', '--project', slug, '--generation', String(first?.generationId)])
    expect(await again.code).toBe(1)
    expect(again.lines()).toContainEqual(expect.objectContaining({ file: 'about.html', state: 'undone' }))
  })

  test('says what is missing before anything is made', async () => {
    const none = atelier(['generate', '--project', project.slug])
    expect(await none.code).toBe(2)
    const unknown = atelier(['generate', 'A bakery', '--project', 'no-such-project'])
    expect(await unknown.code).toBe(1)
  })
})

describe('atelier run', () => {
  test('prints every event as a line of JSON, and succeeds when the run is complete', async () => {
    const before = await pageHtml(api, project.id)
    const run = atelier(['run', '--project', project.slug, '--scope', 'site', 'Add a pricing section'])
    expect(await run.code).toBe(0)
    const lines = run.lines()
    expect(lines[0]).toMatchObject({ type: 'bridgeReady', runId: expect.any(String) })
    expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
    expect(new Set(lines.map(({ type }) => type))).toContain('toolResult')
    expect(await pageHtml(api, project.id)).not.toBe(before)
  })

  deepTest('prints only the text of the agent with --text, and continues a conversation', async () => {
    const first = atelier(['run', '--project', project.slug, '--text', 'Add a contact page'])
    expect(await first.code).toBe(0)
    expect(first.out()).not.toContain('{"type"')
    expect(first.errors()).toContain(': done')
    const { sessions } = await api.get<{ sessions: { id: string }[] }>(`/api/ai/sessions?projectId=${project.id}`)
    const id = sessions[0]?.id ?? ''
    const next = atelier(['run', '--session', id, '-'], {}, command)
    next.child.stdin.end('Restyle the page in green')
    expect(await next.code).toBe(0)
    expect(next.lines()[0]?.conversationId).toBe(id)
    expect((await session(api, id)).runs).toHaveLength(2)
  })

  deepTest('is stopped by Ctrl+C, and says so by its code', async () => {
    const made = await api.post<{ id: string }>('/api/ai/credentials', {
      provider: 'anthropic',
      label: 'Stalls',
      apiKey: 'sk-test',
      baseUrl: provider.url,
    })
    answers = [{ body: '', stall: true }]
    const args = ['run', '--project', project.slug, '--credential', made.id, '--model', 'claude-test', 'Wait']
    const run = atelier(args, {}, command)
    await until('the run to begin', async () => run.lines()[0]?.runId)
    run.child.kill('SIGINT')
    expect(await run.code).toBe(130)
    expect(run.lines().at(-1)).toMatchObject({ type: 'done', status: 'aborted' })
    const { conversationId = '' } = run.lines()[0] ?? {}
    expect((await session(api, conversationId)).runs).toMatchObject([{ status: 'aborted' }])
  })

  deepTest('follows its run through a restart of the server', async () => {
    const scripted = ['--credential', 'rehearsal']
    const run = atelier(['run', '--project', project.slug, ...scripted, 'Build me a landing page for a bakery'])
    await until('the first call', async () => run.lines().some(({ type }) => type === 'toolCall'))
    await studio.stop('SIGKILL')
    server = await server.another({ ports: studio.ports })
    ;({ studio, api } = server)
    expect(await run.code).toBe(0)
    expect(run.errors()).toContain('Reconnecting')
    const lines = run.lines()
    expect(lines.filter(({ type }) => type === 'bridgeReady')).toHaveLength(1)
    expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
  })

  test('leaves what cannot be undone to a word: it prints the token, and the next run carries it', async () => {
    const made = await api.post<{ id: string }>('/api/ai/credentials', {
      provider: 'anthropic',
      label: 'Deletes',
      apiKey: 'sk-test',
      baseUrl: provider.url,
    })
    const page = await api.post<{ data: { pageId: string } }>(`/api/projects/${project.id}/operations/site.addPage`, {
      input: { title: 'Old', slug: 'old' },
    })
    const { pageId } = page.data
    const slugs = async () => {
      const { pages } = await api.get<{ pages: { slug: string }[] }>(`/api/projects/${project.id}/pages`)
      return pages.map(({ slug }) => slug)
    }
    const deletes = { body: anthropicBody([deletePage(pageId)], 'tool_use') }
    const words = goodAnswer('As you say.')
    answers = [deletes, words]
    const options = ['--credential', made.id, '--model', 'claude-test']
    const asked = atelier(['run', '--project', project.slug, ...options, 'Delete the old page'])
    expect(await asked.code).toBe(3)
    expect(await slugs()).toContain('old')
    const token =
      asked.lines().find(({ requiresConfirmation }) => requiresConfirmation)?.requiresConfirmation?.token ?? ''
    expect(asked.errors()).toContain(`--confirm ${token}`)
    const { conversationId = '' } = asked.lines()[0] ?? {}
    answers = [deletes, words]
    const confirmed = atelier(['run', '--session', conversationId, '--confirm', token, 'Go ahead.'])
    expect([await confirmed.code, confirmed.errors()]).toEqual([0, ''])
    expect(await slugs()).not.toContain('old')

    // The same token again, for another page: it asks anew.
    const other = await api.post<{ data: { pageId: string } }>(`/api/projects/${project.id}/operations/site.addPage`, {
      input: { title: 'Other', slug: 'other' },
    })
    answers = [{ body: anthropicBody([deletePage(other.data.pageId)], 'tool_use') }, words]
    const again = atelier(['run', '--session', conversationId, '--confirm', token, 'That one too.'])
    expect(await again.code).toBe(3)
    expect(again.errors()).not.toContain(token)
    expect(await slugs()).toContain('other')
  })
})

describe('a token of a question', () => {
  /** Has the agent ask whether it may delete a new page; gives what it takes to say yes. */
  async function asked(title: string) {
    const made = await api.post<{ id: string }>('/api/ai/credentials', {
      provider: 'anthropic',
      label: title,
      apiKey: 'sk-test',
      baseUrl: provider.url,
    })
    const page = await api.post<{ data: { pageId: string } }>(`/api/projects/${project.id}/operations/site.addPage`, {
      input: { title },
    })
    const { pageId } = page.data
    const deletes = { body: anthropicBody([deletePage(pageId)], 'tool_use') }
    const say = (...args: string[]) => {
      answers = [deletes, goodAnswer('As you say.')]
      return atelier(['run', ...args])
    }
    const run = say('--project', project.slug, '--credential', made.id, '--model', 'claude-test', 'Delete it')
    expect(await run.code).toBe(3)
    const { conversationId = '' } = run.lines()[0] ?? {}
    const confirm = (token: string) => say('--session', conversationId, '--confirm', token, 'Go ahead.')
    return { pageId, token: tokenIn(run), confirm }
  }
  const tokenIn = (run: ReturnType<typeof atelier>) =>
    run.lines().find(({ requiresConfirmation }) => requiresConfirmation)?.requiresConfirmation?.token ?? ''
  const titles = async () => {
    const { pages } = await api.get<{ pages: { title: string }[] }>(`/api/projects/${project.id}/pages`)
    return pages.map(({ title }) => title)
  }

  test('is void once the page has moved on; a new question counts', async () => {
    const { pageId, token, confirm } = await asked('Moving')
    const change = { input: { parentId: pageId, html: '<p>New words</p>' }, documentId: pageId }
    await api.post(`/api/projects/${project.id}/operations/site.insertHtml`, change)
    const late = confirm(token)
    expect([await late.code, await titles()]).toEqual([3, expect.arrayContaining(['Moving'])])
    expect(late.errors()).toContain('with its 1 element')
    expect(tokenIn(late)).toMatch(/^atc_/)
    expect(tokenIn(late)).not.toBe(token)
    expect(await confirm(tokenIn(late)).code).toBe(0)
    expect(await titles()).not.toContain('Moving')
  })

  deepTest('is void once its time is over; a new question counts', async () => {
    const { token, confirm } = await asked('Expired')
    await studio.stop()
    const database = new DatabaseSync(join(studio.dataDir, 'atelier.db'))
    database.exec('update confirmations set expires_at = 1 where used_at is null')
    database.close()
    server = await server.another({ ports: studio.ports })
    ;({ studio, api } = server)
    const late = confirm(token)
    expect([await late.code, await titles()]).toEqual([3, expect.arrayContaining(['Expired'])])
    expect(tokenIn(late)).not.toBe(token)
    expect(await confirm(tokenIn(late)).code).toBe(0)
    expect(await titles()).not.toContain('Expired')
  })
})

describe('atelier publish', () => {
  test('publishes the project and prints its address', async () => {
    const run = atelier(['publish', '--project', project.slug, '--text'], {}, command)
    expect(await run.code).toBe(0)
    expect(run.out()).toMatch(/^http:\/\/\S+\/\n$/)
    const release = atelier(['publish', '--project', project.slug])
    expect(await release.code).toBe(0)
    expect(release.lines()[0]).toMatchObject({ url: run.out().trim() })
  })

  deepTest('is refused to a key that may not', async () => {
    const reader = (await api.post<{ key: string }>('/api/keys', { name: 'reads', role: 'viewer' })).key
    const run = atelier(['publish', '--project', project.slug], { ATELIER_API_KEY: reader })
    expect(await run.code).toBe(1)
    expect(run.errors()).toContain('project.publish')
    expect(run.out()).toBe('')
  })
})

describe('atelier import', () => {
  test('brings a folder in as one step that can be undone, after telling what it would do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-import-'))
    const page = (title: string) =>
      `<!doctype html><title>${title}</title><link rel="stylesheet" href="css/a.css"><p>${title}<img src="img/a.svg" alt="">` +
      '<script src="js/a.js"></script>'
    const files = {
      'index.html': page('Start'),
      'about.html': page('About'),
      'css/a.css': ':root { --ink: teal }\np { color: var(--ink) }',
      'img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'js/a.js': 'document.title = "x"',
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { slug, id } = await api.post<ProjectView>('/api/projects', { name: 'Imported' })
    const slugs = async () => {
      const { pages } = await api.get<{ pages: { slug: string }[] }>(`/api/projects/${id}/pages`)
      return pages.map((each) => each.slug)
    }
    const before = await slugs()
    const plan = atelier(['import', folder, '--project', slug, '--plan', '--text'])
    expect([await plan.code, plan.errors(), await slugs()]).toEqual([0, '', before])
    expect(plan.out()).toMatch(/^page +about\.html/m)
    expect(plan.out()).toMatch(/^conflict +index\.html .*\(replace\)$/m)

    const run = atelier(['import', folder, '--project', slug, '--text'])
    expect([await run.code, await slugs()]).toEqual([0, ['about.html', 'index']])
    for (const line of [/^stylesheet +css\/a\.css +2 rules$/m, /^media +1 files$/m, /^token +--ink +teal$/m]) {
      expect(run.out()).toMatch(line)
    }
    expect(run.out()).toMatch(/^script +js\/a\.js +switched off$/m)
    const changeSet = /^change set +(\S+)$/m.exec(run.out())?.[1]
    await api.post(`/api/projects/${id}/changes/${changeSet}/undo`, {})
    expect(await slugs()).toEqual(before)

    writeFileSync(join(folder, 'notes.psd'), 'x')
    writeFileSync(join(folder, '.DS_Store'), 'x')
    const partial = atelier(['import', folder, '--project', slug, '--text'])
    expect([await partial.code, partial.out()]).toEqual([4, expect.stringMatching(/^left out +notes\.psd/m)])
    expect(partial.errors()).toContain('--partial')
    rmSync(join(folder, 'index.html'))
    const taken = atelier(['import', folder, '--project', slug, '--text', '--partial', '--replace'])
    expect([await taken.code, taken.out()]).toEqual([0, expect.stringMatching(/^left out +notes\.psd/m)])

    const missing = atelier(['import', join(folder, 'none'), '--project', slug])
    expect([await missing.code, missing.errors()]).toEqual([2, expect.stringContaining('no file or folder')])
    rmSync(folder, { recursive: true })
  })
})

describe('a command that cannot be done', () => {
  test.each([
    ['no project of that name', ['run', '--project', 'nowhere', 'Hi'], {}, 1, 'There are: '],
    ['an unknown key', ['run', '--project', 'x', 'Hi'], { ATELIER_API_KEY: 'atl_wrong' }, 1, 'does not know this key'],
    ['no server', ['run', '--project', 'x', 'Hi'], { ATELIER_URL: 'http://127.0.0.1:9' }, 1, 'There is no answer'],
    ['no such conversation', ['run', '--session', 'none', 'Hi'], {}, 1, 'no such session'],
  ])('says what is wrong: %s', async (_what, args, env, code, sentence) => {
    const run = atelier(args, env)
    expect([await run.code, run.errors()]).toEqual([code, expect.stringContaining(sentence)])
    expect(run.errors()).not.toContain(key)
    expect(run.out()).toBe('')
  })

  test('help and version need no server', async () => {
    const help = atelier(['--help'], { ATELIER_API_KEY: '', ATELIER_URL: '' }, command)
    expect([await help.code, help.out()]).toEqual([0, expect.stringContaining('npx atelier')])
    const version = atelier(['--version'], {}, command)
    expect([await version.code, version.out()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })
})
