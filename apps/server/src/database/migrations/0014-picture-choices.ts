import type { Kysely } from 'kysely'

/** Which service a workspace takes pictures from, and by which model one makes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('picture_choices')
    .addColumn('workspace_id', 'text', (column) =>
      column.primaryKey().notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .execute()
}
