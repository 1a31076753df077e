import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldersInCircles, stepsByLevel } from './circles.ts'
import { importsOf, isTest, readSources, type SourceFile } from './sources.ts'

/** Which floors each may import from, besides itself. `documents` and `agent` do not know each other. */
const below: Record<string, readonly string[]> = {
  'packages/api': [],
  'packages/operation': [],
  'packages/streams': [],
  'packages/agent': ['operation', 'streams'],
  'packages/documents': ['operation', 'streams'],
  'packages/site': ['operation', 'streams', 'documents', 'agent'],
  'packages/content': ['operation', 'streams', 'documents', 'agent'],
  'packages/cad': ['operation', 'streams', 'documents', 'agent'],
  'packages/generate': ['operation', 'streams', 'documents', 'agent', 'site'],
  'packages/cms': ['operation', 'streams', 'documents', 'agent', 'site', 'content'],
  'packages/repository': ['operation', 'streams', 'documents', 'agent', 'content'],
  'apps/server': [
    'api',
    'operation',
    'streams',
    'documents',
    'agent',
    'site',
    'content',
    'generate',
    'repository',
    'cad',
    'cms',
  ],
  'apps/cli': ['api'],
  'apps/studio': ['api', 'operation', 'streams', 'documents', 'agent', 'site', 'content', 'generate', 'cad'],
}

/**
 * The folders inside a room, the lowest first: each may import those before it. Files that lie beside the folders
 * stand above them all.
 */
const folderOrder: Readonly<Record<string, string>> = {
  'packages/streams/src': 'contract http sql',
  'packages/agent/src': 'contract wire providers pricing tracing transcript loop queue run scope',
  'packages/cad/src':
    'error document expression geometry name sketch feature build exchange viewer kernel context operations prompt rehearsals dashboard scope',
  'packages/cms/src':
    'memory plan search context sections images pages online posts menus indexing operations prompt rehearsals scope',
  'packages/repository/src': 'contract git remote log files projection sync',
  'packages/site/src':
    'context edits document part template css html media tokens utilities text prompt loop component code sheet read compose clipboard view publish translation validate lint checks modules target styles layouts diff readings files commands operations starters import rehearsals scope documentTypes',
  'apps/server/src':
    'tracing config log database streams documents web code fonts markdown heavy http auth workspaces operations people projects ai account media cad content conversation readApi preview publish mcp versions import brand sectionVariants generations maintenance scopes compose',
  'apps/studio/src':
    'schema api navigation ui auth documents media shell brief variants editors projects plan content parts assistant settings people',
  'apps/studio/src/editors/site':
    'fields model session components links text code media insert commands import canvas history properties design settings translations navigator publish view variants checks bar',
}

/** Modules that a library never imports: sockets, drivers, a view library. */
const notInPackages =
  /^(node:(net|http|https|http2|tls|dgram|sqlite|fs|child_process)|pg|ws|hono|react(-dom)?|@hocuspocus\/.*)$/
/** The site never talks to a model and never asks a browser. */
const notInSite = /^@atelier\/agent\/(providers|wire)/
/** Globals that only a browser's own document has; a parsed one has a `body` as well. */
const domIn =
  /\b(document|window)\.((create|querySelector|getElement)\w*|documentElement|body\.(\w*append|\w*HTML|style|class)\w*)\b|\bDOMParser\b/
