import { statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { FinishedCall } from '../contract/executor.ts'
import { errorMessage, messageInserted, messageUpdated, runUpdated } from '../contract/records.ts'
import type { ActiveRun, EndedRun } from '../contract/run.ts'
import type { RunStep } from '../contract/step.ts'
import type { RunRow, RunTables } from '../contract/tables.ts'
import { createCacheWatch } from '../loop/cacheWatch.ts'
import { runLoop } from '../loop/loop.ts'
import { activeRunOf, asEnvelope } from '../loop/resume.ts'
import { createSteering, queueTopic } from '../queue/queue.ts'
import { endRunRow } from '../queue/requests.ts'
import { noTracer } from '../tracing/trace.ts'
import { usageAttributes } from '../tracing/traceContent.ts'
import { asRecord } from '../transcript/fold.ts'
import { createJournal, type Journal, StorageFailed } from '../transcript/journal.ts'
import { sessionStream } from '../transcript/session.ts'
import { createSessionSnapshots } from '../transcript/sessionSnapshots.ts'
import { fingerprintOf } from '../wire/fingerprint.ts'
import { createBurstLimiter } from './burstLimiter.ts'
import { delay } from './delay.ts'
import { prepare, requestedRun } from './prepare.ts'
import { endRows, waitRows } from './rows.ts'
import type { RunnerOptions } from './runner.ts'
import type { PreparedRun } from './scope.ts'

/** A run whose lease this process holds. */
export interface Claim {
  row: RunRow
  controller: AbortController
  why: 'aborted' | 'handedBack' | 'lost'
}

export function stopClaim(claim: Claim, why: Claim['why']) {
  if (claim.controller.signal.aborted) return
  claim.why = why
  claim.controller.abort()
}

/** How long starts of runs may take of one iteration of the event loop, in milliseconds. */
const startBudgetMs = 10

/**
 * The returned function executes a claimed run: it reads the session, lets the scope prepare the run, and starts the
 * loop. It rejects if the storage failed or a bug left the run unfinished; the caller then releases the run.
 */
export function createExecuteRun(options: RunnerOptions): (claim: Claim) => Promise<void> {
  const { database, streams, now } = options
  const onBug = options.onBug ?? (() => undefined)
  const snapshots = createSessionSnapshots({ database, streams })
  const burst = createBurstLimiter(3, startBudgetMs)
  const cacheWatch = options.onCacheBreak && createCacheWatch(options.onCacheBreak)

  async function executeRun(claim: Claim) {
    const { row, controller } = claim
    await burst.next()
    const read = await snapshots.load(row.session_id, 'committed')
    if (!read?.records.some((record) => record.type === 'run' && record.key === row.id)) return await abandon(row)
    const journal = createJournal({
      streams,
      stream: sessionStream(row.session_id),
      fence: { runId: row.id, epoch: row.epoch },
      records: read.records,
      onLost: () => stopClaim(claim, 'lost'),
    })
    const request = requestedRun(row)
    const step = (name: RunStep) => options.step?.(name, row.id)
    step('claimed')
    const prepared = await prepare(options.scopes[row.scope], request, onBug)
    step('prepared')
    if ('error' in prepared) return void (await endWith(journal, row, prepared.error))
    stageStart(journal, row, prepared)
    step('started')
    const tracer = options.tracer ?? noTracer
    const span = tracer.start('invoke_agent', row.scope, {
      'gen_ai.agent.name': row.scope,
      'gen_ai.conversation.id': row.session_id,
      'gen_ai.provider.name': prepared.provider.id,
      'gen_ai.request.model': prepared.model,
    })
    try {
      prepared.executor.resume?.(finishedCalls(journal, row.id))
      const end = await runLoop({
        runId: row.id,
        conversationId: row.session_id,
        provider: prepared.provider,
        ...(prepared.state ? { state: prepared.state } : {}),
        request: {
          model: prepared.model,
          system: prepared.system,
          tools: prepared.tools,
          ...(prepared.answer ? { answer: prepared.answer } : {}),
          maxOutputTokens: prepared.maxOutputTokens ?? 16_000,
          vision: prepared.abilities?.vision ?? false,
          cacheKey: cacheKeyOf(row, prepared),
          contextWindow: prepared.abilities?.contextWindow,
          thinking: prepared.thinking,
          loadImage: prepared.loadImage,
        },
        steering: createSteering(options, row.session_id),
        meter: prepared.meter,
        stopWhen: prepared.stopWhen ?? [],
        onCut: prepared.onCut,
        changesOf: prepared.changesOf,
        postRunCheck: prepared.postRunCheck,
        affected: prepared.affected,
        ...(cacheWatch ? { cacheWatch } : {}),
        waitRows: (_run, pending) => waitRows(database, row, pending),
        step,
        tracer,
        span,
        executor: prepared.executor,
        findOperation: prepared.findOperation,
        candidates: prepared.candidates,
        journal,
        signal: controller.signal,
        newId: options.newId,
        now,
        random: options.random ?? Math.random,
        delay: options.delay ?? delay,
        maxRounds: prepared.maxRounds ?? options.maxRounds ?? 50,
        maxCallMs: options.maxCallMs ?? 120_000,
        graceMs: options.graceMs ?? 2000,
        limits: options.limits ?? { maxAnswerLength: 4_000_000, maxAnswerMs: 30 * 60_000 },
        endRows: (run, records) => endRows(options, journal, row, run, records),
        whyStopped: () => (claim.why === 'aborted' ? 'aborted' : 'handedBack'),
        onBug,
      })
      const done = journal.folder.run(row.id)
      span.set(usageAttributes(done))
      span.end(end === 'lost' ? 'lost' : done?.status === 'error' ? (done.stopReason ?? 'error') : undefined)
    } catch (error) {
      span.end('internal')
      if (error instanceof StorageFailed) throw error
      onBug(error)
      await endWith(journal, row, 'The run failed inside Atelier. The server’s log says why.')
    }
  }

  /** Ends the row of a run whose session, and with it its stream, was deleted for good. */
  async function abandon(row: RunRow) {
    const run = { id: row.id, status: 'error' as const, endedAt: now(), error: 'Its conversation is gone.' }
    await streams.commit({ rows: [endRunRow(database, run, row.epoch)] })
  }

  /** The run's new state is stored with the first records that the run writes. */
  function stageStart(journal: Journal, row: RunRow, prepared: PreparedRun): void {
    const run = activeRunOf(journal, row.id)
    const same = run.provider === prepared.provider.id && run.model === prepared.model && !prepared.spent
    if (run.status === 'running' && same) return
    const value: ActiveRun = {
      ...run,
      status: 'running',
      provider: prepared.provider.id,
      model: prepared.model,
      startedAt: run.startedAt ?? now(),
      ...(prepared.changeSetId ? { changeSetId: prepared.changeSetId } : {}),
      ...prepared.spent,
    }
    const running = runningRow(database.dialect, { id: row.id, startedAt: value.startedAt ?? null })
    journal.stage([runUpdated(value)], [running])
  }

  async function endWith(journal: Journal, row: RunRow, sentence: string) {
    const run = journal.folder.run(row.id)
    if (!run) throw new Error(`Run ${row.id} has no record in its session`)
    const value: EndedRun = { ...run, status: 'error', stopReason: 'error', error: sentence, endedAt: now() }
    const note = messageInserted(errorMessage({ id: options.newId(), runId: row.id, createdAt: now() }, sentence))
    const written = journal.folder.messages().flatMap((message) => {
      if (message.runId !== row.id || message.status !== 'streaming') return []
      return [messageUpdated({ ...asRecord(message), status: 'error', updatedAt: now() })]
    })
    const records = [...written, note, runUpdated(value)]
    await journal.commit(records, endRows(options, journal, row, value, records), [queueTopic])
  }

  return executeRun
}

function finishedCalls(journal: Journal, runId: string): FinishedCall[] {
  return journal.folder
    .messages()
    .filter((message) => message.runId === runId && message.role === 'tool_result')
    .map(({ toolName = '', toolResult }) => ({ name: toolName, result: asEnvelope(toolResult) }))
}

/** The same for requests that can begin alike: those of one session, with the same tools. */
function cacheKeyOf(row: RunRow, { tools }: PreparedRun): string {
  return `${row.scope}-${fingerprintOf(tools)}-${row.session_id}`
}

const runningRow = statement((db: Kysely<RunTables>, { id, startedAt }: { id: string; startedAt: number | null }) =>
  db.updateTable('runs').set({ status: 'running', started_at: startedAt }).where('id', '=', id),
)
