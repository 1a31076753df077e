import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'

/**
 * Whether SQLite could read the log beside its database (`atelier.db-wal`): SQLite ignores a log whose header it does
 * not understand, and the last commits would be lost silently. SQLite file format, 4.1 and 4.2.
 */
export function logTrouble(database: string): string | undefined {
  const log = `${database}-wal`
  if (!existsSync(log) || statSync(log).size === 0) return undefined
  if (isReadableLog(log)) return undefined
  return `The log ${log} cannot be read, so the latest changes would be missing: put back a backup of the folder, or start with --accept to set the log aside and continue without them.`
}

/** Renames a log that cannot be read, so that SQLite starts another and nothing of it is lost. */
export function setLogAside(database: string, now: number): void {
  renameSync(`${database}-wal`, `${database}-wal.unreadable-${now}`)
  rmSync(`${database}-shm`, { force: true })
}

const headerBytes = 32

function isReadableLog(log: string): boolean {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(log, 'r')
  try {
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return false
  } finally {
    closeSync(file)
  }
  const magic = header.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false
  const word = (at: number) => (magic === 0x377f0683 ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return header.readUInt32BE(24) === first && header.readUInt32BE(28) === second
}
