import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ImportFile } from '@atelier/site'
import { parse } from 'parse5'
import { runImport } from '../apps/server/src/import/run.ts'
import { startTestServer, type TestServer } from '../apps/server/testing/server.ts'
import { cardPage } from './support/sitePages.ts'
import { judge, round2 } from './support/verdict.ts'

const ROUNDS = 3
const SITES = [
  { name: '200 pages of 50 kB', pages: 200, characters: 50_000 },
  { name: 'one page of 700 kB', pages: 1, characters: 700_000 },
  { name: '500 pages of 1 kB', pages: 500, characters: 1_000 },
] as const

/**
 * Whole-site imports on a server with SQLite: from unpacked files to the commit, CPU milliseconds of the whole process,
 * beside only parse5 for the same HTML in the same round. The round with the median ratio.
 */
export async function run(): Promise<object> {
  const server = await startTestServer()
  const figures: Record<string, { parse5Ms: number; importMs: number; times: number; overheadMsPerPage: number }> = {}
  await importOf(server, siteOf(20, 50_000))
  for (const { name, pages, characters } of SITES) {
    const files = siteOf(pages, characters)
    const rounds: { parse5: number; whole: number }[] = []
    for (let at = 0; at < ROUNDS; at += 1) {
      const texts = files.map(({ bytes }) => new TextDecoder().decode(bytes))
      const parse5 = await cpuOf(async () => {
        for (const text of texts) parse(text)
      })
      rounds.push({ parse5, whole: await cpuOf(() => importOf(server, files)) })
    }
    rounds.sort((a, b) => a.whole / a.parse5 - b.whole / b.parse5)
    const { parse5, whole } = rounds[rounds.length >> 1] ?? { parse5: 1, whole: Number.POSITIVE_INFINITY }
    figures[name] = {
      parse5Ms: round2(parse5),
      importMs: round2(whole),
      times: round2(whole / parse5),
      overheadMsPerPage: round2((whole - 6 * parse5) / pages),
    }
  }
  await server.close()
  const of = (name: string) => figures[name]
  return {
    ...figures,
    ...judge({
      'import of 200 pages of 50 kB against parse5': {
        value: of('200 pages of 50 kB')?.times ?? 0,
        unit: '×',
        most: 6,
      },
      'import of one page of 700 kB against parse5': {
        value: of('one page of 700 kB')?.times ?? 0,
        unit: '×',
        most: 6,
      },
      'a page of 1 kB beyond that': { value: of('500 pages of 1 kB')?.overheadMsPerPage ?? 0, unit: 'ms', most: 1 },
    }),
  }
}

function siteOf(pages: number, characters: number): ImportFile[] {
  const body = cardPage(characters)
  const encoder = new TextEncoder()
  return Array.from({ length: pages }, (_, i) => ({
    path: i === 0 ? 'index.html' : `page-${i}.html`,
    bytes: encoder.encode(
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Page ${i}</title>\n</head>\n<body>\n<h1>Page ${i}</h1>\n${body}</body>\n</html>\n`,
    ),
  }))
}

async function importOf({ services, call }: TestServer, files: readonly ImportFile[]): Promise<void> {
  const { kysely } = services
  const made = await call('POST', '/api/projects', { name: 'Bench' })
  const id = idOf(made.body)
  const project = await kysely.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const user = await kysely.selectFrom('auth_users').select('id').executeTakeFirstOrThrow()
  const { report } = await runImport(services, {
    project,
    origin: { kind: 'hand', userId: user.id },
    choices: {},
    files,
  })
  if (report.pages.length !== files.length) throw new Error('Pages are missing.')
}

function idOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string') return body.id
  throw new Error('No project was made.')
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

async function cpuOf(work: () => Promise<void>): Promise<number> {
  if (typeof collect === 'function') collect()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
