import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Content: what is derived from its documents (models, entries, branches), and the log that the repository is written
 * from. The rows of an entry hold its settled state. Times are epoch milliseconds, JSON is text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_projects')
    .addColumn('project_id', 'text', (column) =>
      column.primaryKey().notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('schema', 'text')
    .addColumn('schema_seq', 'bigint', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('written_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pushed_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('tip', 'text')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('idle'))
    .addColumn('error', 'text')
    .addColumn('remote', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .execute()
  await entries(db)
  await db.schema
    .createTable('content_changes')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('change_set_id', 'text')
    .addColumn('label', 'text')
    .addColumn('affected', 'text', (column) => column.notNull())
    .addColumn('patches', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_changes_key', ['project_id', 'seq', 'document_id'])
    .execute()
  await db.schema
    .createIndex('content_changes_document')
    .on('content_changes')
    .columns(['document_id', 'seq'])
    .execute()
  await db.schema
    .createTable('content_branches')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('changes', 'bigint', (column) => column.notNull())
    .addColumn('merge_at', 'bigint')
    .addColumn('base_tip', 'text')
    .addColumn('tip', 'text')
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addPrimaryKeyConstraint('content_branches_key', ['project_id', 'id'])
    .execute()
  await db.schema.createIndex('content_branches_due').on('content_branches').columns(['state', 'merge_at']).execute()
  await db.schema
    .createTable('submissions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('model_id', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('entry_id', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('submissions_inbox')
    .on('submissions')
    .columns(['project_id', 'model_id', 'state', 'id'])
    .execute()
  await search(db)
}

async function entries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_entries')
    .addColumn('document_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('model_id', 'text', (column) => column.notNull())
    .addColumn('entry_id', 'text', (column) => column.notNull())
    .addColumn('head', 'bigint', (column) => column.notNull())
    // The number of the change that last wrote this row: what is kept in memory is brought up to date by it.
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('issues', 'text', (column) => column.notNull())
    // A change of its model is not looked at here yet.
    .addColumn('stale', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('content_entries_changed')
    .on('content_entries')
    .columns(['project_id', 'model_id', 'seq'])
    .execute()
  await db.schema
    .createIndex('content_entries_name')
    .on('content_entries')
    .columns(['project_id', 'model_id', 'entry_id'])
    .execute()
  await db.schema.createIndex('content_entries_next').on('content_entries').columns(['next_at']).execute()
  await db.schema.createIndex('content_entries_stale').on('content_entries').columns(['stale', 'project_id']).execute()
  await db.schema
    .createTable('content_keys')
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    // The model is the entry's own for a unique value, and the target's for a reference; empty for media.
    .addColumn('model_id', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('content_keys_value')
    .on('content_keys')
    .columns(['project_id', 'kind', 'model_id', 'value'])
    .execute()
  await db.schema.createIndex('content_keys_document').on('content_keys').columns(['document_id']).execute()
}

/** Texts as `searchTextOf` prepares them: words between spaces, so that both databases find the same. */
async function search(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = postgres ? sql`bigserial primary key` : sql`integer primary key autoincrement`
  await sql`
    create table content_search (
      id ${id},
      document_id text not null,
      project_id text not null references projects (id) on delete cascade,
      place text not null,
      model_id text not null,
      entry_id text not null,
      locale text not null,
      title text not null,
      body text not null
    )`.execute(db)
  await db.schema.createIndex('content_search_document').on('content_search').columns(['document_id']).execute()
  if (postgres) {
    await sql`
      alter table content_search add column words tsvector generated always as (
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'D')
      ) stored`.execute(db)
    await sql`create index content_search_words on content_search using gin (words)`.execute(db)
    await sql`create index content_search_project on content_search (project_id)`.execute(db)
    return
  }
  await sql`
    create virtual table content_search_index using fts5(
      place, title, body, content='content_search', content_rowid='id', tokenize="unicode61 remove_diacritics 0"
    )`.execute(db)
  await sql`
    create trigger content_search_added after insert on content_search begin
      insert into content_search_index (rowid, place, title, body) values (new.id, new.place, new.title, new.body);
    end`.execute(db)
  await sql`
    create trigger content_search_removed after delete on content_search begin
      insert into content_search_index (content_search_index, rowid, place, title, body)
      values ('delete', old.id, old.place, old.title, old.body);
    end`.execute(db)
}
