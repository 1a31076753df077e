import { costOf, isScripted, type Price } from '@atelier/agent'
import type { BodyOf, decidePage, Generation } from '@atelier/api'
import type { UndoOutcome, View } from '@atelier/documents'
import {
  BRAND_WISH_KEY,
  briefWith,
  copyChangeSet,
  type GenerationRow,
  generationState,
  isAtWork,
  partsIn,
  planTitle,
  readPlan,
  readProgress,
  remainingTokens,
  stepOf,
} from '@atelier/generate'
import type { ModelChoices } from '../ai/models/modelChoice.ts'
import { contextOf } from '../ai/sessions/context.ts'
import type { SessionRow } from '../ai/sessions/sessions.ts'
import type { Identity } from '../auth/identity.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { type Turner, type Turns, turnRefusal } from '../operations/turns.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { createReconcile, type ReconcileServices } from './reconcile.ts'

export interface NewGeneration {
  brief: string
  kind?: Generation['kind'] | undefined
  urls?: readonly string[] | undefined
  brand?: { mediaId?: string; address?: string } | undefined
  budgetUsd?: number | undefined
  credentialId?: string | null | undefined
  modelId?: string | null | undefined
}

export type Generations = ReturnType<typeof createGenerations>

/** How often one looks for what another server, or a kill, has left. */
const LOOK_EVERY_MS = 2_000
/** Steps of one look: more would be a mistake that goes round in a circle. */
const MOST_STEPS = 50

const micro = (usd: number) => Math.round(usd * 1e6)

export interface GenerationsServices extends ReconcileServices {
  /** The price of a conversation's model; undefined if no model is chosen, or its price is not known. */
  priceOf(session: SessionRow): Promise<Price | undefined>
  choices: Pick<ModelChoices, 'demand'>
  failed(error: unknown): void
}

