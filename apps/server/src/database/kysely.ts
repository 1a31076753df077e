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
import type { Statements } from './statements.ts'

/** What to wait for before the outcome of a statement is returned. */
type Durable = (wrote: boolean) => Promise<void> | undefined

class SqliteConnection implements DatabaseConnection {
  readonly #statements: Statements
  readonly #durable: Durable

  constructor(statements: Statements, durable: Durable) {
    this.#statements = statements
    this.#durable = durable
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = this.#statements.run(query)
    await this.#durable(!/^\s*select\b/i.test(query.sql))
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

  constructor(statements: Statements, durable: Durable) {
    this.connection = new SqliteConnection(statements, durable)
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
export function sharedKysely<Tables>({
  statements,
  durable,
}: {
  statements: Statements
  durable: Durable
}): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: dialect(
      () => new SqliteAdapter(),
      () => new SharedDriver(statements, durable),
    ),
  })
}

/** A Kysely that may open transactions, for migrations only: nothing else may use the connection meanwhile. */
export function exclusiveKysely(statements: Statements): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: dialect(
      () => new MigratingAdapter(),
      () => new ExclusiveDriver(statements, () => undefined),
    ),
  })
}
