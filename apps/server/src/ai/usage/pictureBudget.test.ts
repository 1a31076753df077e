import { uuidv7 } from 'uuidv7'
import { expect, it } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { openDatabase } from '../../database/open.ts'
import type { Tables } from '../../database/tables.ts'
import { createBudgets, type Limits } from './budgets.ts'
import { createPictureBudgets } from './pictureBudget.ts'

const none: Limits = { rounds: null, toolCalls: null, tokens: null, wallMs: null, microUsd: null }
const model = 'black-forest-labs/FLUX.1-dev'

it.each(databasesBySuite())(
  'pictures of a run count as its usage, within its limits of money, on $name',
  async ({ place }) => {
    const { remove, ...options } = await place()
    const opened = await openDatabase(options)
    const { database } = opened
    const now = () => Date.UTC(2026, 10, 22)
    const tables = opened.kysely.withTables<Tables>()
    const [workspaceId, sessionId, runId] = [uuidv7(), uuidv7(), uuidv7()]
    await tables.insertInto('workspaces').values({ id: workspaceId, name: 'Ours', created_at: 0 }).execute()
    const common = { scope: 'site', user_id: 'u', created_at: 0 }
    await tables
      .insertInto('sessions')
      .values({
        id: sessionId,
        workspace_id: workspaceId,
        project_id: null,
        document_id: null,
        title: null,
        credential_id: null,
        model_id: null,
        updated_at: 0,
        message_count: 0,
        context_tokens: null,
        deleted_at: null,
        last_message_at: null,
        thinking: null,
        ...common,
      })
      .execute()
    await tables
      .insertInto('runs')
      .values({
        id: runId,
        session_id: sessionId,
        status: 'running',
        epoch: 1,
        lease_owner: null,
        lease_until: null,
        abort_requested: 0,
        prompt: '{}',
        context: '{}',
        started_at: 0,
        ended_at: null,
        error: null,
        wake_at: null,
        delivery: null,
        held: 0,
        ...common,
      })
      .execute()
    await createBudgets(database, now).set(workspaceId, {
      run: { ...none, microUsd: 100_000 },
      session: none,
      month: none,
    })
    const budgetOf = createPictureBudgets({ database, now, newId: uuidv7 })
    const budget = budgetOf('project', { kind: 'agent', userId: 'u', runId })
    const entries = () =>
      tables.selectFrom('usage_entries').select(['model', 'status', 'cost_micro_usd', 'run_id']).execute()

    const first = await budget.reserve(model, 0.075)
    expect(await entries()).toEqual([{ model, status: 'reserved', cost_micro_usd: 75_000, run_id: runId }])
    expect(await budget.reserve(model, 0.05)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('limit of $0.10'),
    })
    if (first.ok) await first.settle(0.025)
    expect(await entries()).toEqual([{ model, status: 'settled', cost_micro_usd: 25_000, run_id: runId }])
    expect(await budget.reserve(model, 0.05)).toMatchObject({ ok: true })

    expect(await budgetOf('project', { kind: 'hand', userId: 'u' }).reserve(model, 5)).toMatchObject({ ok: true })
    expect(await entries()).toHaveLength(2)
    await opened.close()
    remove()
  },
)