/** Plans sites from prompts and carries the plans out; a generation can be stopped, resumed, undone and redone. */
export function createGenerations(services: GenerationsServices) {
  const { store, documents, sessions, runner, now, newId, failed } = services
  const reconcile = createReconcile(services)
  const queues = new Map<string, { again: boolean; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Brings a generation on as far as it goes. One call at a time; one that comes meanwhile makes it look again. */
  function advance(id: string): Promise<void> {
    const known = queues.get(id)
    if (known) {
      known.again = true
      return known.done
    }
    const entry = { again: false, done: Promise.resolve() }
    const work = async () => {
      try {
        do {
          entry.again = false
          for (let steps = 0; steps < MOST_STEPS && !stopped && (await reconcile.step(id)); steps += 1);
        } while (entry.again && !stopped)
      } finally {
        // At once: a call that came between the last look and a later removal would be lost.
        queues.delete(id)
      }
    }
    queues.set(id, entry)
    entry.done = work()
      .then(() => advanceWaiting(id))
      .catch(failed)
    return entry.done
  }

  /** Has the project's other generations look again once one has ended, for which they may wait. */
  async function advanceWaiting(id: string): Promise<void> {
    const row = await store.find(id)
    if (!row || stopped || generationState(row) === 'running') return
    for (const other of await store.list(row.project_id))
      if (other.id !== id && generationState(other) === 'running') void advance(other.id)
  }

  /** Waits until nothing is being decided about a generation, then changes it as it is read. */
  async function change(row: GenerationRow, make: (now: GenerationRow) => Parameters<typeof store.change>[1]) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const current = await find(row.project_id, row.id)
      if (await store.change(current, make(current))) return
    }
    throw conflict('conflict', 'The generation kept changing. Try again.')
  }

  /** @throws Refusal 409 `no_model` if nothing would answer in its runs any more */
  async function demandModel(row: GenerationRow): Promise<void> {
    const session = await sessions.row(row.session_id)
    if (session) await services.choices.demand(row.workspace_id, session)
  }

  async function find(projectId: string, id: string): Promise<GenerationRow> {
    const row = await store.find(id)
    if (row?.project_id !== projectId) throw notFound('generation')
    return row
  }

  const planOf = (row: GenerationRow) => documents.inProject(row.project_id).open(row.document_id)

  async function shown(row: GenerationRow): Promise<Generation> {
    const session = await sessions.row(row.session_id)
    const plan = await planOf(row)
    const spentUsd = await store.spentUsd(row.id)
    return {
      id: row.id,
      projectId: row.project_id,
      documentId: row.document_id,
      groupId: row.group_id,
      kind: row.kind === 'redesign' || row.kind === 'pages' ? row.kind : 'site',
      state: generationState(row),
      step: stepOf(row),
      brief: row.brief,
      siteName: plan ? readPlan(plan).site.siteName : '',
      parts: plan ? partsIn(plan) : [],
      sessionId: row.session_id,
      ...(row.why === null ? {} : { why: row.why }),
      ...waitsOf(plan),
      ...(row.budget_micro_usd === null ? {} : { budgetUsd: Number(row.budget_micro_usd) / 1e6 }),
      spentUsd,
      ...(await expected(row, session)),
      rehearsed: session ? isScripted((await sessions.info(session)).provider) : false,
      undone: await store.isUndone(row.group_id),
      createdAt: Number(row.created_at),
      createdBy: row.created_by,
    }
  }

  /** About what the rest costs, before it is made. */
  async function expected(row: GenerationRow, session: SessionRow | undefined): Promise<{ expectedUsd?: number }> {
    const state = generationState(row)
    if (!session || state === 'planning' || state === 'complete') return {}
    const [plan, price] = [await planOf(row), await services.priceOf(session)]
    if (!plan || !price) return {}
    return { expectedUsd: costOf(remainingTokens(plan), price) / 1e6 }
  }

  async function stopRuns(id: string): Promise<void> {
    for (const run of await store.runs(id)) if (isAtWork(run)) await runner.abort(run.run_id)
  }

  async function stop(row: GenerationRow): Promise<void> {
    const state = generationState(row)
    if (state !== 'planning' && state !== 'running') return
    await change(row, () => ({ state: 'stopped', why: null }))
    await stopRuns(row.id)
    await advance(row.id)
  }

  async function lookAt(runId: string): Promise<void> {
    if (stopped) return
    const part = await store.ofRun(runId)
    if (part) return await advance(part.generation_id)
    // A person's words in the conversation of a page may have mended it, or broken it.
    const id = await store.ofConversation(runId)
    if (id !== undefined) await reconcile.show(id).catch(failed)
  }

  /** Looks again at the pages of a generation that is over, which people may have changed since. */
  async function refreshed(row: GenerationRow): Promise<Generation> {
    if (isOver(row)) await reconcile.show(row.id)
    return shown(row)
  }

  /** @throws Refusal 409 unless the generation is over and its page has problems */
  async function demandProblems(row: GenerationRow, page: string): Promise<void> {
    if (!isOver(row)) throw conflict('generation_at_work', 'The pages are still being made. Wait until that has ended.')
    if ((await reconcile.problemsOfPage(row, page)).length > 0) return
    await reconcile.show(row.id)
    throw conflict('nothing_to_mend', 'This page has no problems any more.')
  }

  /**
   * Takes what a run changed back, or brings it back. Shared changes made behind the pages are an edit of each of them,
   * for which a page would stay: it is lifted off meanwhile.
   */
  async function turnRun(runId: string, to: 'undo' | 'redo', by: Turner): Promise<UndoOutcome> {
    const { origin } = by
    const part = await store.ofRun(runId)
    const runs = part?.step === 'pages' ? await store.runs(part.generation_id) : []
    const lifted: string[] = []
    for (const { step, run_id } of runs.toReversed()) {
      if (step === 'tidy' && (await documents.undo(run_id, origin, by.capabilities)).ok) lifted.unshift(run_id)
    }
    try {
      return await documents[to](runId, origin, by.capabilities)
    } finally {
      for (const id of lifted) await documents.redo(id, origin)
    }
  }

  const turns: Turns = {
    async turn(changeSetId, to, by) {
      const outcome = await turnRun(changeSetId, to, by)
      if (outcome.ok) await lookAt(changeSetId)
      return outcome
    },
  }

  return {
    turns,
    shown,
    refreshed,
    find,
    list: async (projectId: string) => Promise.all((await store.list(projectId)).map(shown)),

    /** @throws Refusal 409 `no_model` if nothing would carry it out */
    async create(identity: Identity, project: ProjectRow, input: NewGeneration): Promise<Generation> {
      await services.choices.demand(identity.workspaceId, {
        scope: 'generate',
        credential_id: input.credentialId ?? null,
        model_id: input.modelId ?? null,
      })
      const id = newId()
      const brief = briefWith(input.brief, input.urls)
      const documentId = await documents.create({
        projectId: project.id,
        kind: 'blueprint',
        fields: {
          brief,
          progress: { state: 'planning', step: 'generate' },
          ...(input.brand ? { [BRAND_WISH_KEY]: { ...input.brand } } : {}),
        },
      })
      const sessionId = await sessions.create(identity, {
        scope: 'generate',
        projectId: project.id,
        documentId,
        ...(input.credentialId ? { credentialId: input.credentialId } : {}),
        ...(input.modelId ? { modelId: input.modelId } : {}),
      })
      await sessions.update(sessionId, { title: planTitle(brief) })
      const at = now()
      const row: GenerationRow = {
        id,
        workspace_id: identity.workspaceId,
        project_id: project.id,
        document_id: documentId,
        group_id: id,
        session_id: sessionId,
        kind: input.kind ?? 'site',
        brief,
        state: 'planning',
        step: 'generate',
        why: null,
        budget_micro_usd: input.budgetUsd === undefined ? null : micro(input.budgetUsd),
        context: JSON.stringify(contextOf(identity, undefined, []).context),
        created_by: identity.userId,
        created_at: at,
        started_at: at,
        version: 1,
      }
      await store.insert(row)
      void advance(id)
      return shown(row)
    },

    /** Approves the plan, or resumes a generation that was stopped or failed. */
    async start(row: GenerationRow, budgetUsd: number | undefined): Promise<Generation> {
      if (await store.isUndone(row.group_id))
        throw conflict('undone', 'Its changes were taken back. Bring them back first, then go on.')
      await demandModel(row)
      const plan = await planOf(row)
      const planned = plan !== undefined && [...plan.keys('page:')].length > 0
      await change(row, (current) => {
        const budget = budgetUsd === undefined ? {} : { budgetMicroUsd: micro(budgetUsd) }
        const state = generationState(current)
        if (state === 'planning' || state === 'running') return budget
        return { ...budget, state: planned ? 'running' : 'planning', why: null, startedAt: now() }
      })
      void advance(row.id)
      return shown(await find(row.project_id, row.id))
    },

    async stop(row: GenerationRow): Promise<Generation> {
      await stop(row)
      return shown(await find(row.project_id, row.id))
    },

    async decidePage(row: GenerationRow, page: string, decision: PageDecision, by: Turner): Promise<Generation> {
      const runs = (await store.runs(row.id)).filter((run) => run.step === 'pages' && run.page === page)
      if (runs.length === 0) throw notFound('page of this generation')
      if (decision === 'retry' || decision === 'mend') await demandModel(row)
      if (decision === 'mend') await demandProblems(row, page)
      if (decision === 'discard') {
        for (const run of runs) if (isAtWork(run)) await runner.abort(run.run_id)
        for (const run of runs.toReversed()) {
          const outcome = await turnRun(run.run_id, 'undo', by)
          if (!outcome.ok && !nothingLeft.has(outcome.refused)) throw turnRefusal(outcome)
          // The copy was made before the run that translates it began.
          await turnRun(copyChangeSet(run.run_id), 'undo', by)
        }
      }
      const begins = decision === 'retry' || decision === 'mend'
      if (begins && (await store.isUndone(row.group_id)))
        throw conflict('undone', 'Its changes were taken back. Bring them back first, then go on.')
      await store.decide(row.id, page, kept[decision])
      if (begins) {
        await change(row, () => ({ state: 'running', step: 'pages', why: null, startedAt: now() }))
      }
      await advance(row.id)
      return shown(await find(row.project_id, row.id))
    },

    async turn(row: GenerationRow, to: 'undo' | 'redo', { origin, capabilities }: Turner) {
      if (to === 'undo') await stop(row)
      const outcome: UndoOutcome = await documents[to](row.group_id, origin, capabilities)
      if (!outcome.ok) {
        if (outcome.refused === 'change_set_not_found') throw conflict('nothing_to_undo', 'Nothing was made yet.')
        throw turnRefusal(outcome)
      }
      await reconcile.show(row.id)
      const generation = await shown(await find(row.project_id, row.id))
      return { generation, applied: outcome.applied, kept: outcome.kept }
    },

    /** To be called when a run has left the runner of this server. */
    left: lookAt,

    begin(): void {
      const look = async () => {
        for (const id of await store.active()) await advance(id)
      }
      const again = () => void look().catch(failed)
      timer = setInterval(again, LOOK_EVERY_MS)
      timer.unref()
      again()
    },

    async end(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await Promise.all([...queues.values()].map(({ done }) => done))
    },
  }
}

/** The reason why a generation waits, as its plan has it. */
function waitsOf(plan: View | undefined): { waits?: string } {
  const waits = plan && readProgress(plan).progress?.waits
  return waits === undefined ? {} : { waits }
}

type PageDecision = BodyOf<typeof decidePage>['decision']
const kept: Readonly<Record<PageDecision, string>> = {
  adopt: 'adopted',
  discard: 'discarded',
  retry: 'again',
  mend: 'mend',
}

const isOver = (row: GenerationRow): boolean => ['complete', 'error', 'stopped'].includes(generationState(row))

/** Refusals of an undo which mean that there is nothing to take back. */
const nothingLeft: ReadonlySet<string> = new Set(['change_set_not_found', 'already_undone', 'already_applied'])
