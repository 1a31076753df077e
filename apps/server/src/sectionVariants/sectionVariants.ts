import { activeStatuses, type Runner, readSession } from '@atelier/agent'
import type { Documents, View } from '@atelier/documents'
import {
  areOpen,
  type NotBegun,
  readVariants,
  readVariantsAnswer,
  rehearseVariants,
  settleVariants,
  type VariantService,
  type Variants,
  type VariantsView,
  variantsPrompt,
  variantsRehearsal,
  variantsShape,
  variantsSystem,
  variantsView,
} from '@atelier/generate'
import {
  isLocked,
  lockedNodes,
  type PageNode,
  type PageTree,
  pageCss,
  page as pageEntry,
  printHtml,
  readTree,
} from '@atelier/site'
import { type Database, queryBuilder, rowsOf, type SessionStreams } from '@atelier/streams'
import type { ModelChoices } from '../ai/models/modelChoice.ts'
import { contextOf } from '../ai/sessions/context.ts'
import type { Sessions } from '../ai/sessions/sessions.ts'
import type { Identity } from '../auth/identity.ts'
import type { Tables } from '../database/tables.ts'
import type { RunTask } from '../operations/runTask.ts'

export interface SectionVariantsServices {
  database: Database
  documents: Documents
  streams: SessionStreams
  sessions: Pick<Sessions, 'create'>
  choices: Pick<ModelChoices, 'demand'>
  runner: Pick<Runner, 'enqueue'>
  now(): number
  newId(): string
}

/** The project of a call. */
export interface VariedProject {
  id: string
  siteDocumentId: string
}

/** The largest section that is written again, in characters; the largest in the sites of the tests has a quarter of it. */
const MOST_HTML = 200_000
/** How long a run that was asked for may be unknown before it counts as lost, as after a kill between two commits. */
const LOST_AFTER_MS = 60_000

const active: ReadonlySet<string> = new Set(['scheduled', ...activeStatuses])

export type SectionVariants = ReturnType<typeof createSectionVariants>

/** Has sections written again in three variants, and keeps these until one is taken or all are dismissed. */
export function createSectionVariants(services: SectionVariantsServices) {
  const { database, documents, streams, sessions, runner, now, newId } = services
  const db = queryBuilder<Tables>(database.dialect)

  async function statusOf(runId: string): Promise<string | undefined> {
    const query = db.selectFrom('runs').select('status').where('id', '=', runId)
    return (await database.read(rowsOf(query), 'committed'))[0]?.status
  }

  async function make(
    identity: Identity,
    project: VariedProject,
    { pageId, section: named, wish }: { pageId: string; section: string; wish: string },
  ): Promise<VariantsView | NotBegun> {
    await services.choices.demand(identity.workspaceId, { scope: 'generate', credential_id: null, model_id: null })
    const own = documents.inProject(project.id)
    const [site, page] = await Promise.all([own.open(project.siteDocumentId), own.open(pageId)])
    if (!site || !page || !pageEntry(site, pageId)) return refused('unknown_page', 'The project has no such page.')
    const tree = readTree(page)
    const node = sectionNamed(tree, named)
    if (!node) return refused('unknown_node', `The page has no section “${named.slice(0, 80)}”.`)
    const why = refusedSection(site, pageId, tree, node)
    if (why) return why
    const html = printHtml(tree, node.id, { uid: true })
    if (html.length > MOST_HTML)
      return refused('too_large', `The section has ${html.length} characters; at most ${MOST_HTML} are written again.`)
    for (const { variants } of await open(project.id))
      if (variants.section.nodeId === node.id)
        return refused(
          'variants_wait',
          'Variants of this section wait for a choice already.',
          'Take one of them, or dismiss them first.',
        )
    const title = sectionTitle(tree, node)
    const runId = newId()
    const sessionId = newId()
    const documentId = await documents.create({
      projectId: project.id,
      kind: 'variants',
      fields: {
        section: { pageId, nodeId: node.id, block: node.label ?? '', title, html },
        wish,
        state: 'making',
        run: { runId, sessionId, askedAt: now() },
      },
    })
    await sessions.create(identity, {
      id: sessionId,
      scope: 'generate',
      projectId: project.id,
      documentId,
      title: `Three variants of ${title}`,
    })
    const outcome = await runner.enqueue({
      sessionId,
      runId,
      userId: identity.userId,
      prompt: variantsPrompt({ title, html }, pageCss(site, pageId, tree), wish),
      context: contextOf(identity, undefined, []).context,
      whenBusy: 'followUp',
    })
    if (!outcome.ok) await write(project.id, documentId, { why: outcome.message })
    const made = await read(project.id, documentId)
    return made ? variantsView(documentId, made) : refused('unavailable', 'The variants could not be made.')
  }

  const read = async (projectId: string, id: string): Promise<Variants | undefined> => {
    const view = await documents.inProject(projectId).open(id)
    return view && readVariants(view)
  }

  async function write(projectId: string, id: string, made: Parameters<typeof settleVariants>[1]): Promise<void> {
    await documents.transact({
      projectId,
      origin: { kind: 'hand', userId: 'system' },
      body: async (drafts) => {
        const draft = await drafts.open(id)
        return { result: null, commit: draft !== undefined && settleVariants(draft, made) }
      },
    })
  }

  /** Looks at what a run has come to; at once where it has ended, also if the server was killed behind it. */
  async function settle(projectId: string, id: string, variants: Variants): Promise<Variants> {
    if (variants.state !== 'making') return variants
    const { runId, sessionId, askedAt } = variants.run
    const status = await statusOf(runId)
    if (status === undefined && now() - askedAt < LOST_AFTER_MS) return variants
    if (status !== undefined && active.has(status)) return variants
    await write(projectId, id, await outcomeOf(variants, runId, sessionId, status))
    return (await read(projectId, id)) ?? variants
  }

  async function outcomeOf({ section }: Variants, runId: string, sessionId: string, status: string | undefined) {
    const session = await readSession(streams, sessionId)
    const own = session?.messages.filter((message) => message.runId === runId) ?? []
    const said = own.flatMap(({ role, content }) => (role === 'assistant' && content ? [content] : [])).join('\n')
    const made = status === 'complete' ? readVariantsAnswer(said, section) : []
    if (made.length > 0) return made
    const error = own.findLast(({ role }) => role === 'error')?.content
    if (status === 'aborted') return { why: 'It was stopped.' }
    return { why: error ?? 'The answer held no variants of this section.' }
  }

  /** The variants of a project that wait for a choice or are being made, newest first. */
  async function open(projectId: string): Promise<{ id: string; variants: Variants }[]> {
    const found: { id: string; variants: Variants }[] = []
    for (const { id } of await documents.list(projectId, ['variants'])) {
      const stored = await read(projectId, id)
      if (stored && areOpen(stored)) found.push({ id, variants: await settle(projectId, id, stored) })
    }
    return found.sort((a, b) => b.variants.run.askedAt - a.variants.run.askedAt)
  }

  return {
    make,
    open,

    /** The task of a run in the conversation of variants; undefined if the conversation is about something else. */
    async taskOf(projectId: string, documentId: string, runId: string): Promise<RunTask | 'later' | undefined> {
      const variants = await read(projectId, documentId)
      if (!variants) return undefined
      if (variants.run.runId !== runId) return 'later'
      const own = documents.inProject(projectId)
      const { pageId, nodeId } = variants.section
      const siteId = (await documents.list(projectId, ['site']))[0]?.id ?? ''
      const [site, page] = await Promise.all([own.open(siteId), own.open(pageId)])
      const rehearsed = site && page ? rehearseVariants(site, readTree(page), nodeId) : []
      return {
        toolbox: 'site',
        tools: [],
        system: variantsSystem,
        stateless: true,
        maxRounds: 2,
        answer: variantsShape,
        rehearsals: [variantsRehearsal(rehearsed)],
      }
    },
  }
}

