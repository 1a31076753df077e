import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const weekMs = 7 * 86_400_000
const ledgerName = '.superseded.json'

/**
 * Removes files that earlier builds left in `folder`, but not before they have been out of use for a week: a running
 * server, or a studio tab that a user left open, still loads the chunks of its own build on first use. Their names
 * hold a hash of their content, so that builds do not get into each other's way.
 * @param current names, in `folder`, of the files that the build just wrote
 * @param now epoch milliseconds
 * @returns the names that were removed
 */
export function removeOldOutputs(folder: string, current: ReadonlySet<string>, now: number): string[] {
  const ledger = join(folder, ledgerName)
  const known = readLedger(ledger)
  const superseded: Record<string, number> = {}
  const removed: string[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name === ledgerName || current.has(entry.name)) continue
    const since = known[entry.name] ?? now
    if (now - since < weekMs) superseded[entry.name] = since
    else {
      rmSync(join(folder, entry.name), { force: true })
      removed.push(entry.name)
    }
  }
  writeFileSync(ledger, `${JSON.stringify(superseded, null, 2)}\n`)
  return removed
}

/** Since when each file is out of use, in epoch milliseconds; anything unreadable counts as newly out of use. */
function readLedger(file: string): Record<string, number> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).filter(([, since]) => typeof since === 'number'))
  } catch {
    // The first build, or a ledger that was cut short: the files then stay for another week.
    return {}
  }
}
