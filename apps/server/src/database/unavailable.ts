/** The database cannot be used at all; the message is for the person who starts the server. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** By the code of a system error or of Postgres: what is the matter, and what to do. */
const postgresSays: Readonly<Record<string, [problem: string, advice: string]>> = {
  ENOTFOUND: ['there is no host of that name', 'Check the host in DATABASE_URL.'],
  EAI_AGAIN: ['the host name cannot be looked up now', 'Check the network, and the host in DATABASE_URL.'],
  ECONNREFUSED: ['nobody listens there', 'Check that Postgres runs, and the host and port in DATABASE_URL.'],
  ENOENT: ['there is no such socket', 'Check that Postgres runs, and the host in DATABASE_URL.'],
  EHOSTUNREACH: ['the host cannot be reached', 'Check the network, and the host in DATABASE_URL.'],
  ETIMEDOUT: ['it does not answer', 'Check the network, and the host and port in DATABASE_URL.'],
  '28P01': ['it refuses the user or the password', 'Check both in DATABASE_URL.'],
  '28000': ['it refuses the user or the way of signing in', 'Check DATABASE_URL, and pg_hba.conf of the server.'],
  '3D000': ['it has no such database', 'Make it with `createdb`, or name another in DATABASE_URL.'],
  '42501': ['the user may not make tables in it', 'Give the user the right to create in the schema public.'],
  '53300': ['it takes no more connections', 'Raise max_connections, or stop what else is connected.'],
  '57P03': ['it is still starting or is stopping', 'Start Atelier again in a moment.'],
}

/**
 * Why Postgres cannot be used, with the address that was tried, and never with the password. `undefined` if the error
 * is of another kind.
 */
export function postgresUnavailable(databaseUrl: string, error: unknown): DatabaseUnavailable | undefined {
  const tried = error instanceof AggregateError ? error.errors[0] : error
  if (!(tried instanceof Error)) return undefined
  const code = 'code' in tried && typeof tried.code === 'string' ? tried.code : ''
  if (code === 'ERR_INVALID_URL') {
    return new DatabaseUnavailable(
      'DATABASE_URL is not a valid address; it should look like postgres://user:password@host:5432/database, with characters such as @, : and / in the password written as %40, %3A and %2F.',
      { cause: error },
    )
  }
  const known = postgresSays[code] ?? (/timeout/i.test(tried.message) ? postgresSays.ETIMEDOUT : undefined)
  if (known) {
    const [problem, advice] = known
    return new DatabaseUnavailable(
      `Postgres at ${databaseAddress(databaseUrl)} cannot be used: ${problem}. ${advice} Leave DATABASE_URL out to use SQLite.`,
      { cause: error },
    )
  }
  if (tried.cause !== undefined) return postgresUnavailable(databaseUrl, tried.cause)
  return undefined
}

/** Why the data folder cannot be used; `undefined` if the error is of another kind. */
export function folderUnavailable(folder: string, error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const say = (problem: string) =>
    new DatabaseUnavailable(`The data folder ${folder} cannot be used: ${problem}.`, { cause: error })
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return say('this user may not write there. Change its owner, or set ATELIER_DATA to another folder')
    case 'EROFS':
      return say('it is on a file system that cannot be written. Set ATELIER_DATA to another folder')
    case 'ENOTDIR':
    case 'EEXIST':
      return say('something in its path is a file and no folder. Set ATELIER_DATA to another folder')
    case 'ENOSPC':
      return say('the disk is full. Make room, or set ATELIER_DATA to another folder')
    case 'ERR_SQLITE_ERROR':
      if (!/not a database|malformed/i.test(error.message)) return undefined
      return say('atelier.db in it is damaged or is not a database. Put a backup in its place')
    default:
      return undefined
  }
}

/** Host, port and database, without user and password. */
function databaseAddress(databaseUrl: string): string {
  // A URL for a socket has an empty host, which the standard's parser does not take.
  const spelled = databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?]*@)(?=[/?])/, '$1localhost')
  if (!URL.canParse(spelled)) return 'the address in DATABASE_URL'
  const { host, pathname, searchParams } = new URL(spelled)
  const name = decodeURIComponent(pathname.slice(1))
  return `${searchParams.get('host') ?? (host || 'localhost')}${name ? ` (database "${name}")` : ''}`
}
