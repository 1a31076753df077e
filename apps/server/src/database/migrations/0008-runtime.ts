import { type Kysely, sql } from 'kysely'
import { bytesType } from './columns.ts'

/**
 * Runs that wait or begin later; approvals and the policies that spare them; budgets, reservations and what was used;
 * model prices; audit events; tabs that carry out calls; pictures of conversations. Times are epoch milliseconds, money
 * is millionths of a dollar.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('wake_at', 'bigint').execute()
  await db.schema.alterTable('runs').addColumn('delivery', 'text').execute()
  await db.schema
    .alterTable('runs')
    .addColumn('held', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('runs_wake').on('runs').columns(['status', 'wake_at']).execute()
  await db.schema.alterTable('sessions').addColumn('last_message_at', 'bigint').execute()
  await sql`update sessions set last_message_at = updated_at`.execute(db)
  await db.schema
    .createIndex('sessions_user_last')
    .on('sessions')
    .columns(['workspace_id', 'user_id', 'last_message_at', 'id'])
    .execute()
  await db.schema.dropIndex('sessions_user').execute()
  // Folded parts of a session's stream, so that a long one is read fast (`packages/agent/src/transcript/sessionSnapshots.ts`).
  await db.schema
    .createTable('session_folds')
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('from_offset', 'text', (column) => column.notNull())
    .addColumn('to_offset', 'text', (column) => column.notNull())
    // JSON: an array of records.
    .addColumn('records', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_folds_key', ['session_id', 'from_offset'])
    .execute()
  await db.schema.alterTable('sessions').addColumn('thinking', 'text').execute()
  await approvals(db)
  await usage(db)
  await bridge(db)
  await db.schema
    .createTable('blobs')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('bytes', bytesType(db), (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blobs_key', ['workspace_id', 'hash'])
    .execute()
  // Which conversations show a picture: it is theirs to read, and is cleared away with the last of them.
  await db.schema
    .createTable('session_blobs')
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_blobs_key', ['session_id', 'hash'])
    .execute()
  await db.schema.createIndex('session_blobs_hash').on('session_blobs').columns(['workspace_id', 'hash']).execute()
}

async function approvals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('approvals')
    .addColumn('tool_call_id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('input_hash', 'text', (column) => column.notNull())
    .addColumn('revision', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  // `project_id` with `operation`: always allow this operation in this project. `session_id` alone: everything in it.
  await db.schema
    .createTable('approval_policies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('operation', 'text')
    .addColumn('session_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('approval_policies_user')
    .on('approval_policies')
    .columns(['user_id', 'workspace_id'])
    .execute()
  await db.schema
    .createTable('confirmations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('input_hash', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('revision', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
}

async function usage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    // `reserved` until the request has ended; then `settled`, or `estimated` if the figures never arrived.
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('input', 'bigint', (column) => column.notNull())
    .addColumn('cache_read', 'bigint', (column) => column.notNull())
    .addColumn('cache_write_5m', 'bigint', (column) => column.notNull())
    .addColumn('cache_write_1h', 'bigint', (column) => column.notNull())
    .addColumn('output', 'bigint', (column) => column.notNull())
    .addColumn('reasoning', 'bigint', (column) => column.notNull())
    // The sum of the buckets, for limits.
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('tool_calls', 'bigint', (column) => column.notNull())
    // Null if the model has no known price.
    .addColumn('cost_micro_usd', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  // With the sums that every request of a workspace with a limit per month looks at.
  await db.schema
    .createIndex('usage_workspace')
    .on('usage_entries')
    .columns(['workspace_id', 'created_at', 'cost_micro_usd', 'tokens', 'tool_calls'])
    .execute()
  await db.schema.createIndex('usage_session').on('usage_entries').columns(['session_id']).execute()
  await db.schema.createIndex('usage_run').on('usage_entries').columns(['run_id', 'status']).execute()
  // A workspace's usage in a calendar month before `until`, so that a monthly limit sums only later entries.
  await db.schema
    .createTable('usage_months')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('month', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addColumn('tool_calls', 'bigint', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('unpriced_tokens', 'bigint', (column) => column.notNull())
    .addColumn('micro_usd', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_months_key', ['workspace_id', 'month'])
    .execute()
  // One row per level (`run`, `session`, `month`); null means no limit of that kind.
  await db.schema
    .createTable('budgets')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('rounds', 'bigint')
    .addColumn('tool_calls', 'bigint')
    .addColumn('tokens', 'bigint')
    .addColumn('wall_ms', 'bigint')
    .addColumn('micro_usd', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('budgets_key', ['workspace_id', 'level'])
    .execute()
  await db.schema
    .createTable('model_catalogue')
    .addColumn('key', 'text', (column) => column.primaryKey())
    // JSON: the entry.
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('audit_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    // JSON: further facts, never a secret.
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_workspace').on('audit_events').columns(['workspace_id', 'created_at']).execute()
}

async function bridge(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('executors')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('executors_key', ['session_id', 'id'])
    .execute()
  await db.schema.createIndex('executors_session').on('executors').columns(['session_id', 'lease_until']).execute()
  await db.schema
    .createTable('bridge_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bridge_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('tool_call_id', 'text', (column) => column.notNull())
    .addColumn('executor_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('bridge_requests_call').on('bridge_requests').columns(['tool_call_id']).execute()
  await db.schema.createIndex('bridge_requests_session').on('bridge_requests').columns(['session_id']).execute()
}
