import { longestTurn as measureLongestTurn } from './longestTurn.ts'
import { collectGarbage, slowness } from './slowness.ts'

/**
 * Measures the CPU time of work on this thread, in milliseconds of an idle machine (see `slowness`). Time that other
 * programs take from the machine meanwhile does not count.
 */
export async function cpuTime<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const idle = beginMeasuring()
  const before = process.threadCpuUsage()
  const result = await work()
  const ms = sumOf(process.threadCpuUsage(before))
  return { result, ms: ms * idle() }
}

/** The same for the longest that this thread is at work between two turns of its event loop, and for all threads together. */
export async function longestTurn<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; longestMs: number; allMs: number }> {
  const idle = beginMeasuring()
  const before = process.cpuUsage()
  const { result, longestMs } = await measureLongestTurn(work)
  const allMs = sumOf(process.cpuUsage(before))
  const factor = idle()
  return { result, longestMs: longestMs * factor, allMs: allMs * factor }
}

const sumOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** @returns what turns a time that was measured since into that of an idle machine */
function beginMeasuring(): () => number {
  collectGarbage()
  const before = slowness()
  return () => 1 / Math.max(before, slowness())
}
