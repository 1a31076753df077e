import type { FileReport } from './report.ts'

/** How many files are named. */
const most = 10

/** The test files that took the longest, one a line with its seconds; empty for a single file. */
export function slowest(files: readonly FileReport[], nameOf: (path: string) => string): string {
  if (files.length < 2) return ''
  const lines = [...files]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${nameOf(path)}\n`)
  return `The slowest files:\n${lines.join('')}`
}