export const variantServiceOf = (
  variants: SectionVariants,
  project: VariedProject,
  identityOf: (userId: string) => Promise<Identity>,
): VariantService => ({
  make: async ({ userId }, input) => variants.make(await identityOf(userId), project, input),
  list: async () => (await variants.open(project.id)).map((each) => variantsView(each.id, each.variants)),
})

const refused = (code: string, error: string, hint?: string): NotBegun => ({
  code,
  error,
  ...(hint === undefined ? {} : { hint }),
})

/** The element of an id, a label or an `id` attribute. */
function sectionNamed(tree: PageTree, name: string): PageNode | undefined {
  const known = tree.node(name)
  if (known) return known
  for (const node of tree.walk()) if (node.label === name) return node
  for (const node of tree.named(name)) return node
  return undefined
}

function refusedSection(site: View, pageId: string, tree: PageTree, node: PageNode): NotBegun | undefined {
  if (node.id === tree.root || node.kind !== 'element')
    return refused('misplaced', 'Only an element of the page is written again, such as a section.')
  const locked = lockedNodes(site, pageId)
  const around: string[] = []
  for (let at: PageNode | undefined = node; at && !around.includes(at.id); at = tree.node(at.parent)) around.push(at.id)
  const isTouched = around.some((id) => locked.has(id)) || [...tree.walk(node.id)].some(({ id }) => locked.has(id))
  return isTouched || isLocked(site, pageId)
    ? refused('locked', 'This section is locked for the agent.', 'Unlock it to have it written again.')
    : undefined
}

/** The name of a section for people: its label, its first heading, or its tag. */
function sectionTitle(tree: PageTree, node: PageNode): string {
  const heading = [...tree.walk(node.id)].find(({ kind, tag }) => kind === 'element' && /^h[1-6]$/.test(tag))
  const words = heading && textIn(tree, heading)
  return (words || node.label || `<${node.tag}>`).slice(0, 80)
}

const textIn = (tree: PageTree, { id }: PageNode): string =>
  [...tree.walk(id)]
    .flatMap(({ kind, text }) => (kind === 'text' ? [text] : []))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
