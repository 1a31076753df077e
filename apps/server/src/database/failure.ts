import type { OperationError } from '@atelier/operation'

/** SQLite's primary result codes (sqlite.org/rescode.html): IOERR, FULL, CANTOPEN, READONLY. */
const sqliteCodes = new Map([
  [10, 'disk'],
  [13, 'full'],
  [14, 'disk'],
  [8, 'disk'],
])
/** The operating system's names, Postgres's codes, and the classes of Postgres's codes (its manual, appendix A). */
const codes = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['53100', 'full'],
  ['EROFS', 'disk'],
  ['EIO', 'disk'],
  ['58', 'disk'],
  ['08', 'away'],
  ['53', 'away'],
  ['57', 'away'],
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EPIPE', 'away'],
  ['ETIMEDOUT', 'away'],
])
const errors: Record<string, OperationError> = {
  full: {
    code: 'storage_full',
    message: 'The server could not store this: its disk is full.',
    hint: 'Nothing that was stored before is lost. Free some space on the server, then try again.',
  },
  disk: {
    code: 'storage_failed',
    message: 'The server could not store this: its disk refuses to be written.',
    hint: 'Nothing that was stored before is lost. The server’s log says what the disk answered.',
  },
  away: {
    code: 'storage_away',
    message: 'The server cannot reach its database at the moment.',
    hint: 'Wait a moment, look whether the change was made, and try again if it was not.',
  },
}

/** The message for a person about an error of the storage; undefined for every other error. */
export function storageFailure(error: unknown): OperationError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const kind = databaseErrorKind(at)
    if (kind !== undefined) return errors[kind]
  }
  return undefined
}

function databaseErrorKind(error: Error): string | undefined {
  // The low byte of an extended code is the primary one.
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.get(error.errcode & 0xff)
  if ('code' in error && typeof error.code === 'string') {
    return codes.get(error.code) ?? (/^\w{5}$/.test(error.code) ? codes.get(error.code.slice(0, 2)) : undefined)
  }
  return error.message.startsWith('Connection terminated') ? 'away' : undefined
}
