import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** CPU time of `reference` on an idle machine of two cores, in milliseconds. */
const IDLE_MS = 12

/**
 * How many times slower than that idle machine this one is now, at least 1: beside busy programs a core gets less done in the same
 * CPU time, since they share its units and caches.
 */
export function slowness(): number {
  if (!isCompiled) reference()
  isCompiled = true
  return Math.max(1, (reference() + reference()) / 2 / IDLE_MS)
}

/** Whether `reference` ran before: the first time includes its compilation. */
let isCompiled = false

/** CPU time of this thread for the same work each time, in milliseconds. */
function reference(): number {
  const before = process.threadCpuUsage()
  let length = 0
  for (let round = 0; round < 40; round += 1) {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      id: `row-${at}`,
      title: `Title ${at}`,
      tags: ['a', 'b', String(at)],
    }))
    length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
  }
  const { user, system } = process.threadCpuUsage(before)
  if (length === 0) throw new Error('Nothing was measured.')
  return (user + system) / 1000
}

/** Collects what earlier tests of the process left, so that this does not fall into what is measured. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('The garbage collector cannot be called.')
  collect()
}
