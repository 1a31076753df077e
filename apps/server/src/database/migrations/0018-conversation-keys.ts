import type { Kysely } from 'kysely'

/**
 * Keys of a project for the Conversation API and the read API. Only the digest of a key is stored. Lists are JSON
 * arrays, null where nothing is limited; times are epoch milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversation_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('models', 'text')
    .addColumn('tools', 'text')
    .addColumn('locales', 'text')
    .addColumn('origins', 'text', (column) => column.notNull())
    .addColumn('instructions', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text')
    .addColumn('model_id', 'text')
    .addColumn('per_minute', 'bigint', (column) => column.notNull())
    .addColumn('per_month', 'bigint', (column) => column.notNull())
    .addColumn('recent', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('month_count', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('conversation_keys_project').on('conversation_keys').column('project_id').execute()
  await db.schema.alterTable('sessions').addColumn('conversation_key_id', 'text').execute()
  await db.schema.createIndex('sessions_conversation_key').on('sessions').column('conversation_key_id').execute()
}
