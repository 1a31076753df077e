import { relative } from 'node:path'

/** One file of a JSON report; times in milliseconds. */
interface FileResult {
  name: string
  startTime: number
  endTime: number
}

/** How many files are named. */
const most = 10

/** The test files that took the longest, one a line with its seconds, named from `root`; empty for a single file. */
export function slowest(results: readonly FileResult[], root: string): string {
  if (results.length < 2) return ''
  const lines = results
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}\n`)
  return `The slowest files:\n${lines.join('')}`
}
