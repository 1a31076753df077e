import type { Kysely } from 'kysely'

/** How often the forms of sites were sent: by an address within a minute, by everybody within a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('form_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('form_counts_until').on('form_counts').column('until').execute()
}