/** Kysely running what it builds. Statements are handed to the database port, which keeps them prepared and groups writes. */
const runByKysely = /\.execute(TakeFirst(OrThrow)?)?\(\s*\)|\.executeQuery\(/
const mayRunKysely = 'apps/server/src/database/'
/** Never anywhere in product code. */
const nowhere =
  /^(zod|openai|@anthropic-ai\/.*|@openai\/.*|@openrouter\/.*|@modelcontextprotocol\/.*|@opentelemetry\/.*|ai|@ai-sdk\/.*)$/
/** The exceptions, each in one folder; the client of the protocol is for tests. A bare repository is a folder on the disk. */
const onlyIn: readonly [pattern: RegExp, folder: string][] = [
  [/^@modelcontextprotocol\/server$/, 'apps/server/src/mcp/'],
  [/^@opentelemetry\/.*$/, 'apps/server/src/tracing/'],
  [/^node:fs(\/promises)?$/, 'packages/repository/src/'],
]
const onlyInTests = /^@modelcontextprotocol\/client$/

/**
 * Every import that breaks a floor, as a sentence that names the file and the import. `surfaces` are the further entry
 * points that packages export by name.
 */
export function brokenFloors(files: readonly SourceFile[], surfaces: ReadonlySet<string> = new Set()): string[] {
  const broken: string[] = []
  for (const { path, text } of files) {
    const floor = Object.keys(below).find((candidate) =>
      ['src', 'testing'].some((folder) => path.startsWith(`${candidate}/${folder}/`)),
    )
    if (!floor) continue
    const allowed = below[floor] ?? []
    const own = floor.split('/')[1]
    const test = isTest(path)
    for (const specifier of importsOf(text)) {
      const complain = (why: string) => broken.push(`${path} imports "${specifier}": ${why}`)
      const excepted =
        onlyIn.some(([pattern, folder]) => pattern.test(specifier) && path.startsWith(folder)) ||
        (test && path.startsWith('apps/') && onlyInTests.test(specifier))
      if (nowhere.test(specifier) && !excepted) complain('never in product code')
      const atelier = /^@atelier\/([a-z]+)/.exec(specifier)?.[1]
      if (atelier && atelier !== own && !allowed.includes(atelier)) complain(`${floor} stands below ${atelier}`)
      if (atelier && specifier !== `@atelier/${atelier}` && !surfaces.has(specifier))
        complain('only the public surface of a package may be imported')
      if (specifier.startsWith('.')) {
        const target = join(dirname(path), specifier).split(sep).join('/')
        const serverKit = test && /^apps\/server\/testing\/(databases|answerSockets|git)\.ts$/.test(target)
        if (!target.startsWith(`${floor}/`) && !serverKit && !target.startsWith('scripts/'))
          complain(`it leaves ${floor}`)
      }
      if (!test && isTest(specifier)) complain('product code imports no tests and no test support')
      if (floor.startsWith('packages/') && !test && !excepted && notInPackages.test(specifier))
        complain('no sockets, drivers or views in a library')
      if (floor === 'packages/site' && notInSite.test(specifier)) complain('the site knows no provider')
    }
    if (!test && runByKysely.test(text) && !path.startsWith(mayRunKysely)) {
      broken.push(`${path} lets Kysely run a statement: hand it to the database port (read, transact)`)
    }
    if (floor === 'packages/site' && !test && domIn.test(text)) {
      broken.push(`${path} uses the DOM: the site runs the same in a server, a worker and a test`)
    }
  }
  return broken
}

/**
 * Every import that goes up among the folders of a room, every folder that `order` does not have, with what to add
 * where, and every one in it that is not there.
 */
export function brokenOrder(
  files: readonly SourceFile[],
  order: Readonly<Record<string, string>> = folderOrder,
): string[] {
  const levels = stepsByLevel(files)
  return Object.entries(order).flatMap(([room, written]) => {
    const folders = written.split(' ')
    const there = foldersOf(room, files)
    const steps = levels.get(room) ?? []
    const heightOf = (folder: string) => (folder === '.' ? folders.length : folders.indexOf(folder))
    const missing = there.filter((folder) => !folders.includes(folder))
    return [
      ...steps.flatMap(({ from, to, file, target }) =>
        heightOf(from) >= 0 && heightOf(from) < heightOf(to)
          ? [
              `${file} imports ${target}: in ${room} "${from}" stands below ${to === '.' ? 'the files beside the folders' : `"${to}"`}`,
            ]
          : [],
      ),
      ...missing.map((folder) => {
        const under = steps.flatMap(({ from, to }) => (from === folder ? [heightOf(to)] : []))
        const over = steps.flatMap(({ from, to }) => (to === folder ? [heightOf(from)] : []))
        const lowest = folders[Math.max(-1, ...under)]
        const highest = folders[Math.min(folders.length, ...over.filter((height) => height >= 0))]
        const between = [lowest && `behind "${lowest}"`, highest && `before "${highest}"`].filter((each) => each)
        return `${room}/${folder} has no floor: add "${folder}" to '${room}' of folderOrder in scripts/floors.ts, ${between.join(' and ') || 'anywhere'}`
      }),
      ...folders
        .filter((folder) => !there.includes(folder))
        .map((folder) => `${room}/${folder} is not there: take it out of folderOrder in scripts/floors.ts`),
    ]
  })
}

/** The folders directly in a room that have product code. */
function foldersOf(room: string, files: readonly SourceFile[]): string[] {
  const inside = files.filter(({ path }) => path.startsWith(`${room}/`) && !isTest(path))
  const parts = inside.map(({ path }) => path.slice(room.length + 1).split('/'))
  return [...new Set(parts.flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : [])))].sort()
}

/** The entry points beyond its own name that each package exports, such as `@atelier/streams/testing/kit`. */
export function readSurfaces(root: string): Set<string> {
  const surfaces = new Set<string>()
  for (const name of readdirSync(join(root, 'packages'))) {
    const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    for (const path of Object.keys(exports)) if (path !== '.') surfaces.add(`@atelier/${name}${path.slice(1)}`)
  }
  return surfaces
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const sources = readSources(process.cwd())
  const broken = [
    ...brokenFloors(sources, readSurfaces(process.cwd())),
    ...brokenOrder(sources),
    ...foldersInCircles(sources),
  ]
  for (const line of broken) console.error(line)
  process.exit(broken.length > 0 ? 1 : 0)
}
