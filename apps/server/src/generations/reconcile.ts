import type { Runner } from '@atelier/agent'
import type { Documents, Origin } from '@atelier/documents'
import {
  type Blueprint,
  brandIn,
  copyChangeSet,
  type Decision,
  decide,
  type FileCall,
  type GenerationRow,
  generationState,
  groupOf,
  hasUtilities,
  heldTranslations,
  type InstallFonts,
  isAtWork,
  isMending,
  moveOf,
  type PartRun,
  type PartStatus,
  type Plan,
  type Progress,
  pageFiles,
  pageOfFile,
  pageProblems,
  partState,
  promptOf,
  type Research,
  readPlan,
  type SiteFiles,
  settleOutcome,
  stepOf,
  stepRunOf,
  type Tidy,
  type ToBegin,
  takeBrandColors,
  type Waiting,
  waitingFor,
  writePlan,
  writeProgress,
} from '@atelier/generate'
import type { SessionStreams } from '@atelier/streams'
import { Value } from 'typebox/value'
import { RunContext } from '../ai/sessions/context.ts'
import type { Sessions } from '../ai/sessions/sessions.ts'
import type { Identities } from '../auth/identity.ts'
import type { TakeBrand } from '../brand/takeBrand.ts'
import { nodeId } from '../documents/nodeId.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { GenerationStore } from './store.ts'

export interface ReconcileServices {
  store: GenerationStore
  documents: Documents
  streams: SessionStreams
  sessions: Sessions
  runner: Pick<Runner, 'enqueue' | 'abort'>
  identities: Identities
  workspaces: Workspaces
  files: SiteFiles
  /** Reads the addresses of the brief and looks questions up, for the plan's sources. */
  research: Research
  installFonts: InstallFonts
  tidy: Tidy
  /** Takes the brand that a plan is to begin with, once. */
  takeBrand: TakeBrand
  now(): number
  newId(): string
}

const STAYS = 'It was taken back, and stays all the same: it was changed since.'

/** The server's changes of a plan have no author. */
const origin: Origin = { kind: 'hand', userId: 'system' }

/**
 * Brings a generation one or more steps on: looks at what its runs came to, decides what comes next, begins it, and shows
 * in the plan where everything is. It can be called at any time and as often as one likes: what is begun has a row of its
 * own by which it is not begun twice, also after a kill and by another server.
 */
