import { randomUUID } from 'node:crypto'
import {
  branchType,
  contentType,
  createBranchDrafts,
  createEntry,
  entryType,
  type Model,
  type ModelFile,
  openBranch,
  readSchema,
  setConfig,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { DraftSet, Origin } from '@atelier/documents'
import { createRepositories, type Git, type Repositories } from '@atelier/repository'
import type { Script } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import { createSecrets } from '../src/auth/secrets.ts'
import { createContentCommitHook } from '../src/content/entries/contentCommitHook.ts'
import { createStoredEntries } from '../src/content/entries/storedEntries.ts'
import { createContentProjects } from '../src/content/projects/contentProjects.ts'
import { createRemotePolicy } from '../src/content/repository/remotePolicy.ts'
import { createRemoteStore } from '../src/content/repository/remotes.ts'
import { openDatabase } from '../src/database/open.ts'
import { type Instance, instanceOn, PROJECT } from './documents.ts'
import { testGit } from './git.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const
const SCHEMA = 'schema-1'

/** A collection in one locale, with a title. */
export const noteModel: ModelFile = {
  id: 'note',
  name: 'Note',
  kind: 'collection',
  domain: 'blog',
  i18n: false,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, text: { type: 'text' }, story: { type: 'markdown' } },
}

/** One server's content, with the repository that is written behind it. */
export interface ContentServer extends Instance {
  repositories: Repositories
}

export interface ContentPlace {
  dataDir: string
  databaseUrl?: string
}

interface ContentOptions {
  leaseMs?: number
  /** Scheduled work, instead of timers. */
  schedule?(task: () => void, ms: number): () => void
  now?(): number
  git?: Git
}

/** Opens the content of a place; several servers may, on Postgres. */
export async function openContent(
  place: ContentPlace,
  owner: string,
  { leaseMs = 1500, schedule, now = Date.now, git }: ContentOptions = {},
): Promise<ContentServer> {
  const open = await openDatabase(place)
  const projects = createContentProjects(open.database)
  const beside = createContentCommitHook({ database: open.database, projects, now, newId: randomUUID })
  const server = instanceOn(open, { types: [contentType, entryType, branchType].map((type) => ({ ...type, beside })) })
  const repositories = createRepositories({
    git: { ok: true, git: git ?? (await testGit()) },
    dataDir: place.dataDir,
    database: server.database,
    documents: server.documents,
    projects,
    entries: createStoredEntries(open.database),
    owner,
    remotes: {
      store: createRemoteStore(server.database, createSecrets('a secret of a test'), true),
      policy: createRemotePolicy(true, async () => []),
    },
    newId: uuidv7,
    leaseMs,
    now,
    ...(schedule ? { schedule } : {}),
    failed: (error) => server.errors.push(error),
  })
  return {
    ...server,
    repositories,
    async close() {
      await repositories.close()
      await server.close()
    },
  }
}

/** The rows that content hangs on: a workspace with a project, and two persons. */
export async function addContentProject({ database }: Pick<Instance, 'database'>): Promise<void> {
  const user = (id: string, name: string) => [
    'auth_users',
    'id, name, email, "emailVerified", "createdAt", "updatedAt"',
    `'${id}', '${name}', '${id}@example.test', TRUE, '2026-01-01', '2026-01-01'`,
  ]
  const rows = [
    user('ada', 'Ada Lovelace'),
    user('bob', 'Bob'),
    ['workspaces', 'id, name, created_at', "'w', 'W', 0"],
    [
      'projects',
      'id, workspace_id, slug, name, site_document_id, created_at, updated_at',
      `'${PROJECT}', 'w', 'p', 'P', 'd', 0, 0`,
    ],
  ]
  await database.transact(function* (): Script<void> {
    for (const [table, columns, values] of rows)
      yield { sql: `insert into ${table} (${columns}) values (${values})`, parameters: [] }
  })
}

/** Sets content up with the model of notes. */
export const setUpNotes = (server: Pick<Instance, 'documents'>): Promise<void> =>
  editContent(server, ADA, 'Set up', async (drafts) => {
    const draft = drafts.create(SCHEMA, 'content')
    setConfig(draft, {
      version: 1,
      stack: 'other',
      workflow: 'auto-merge',
      locales: { default: 'en', supported: ['en'] },
      domains: ['blog'],
    })
    writeModel(draft, noteModel)
  })

/** Makes a note, or gives it another title. */
export const writeNote = (
  server: Pick<Instance, 'documents'>,
  id: string,
  title: string,
  text?: string,
  story?: string,
): Promise<void> =>
  editContent(server, ADA, `Write ${id}`, async (drafts) => {
    const schema = await drafts.open(SCHEMA)
    const model: Model | undefined = schema && readSchema(schema)?.models[0]
    const known = await drafts.open(`e-${id}`)
    const draft = known ?? drafts.create(`e-${id}`, 'entry')
    if (!known) createEntry(draft, { model: noteModel.id, id })
    if (model) {
      const values = { title, ...(text === undefined ? {} : { text }), ...(story === undefined ? {} : { story }) }
      writeValues(draft, model, '*', values)
    }
  })

/** One commit on documents of content, by a test's user; throws if it is refused. */
export async function editContent(
  { documents }: Pick<Instance, 'documents'>,
  origin: Origin,
  label: string,
  body: (drafts: DraftSet) => Promise<void>,
): Promise<void> {
  const outcome = await documents.transact({
    projectId: PROJECT,
    origin,
    label,
    async body(drafts) {
      await body(drafts)
      return { result: null, commit: true }
    },
  })
  if ('ok' in outcome && !outcome.ok) throw new Error(JSON.stringify(outcome))
}

/** Opens the branch that `writeOnBranch` writes on. */
export const beginBranch = (server: Pick<Instance, 'documents'>, name: string): Promise<void> =>
  editContent(server, ADA, 'Open a branch', async (drafts) =>
    openBranch(drafts.create('branch', 'branch'), { name, title: 'Better notes' }),
  )

/** Makes a note on the branch. */
export const writeOnBranch = (server: Pick<Instance, 'documents'>, id: string, title: string): Promise<void> =>
  editContent(server, ADA, `Propose ${id}`, async (drafts) => {
    const schema = await drafts.open(SCHEMA)
    const model = schema && readSchema(schema)?.models[0]
    const branch = await drafts.open('branch')
    if (!branch || !model) return
    const draft = createBranchDrafts(branch, drafts).create(`b-${id}`, 'entry')
    createEntry(draft, { model: noteModel.id, id })
    writeValues(draft, model, '*', { title })
  })
