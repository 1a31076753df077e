import { createHash } from 'node:crypto'
import { changesOfFiles, checkFiles, readFiles } from '@atelier/content'
import {
  applyImport,
  compileUtilities,
  type ImportChoices,
  type ImportFile,
  importedMedia,
  type KeptMedia,
  type PreparedImport,
  planImport,
  prepareImport,
  readMedia,
  type SameMedia,
  unanswered,
  untouchedStarter,
} from '@atelier/site'
import { createCodeChecker } from '../code/check.ts'
import { nodeId } from '../documents/nodeId.ts'
import { markdownToHtml } from '../markdown/markdown.ts'
import type { Outcome, Task } from './messages.ts'
import { threadScopes } from './scopes.ts'
import { type Server, serveTasks } from './server.ts'

/** The data of the import that was prepared here, until its caller is done. */
let prepared: PreparedImport | undefined
let kept: ReadonlyMap<string, KeptMedia> = new Map()

serveTasks(carryOut, () => {
  prepared = undefined
  kept = new Map()
})

async function carryOut(task: Task, server: Server): Promise<Outcome> {
  switch (task.kind) {
    case 'operation':
      return runOperation(task, server)
    case 'prepareImport': {
      const progress = async (done: number, total: number) => server.progress('pages', done, total)
      prepared = await prepareImport(server.files(), progress, createCodeChecker())
      const open = unanswered(prepared, task.choices)
      const keepsMedia = task.keepsMedia && open.length === 0
      kept = keepsMedia ? await keepMedia(server, prepared, task.choices) : new Map()
      return { unanswered: open, changes: 0 }
    }
    case 'planImport':
      return { plan: (await importInto(task, server)).plan, changes: 0 }
    case 'checkContent': {
      return { findings: checkFiles(byPath(server.files()), task.options), changes: 0 }
    }
    case 'readContent': {
      const { entries, ...read } = readFiles(byPath(server.files()), task.options)
      for (const some of inParts(entries)) await server.handOver({ type: 'entries', entries: some })
      return { read, changes: 0 }
    }
    case 'compareContent': {
      const files = server.files()
      const [before, after] = [byPath(files.slice(0, task.before)), byPath(files.slice(task.before))]
      const { entries, ...fileChanges } = changesOfFiles(task.was, { before, after }, task.options)
      for (const some of inParts(entries)) await server.handOver({ type: 'edits', edits: some })
      return { fileChanges, changes: 0 }
    }
    case 'markdown':
      return { html: task.texts.map(markdownToHtml), changes: 0 }
    case 'utilities':
      return { compiled: await compileUtilities(task.source, task.classes), changes: 0 }
    case 'applyImport': {
      const { plan, site, starter, prepared: read } = await importInto(task, server)
      const context = { site, drafts: server.drafts, newId: nodeId, now: Date.now, media: kept, starter }
      const report = applyImport(context, read, task.choices)
      return { plan, report, changes: await server.write() }
    }
  }
}

const byPath = (files: readonly ImportFile[]) => new Map(files.map(({ path, bytes }) => [path, bytes]))

/** The size limit of one message, in characters as JSON: the server takes each without holding up others. */
const CHARACTERS_PER_MESSAGE = 100_000

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let part: Item[] = []
  let characters = 0
  for (const item of items) {
    part.push(item)
    characters += JSON.stringify(item).length
    if (characters < CHARACTERS_PER_MESSAGE) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

async function runOperation(task: Extract<Task, { kind: 'operation' }>, server: Server): Promise<Outcome> {
  const { kind: _, operationId, input, answer, ...call } = task
  const operations = threadScopes(server.services).flatMap((scope) => scope.operations)
  const bound = operations.find(({ operation }) => operation.id === operationId)
  if (!bound) throw new Error(`No thread knows the operation ${operationId}`)
  const started = await bound.start(input, { ...call, now: Date.now, newId: nodeId, drafts: server.drafts })
  if (!started.ok) return { envelope: started.result, changes: 0 }
  const envelope = await started.run(answer)
  return { envelope, changes: envelope.ok && bound.operation.effect !== 'read' ? await server.write() : 0 }
}

async function importInto({ siteId, choices }: { siteId: string; choices: ImportChoices }, { drafts }: Server) {
  const site = await drafts.open(siteId)
  if (!prepared || !site) throw new Error(`There is no ${site ? 'import' : 'site'}`)
  const starter = await untouchedStarter(site, (id) => drafts.open(id))
  return { site, starter, prepared, plan: planImport(prepared, site, starter, choices, sameMedia) }
}

/** By the hash of what would be kept. */
const sameMedia: SameMedia = (entry, { path, bytes }) => {
  const read = readMedia(bytes, path)
  if (!read.ok) return false
  return (
    createHash('sha256')
      .update(read.media.cleaned ?? bytes)
      .digest('hex') === entry.hash
  )
}

/** Keeps the bytes of each file that can be media; the others are listed as left out. */
async function keepMedia(
  { services, progress }: Server,
  read: PreparedImport,
  choices: ImportChoices,
): Promise<ReadonlyMap<string, KeptMedia>> {
  const files = importedMedia(read, choices)
  const found = new Map<string, KeptMedia>()
  for (const [index, { path, bytes }] of files.entries()) {
    progress('media', index, files.length)
    const file = readMedia(bytes, path)
    if (!file.ok) {
      read.leftOut.push({ path, why: file.problem.message })
      continue
    }
    const { type, cleaned, width, height, warnings } = file.media
    for (const message of warnings) read.warnings.push({ path, message })
    const content = cleaned ?? bytes
    const stored = await services.media?.put(content)
    if (!stored) throw new Error('There is no media store here')
    const size = width !== undefined && height !== undefined ? { width, height } : {}
    found.set(path, { hash: stored.hash, type: type.type, bytes: content.byteLength, ...size })
  }
  return found
}
