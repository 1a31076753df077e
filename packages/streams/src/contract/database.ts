import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** One compiled statement; what Kysely's `compile()` returns. Parameters are strings, numbers, null or bytes. */
export type Query<Row = unknown> = Pick<CompiledQuery<Row>, 'sql' | 'parameters'>

export interface QueryResult<Row = unknown> {
  rows: Row[]
  /** Rows inserted, updated or deleted; 0 for a select. */
  affected: number
}

/**
 * Work on the database, written once for both drivers: it yields statements and receives their results. SQLite runs
 * it synchronously, Postgres with awaits; it cannot await anything itself, so no transaction is ever held open by it.
 */
export type Script<Result> = Generator<Query, Result, QueryResult>

/** What Kysely builds, or what a `statement` returns, which is compiled already. */
type Compilable<Row> = { compile(): CompiledQuery<Row> } | CompiledQuery<Row>

/** Yields one statement within a script and returns its rows, typed. */
export function* rowsOf<Row>(query: Compilable<Row>): Generator<Query, Row[], QueryResult> {
  const result = yield 'compile' in query ? query.compile() : query
  return result.rows as Row[]
}

/** Yields one writing statement within a script and returns how many rows it touched. */
export function* affectedBy(query: Compilable<unknown>): Generator<Query, number, QueryResult> {
  const result = yield 'compile' in query ? query.compile() : query
  return result.affected
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * Which commits a read sees: with `durable`, the default, those that survive a power failure. `committed` MAY include
 * commits that the disk does not hold yet and waits for none of them: only for what decides about a later commit, whose
 * durability includes theirs.
 */
export type ReadLevel = 'durable' | 'committed'

/** The database port. `apps/server/database` has the two drivers; both run the kit in `apps/server/testing/databaseKit.ts`. */
export interface Database {
  readonly dialect: Dialect
  /** Runs a script of selects outside any transaction. */
  read<Result>(script: Script<Result>, level?: ReadLevel): Promise<Result>
  /**
   * Runs a script of one writing statement, which is a transaction by itself, and resolves once it is durable. It is
   * not run again after a lost race and wakes no topic; on Postgres it takes one round trip where `transact` takes five.
   */
  write<Result>(script: Script<Result>): Promise<Result>
  /**
   * Runs a script as one transaction and resolves once it is durable. Scripts handed in during one turn of the event
   * loop share a transaction, each in a savepoint: only the one that throws is rolled back. `script` MAY be called
   * again (after a deadlock or a serialisation failure on Postgres), so it MUST take all its state from its own body.
   * `wake` names the topics whose listeners, in every process, are notified after the commit. `whenDurable` is called
   * once, before the listeners of this process are.
   */
  transact<Result>(
    script: () => Script<Result>,
    wake?: (result: Result) => readonly string[],
    whenDurable?: (result: Result) => void,
  ): Promise<Result>
  /** Calls `listener` after each commit that named `topic`, in any process on this database. Returns the way to stop. */
  subscribe(topic: string, listener: () => void): () => void
  close(): Promise<void>
}

/** The dialect in which a Kysely compiles its queries. */
export function dialectOf(kysely: Pick<Kysely<unknown>, 'getExecutor'>): Dialect {
  return kysely.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** A Kysely that only compiles: the queries of a script are built with it and run by the database port. */
export function queryBuilder<Tables>(dialect: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect:
      dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  })
}