export function createReconcile(services: ReconcileServices) {
  const { store, documents, sessions, runner, newId, now } = services

  /** @returns false if it has nothing more to do until one of its runs ends */
  async function step(id: string): Promise<boolean> {
    const row = await store.find(id)
    if (!row) return false
    const by = await callOf(row)
    if (!by) {
      await store.change(row, { state: 'error', why: 'Whoever began it may not write in this project any more.' })
      return false
    }
    const settled = await settleRuns(row, by)
    const runs = await store.runs(id)
    const active = generationState(row) === 'planning' || generationState(row) === 'running'
    if (!active) for (const run of runs) if (isAtWork(run)) await runner.abort(run.run_id)
    const decision = await decisionOf(row, runs)
    // Runs that a killed server had planned but not started.
    const lost = active ? runs.filter((run) => run.outcome === 'pending' && run.status === undefined) : []
    for (const run of lost) await ask(row, run, by)
    for (const part of decision.begin) await begin(row, part, runs, by)
    const moved = decision.move !== undefined && (await store.change(row, moveOf(decision.move, runs)))
    await show(id)
    return settled || moved || decision.begin.length > 0
  }

  /** The call in the name of the generation's starter; undefined if they have no right to any more. */
  async function callOf(row: GenerationRow): Promise<FileCall | undefined> {
    const { key } = Value.Parse(RunContext, JSON.parse(row.context))
    const member = await services.identities.member(row.created_by, row.workspace_id)
    const access =
      member &&
      (await services.workspaces.access(
        { ...member, ...(key ? { key: { ...key, projectIds: key.projectIds } } : {}) },
        row.project_id,
      ))
    if (!access?.capabilities.has('ai.tools.write')) return undefined
    const { project, capabilities } = access
    return { project, capabilities, userId: row.created_by, group: groupOf(row) }
  }

  async function planOf(row: GenerationRow) {
    const document = await documents.inProject(row.project_id).open(row.document_id)
    return document && readPlan(document)
  }

  async function decisionOf(row: GenerationRow, runs: readonly PartRun[]): Promise<Decision> {
    const plan = await planOf(row)
    if (!plan) return { begin: [], move: { state: 'error', why: 'The plan is gone.' } }
    const pages = plan.pages.map(({ key }) => key)
    const waiting = await waitingOf(row, plan)
    const all = runs.map((run) => stepRunOf(row, run, runs))
    const translations = heldTranslations(plan, all)
    const held = {
      shared: waiting?.held.shared ?? false,
      pages: new Set([...(waiting?.held.pages ?? []), ...translations]),
    }
    return decide({
      ...(waiting || translations.size > 0 ? { held } : {}),
      state: generationState(row),
      step: stepOf(row),
      pages,
      runs: all,
    })
  }

  /** The generations of the project that began before this one and are at work, if it has to wait for them. */
  async function waitingOf(row: GenerationRow, plan: Plan): Promise<Waiting | undefined> {
    if (generationState(row) !== 'running') return undefined
    const earlier = await Promise.all(
      (await store.startedBefore(row)).map(async (other) => ({ row: other, plan: await planOf(other) })),
    )
    const planned = earlier.flatMap((other) => (other.plan ? [{ row: other.row, plan: other.plan }] : []))
    return waitingFor({ row, plan }, planned)
  }

  /** Looks at the runs that have ended since; true if there were any. */
  async function settleRuns(row: GenerationRow, by: FileCall): Promise<boolean> {
    const runs = await store.runs(row.id)
    const plan = await planOf(row)
    if (!plan) return false
    const existing = row.kind === 'pages' ? await pageFiles(documents, by.project) : []
    let any = false
    for (const run of runs) {
      if (run.outcome !== 'pending' || run.status === undefined || isAtWork(run)) continue
      const own = runs.filter(({ step, page }) => step === run.step && page === run.page)
      const tried = own.filter(({ created_at }) => created_at >= row.started_at).length
      const call = { ...by, changeSetId: run.run_id }
      const { outcome, why, blueprint } = await settleOutcome(services, {
        run,
        plan,
        own,
        existing,
        isLast: tried > 1,
        by: call,
      })
      if (blueprint) {
        await keepPlan(row, blueprint, run.run_id)
        await services.research(row, blueprint.needsResearch, by)
      }
      await store.settle(run.run_id, outcome, why)
      any = true
    }
    return any
  }

  /** Writes the plan once, also if the server is killed right behind it. */
  async function keepPlan(row: GenerationRow, blueprint: Blueprint, runId: string): Promise<void> {
    await documents.transact({
      projectId: row.project_id,
      origin,
      key: `${runId}:plan`,
      body: async (drafts) => {
        const draft = await drafts.open(row.document_id)
        if (draft) writePlan(draft, row.brief, blueprint, nodeId)
        const brand = draft && brandIn(draft)
        if (draft && brand) takeBrandColors(draft, brand)
        return { result: null, commit: true }
      },
    })
  }

  async function begin(row: GenerationRow, part: ToBegin, runs: readonly PartRun[], by: FileCall): Promise<void> {
    const known = runs.find(({ step, page }) => step === 'pages' && part.step === 'pages' && page === part.page)
    const sessionId = part.step === 'pages' ? (known?.session_id ?? newId()) : row.session_id
    const run = {
      run_id: newId(),
      generation_id: row.id,
      session_id: sessionId,
      step: part.step,
      page: part.page,
      attempt: part.attempt,
      outcome: 'pending',
      why: null,
      decision: null,
      created_at: now(),
    }
    if (await store.addRun(run)) await ask(row, { ...run, status: undefined, error: null, isUndone: undefined }, by)
  }

  /** Makes the session in which a page is written, unless it exists; later messages about the page go there too. */
  async function ensureSession(row: GenerationRow, { page, session_id }: PartRun): Promise<void> {
    if (await sessions.row(session_id)) return
    const planned = (await planOf(row))?.pages.find(({ key }) => key === page)
    const plan = await sessions.row(row.session_id)
    const member = await services.identities.member(row.created_by, row.workspace_id)
    if (!planned || !member) return
    await sessions.create(member, {
      id: session_id,
      title: planned.title,
      scope: 'generate',
      projectId: row.project_id,
      ...(plan?.credential_id ? { credentialId: plan.credential_id } : {}),
      ...(plan?.model_id ? { modelId: plan.model_id } : {}),
    })
  }

  /** Asks for a run under the id that was kept for it. */
  async function ask(row: GenerationRow, run: PartRun, by: FileCall): Promise<void> {
    const step = stepOf(run)
    if (step === 'tidy') {
      const why = await services.tidy(row, { ...by, changeSetId: run.run_id })
      await store.settle(run.run_id, 'stands', why)
      return
    }
    if (step === 'pages') await ensureSession(row, run)
    if (step === 'generate') await services.takeBrand(row, by)
    if (step === 'generate') await services.research(row, [], by)
    if (step === 'assets') await services.installFonts(row, by)
    const problems = isMending(run, await store.runs(row.id)) ? await problemsOf(row, run.page, by) : undefined
    if (problems?.length === 0) {
      await store.settle(run.run_id, 'stands', undefined)
      return
    }
    const part = { step, page: run.page, attempt: Number(run.attempt) }
    const copied = { ...by, changeSetId: copyChangeSet(run.run_id) }
    const prompt = await promptOf(services, row, part, copied, problems)
    if (prompt === undefined) {
      await store.settle(run.run_id, 'failed', await unpromptedReason(row, run.page))
      return
    }
    const outcome = await runner.enqueue({
      sessionId: run.session_id,
      runId: run.run_id,
      userId: row.created_by,
      prompt,
      context: Value.Parse(RunContext, JSON.parse(row.context)),
      // A person may just be writing in the page's conversation.
      whenBusy: 'followUp',
    })
    if (!outcome.ok) await store.settle(run.run_id, 'failed', outcome.message)
  }

  /** Why a page has no prompt. */
  async function unpromptedReason(row: GenerationRow, page: string): Promise<string> {
    const planned = (await planOf(row))?.pages.find(({ key }) => key === page)
    return planned?.translation ? 'The page that it translates was not made.' : 'This page is no longer planned.'
  }

  /** Writes into the plan where everything is, for the tabs that show it. */
  async function show(id: string): Promise<void> {
    const row = await store.find(id)
    if (!row) return
    const runs = await store.runs(id)
    const spentUsd = await store.spentUsd(id)
    const undone = await store.isUndone(row.group_id)
    const plan = await planOf(row)
    const waiting = plan && (await waitingOf(row, plan))
    const progress: Progress = {
      state: generationState(row),
      step: stepOf(row),
      ...(row.why === null ? {} : { why: row.why }),
      ...(waiting ? { waits: waiting.why } : {}),
      ...(spentUsd > 0 ? { spentUsd } : {}),
      ...(undone ? { undone } : {}),
    }
    const parts = await partsOf(row, runs)
    await documents.transact({
      projectId: row.project_id,
      origin,
      body: async (drafts) => {
        const draft = await drafts.open(row.document_id)
        if (draft) writeProgress(draft, progress, parts)
        return { result: null, commit: true }
      },
    })
  }

  async function partsOf(row: GenerationRow, runs: readonly PartRun[]): Promise<Map<string, PartStatus>> {
    const parts = new Map<string, PartStatus>()
    const plan = await planOf(row)
    for (const { key } of plan?.pages ?? []) parts.set(key, { state: 'waiting' })
    for (const run of runs) {
      const name = run.page === '' ? run.step : run.page
      parts.set(name, {
        state: partState(run, runs),
        sessionId: run.session_id,
        runId: run.run_id,
        ...(run.why === null ? {} : { why: run.why }),
      })
    }
    const access = await callOf(row)
    for (const page of plan?.pages ?? []) {
      const status = parts.get(page.key)
      if (!access || !status || status.state === 'waiting') continue
      const documentId = await pageOfFile(documents, access.project, page.filename)
      if (documentId === undefined) continue
      const isGone = status.state === 'undone' || status.state === 'discarded'
      const stays = isGone && (await madeIn(documentId, runs, page.key))
      parts.set(page.key, { ...status, documentId, ...(stays ? { state: 'stands', why: STAYS } : {}) })
    }
    const isOver = ['complete', 'error', 'stopped'].includes(generationState(row))
    if (access && plan && isOver) await addProblems(parts, plan.pages, access)
    return parts
  }

  /** The present problems of one page; none if it is not in the site. */
  async function problemsOf(row: GenerationRow, page: string, by: FileCall): Promise<readonly string[]> {
    const planned = (await planOf(row))?.pages.find(({ key }) => key === page)
    const documentId = planned && (await pageOfFile(documents, by.project, planned.filename))
    if (!planned || documentId === undefined) return []
    const { group: _, ...reader } = by
    const written = [{ file: planned.filename, documentId }]
    const found = await pageProblems(services.files, written, reader, await hasUtilities(documents, by.project))
    return found.get(documentId) ?? []
  }

  /** The same, read in the name of the generation's starter. */
  async function problemsOfPage(row: GenerationRow, page: string): Promise<readonly string[]> {
    const by = await callOf(row)
    return by ? await problemsOf(row, page, by) : []
  }

  /** Adds to pages that stand what keeps them from being done. */
  async function addProblems(
    parts: Map<string, PartStatus>,
    pages: readonly { key: string; filename: string }[],
    access: FileCall,
  ): Promise<void> {
    const written = pages.flatMap(({ key, filename: file }) => {
      const { state, documentId } = parts.get(key) ?? {}
      return documentId !== undefined && (state === 'stands' || state === 'adopted') ? [{ key, file, documentId }] : []
    })
    const { group: _, ...by } = access
    const styled = await hasUtilities(documents, access.project)
    const problems = await pageProblems(services.files, written, by, styled)
    for (const { key, documentId } of written) {
      const [status, found] = [parts.get(key), problems.get(documentId)]
      if (status && found) parts.set(key, { ...status, problems: [...found] })
    }
  }

  /** Whether the runs of a page made this document: where it is still there, their undo has kept it. */
  async function madeIn(documentId: string, runs: readonly PartRun[], page: string): Promise<boolean> {
    for (const run of runs) {
      if (run.page !== page || run.isUndone === undefined) continue
      const changes = await documents.changes(run.run_id)
      if (changes?.documents.some((each) => each.documentId === documentId && each.created)) return true
    }
    return false
  }

  return { step, show, problemsOfPage }
}
