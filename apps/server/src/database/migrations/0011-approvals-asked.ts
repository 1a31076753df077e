import type { Kysely } from 'kysely'

/** How often a question was put to a person: one with a new question is decided on by its revision only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('approvals')
    .addColumn('asked', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute()
}
