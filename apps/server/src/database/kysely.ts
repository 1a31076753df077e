import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteDatabase } from './sqlite.ts'
import type { Statements } from './statements.ts'

/** Runs statements, and says what to wait for before the outcome of one is returned. */
type Runner = Pick<SqliteDatabase, 'run' | 'durable'>

class SqliteConnection implements DatabaseConnection {
  readonly #runner: Runner

  constructor(runner: Runner) {
    this.#runner = runner
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isRead = /^\s*select\b/i.test(query.sql)
    const { rows, affected } = await this.#runner.run(query, isRead)
    await this.#runner.durable(!isRead)
    // The port's rows are unknown; Kysely's builder is what types them.
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // In one piece: a cursor left open between turns would hold up the checkpoint of the write-ahead log.
    yield await this.executeQuery<Row>(query)
  }
}

class SharedDriver implements Driver {
  readonly connection: SqliteConnection

  constructor(runner: Runner) {
    this.connection = new SqliteConnection(runner)
  }

  async init() {}
  async acquireConnection() {
    return this.connection
  }
  async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    throw new Error('A transaction here would hold up every other query: use the transact method of the database port.')
  }
  async commitTransaction(_connection: DatabaseConnection): Promise<void> {}
  async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {}
  async releaseConnection() {}
  async destroy() {}
}

/** For migrations, before anything else uses the connection: these may hold a transaction open. */
class ExclusiveDriver extends SharedDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(statement('begin immediate'))
  }
  override async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(statement('commit'))
  }
  override async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(statement('rollback'))
  }
}

class MigratingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function statement(sql: string): CompiledQuery {
  return {
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  }
}

function dialect(createAdapter: () => SqliteAdapter, createDriver: () => Driver): Dialect {
  return {
    createAdapter,
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** A Kysely on the port's own connection. Each statement is a transaction of its own; `transaction()` is refused. */
export function sharedKysely<Tables>(runner: Runner): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: dialect(
      () => new SqliteAdapter(),
      () => new SharedDriver(runner),
    ),
  })
}

/** A Kysely that may open transactions, for migrations only: nothing else may use the connection meanwhile. */
export function exclusiveKysely(statements: Statements): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: dialect(
      () => new MigratingAdapter(),
      () => new ExclusiveDriver({ run: async (query) => statements.run(query), durable: () => undefined }),
    ),
  })
}
