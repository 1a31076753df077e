/** The outcome of one test. */
export interface TestOutcome {
  name: string
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  /** Why it failed. */
  reasons: readonly string[]
}

/** The outcome of one file of tests. */
export interface FileReport {
  path: string
  /** The project of `vitest.config.ts`. */
  project: string
  /** From its import to the end of its last hook. */
  seconds: number
  /** false if its worker died before. */
  ended: boolean
  /** Failures outside of its tests: its import, a hook. */
  errors: readonly string[]
  tests: readonly TestOutcome[]
}

/** The outcome of a run of Vitest. */
export interface RunReport {
  files: readonly FileReport[]
  /** Errors outside of all files. */
  errors: readonly string[]
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const hasFailed = ({ ended, errors, tests }: FileReport): boolean =>
  !ended || errors.length > 0 || tests.some(({ state }) => state === 'failed')

/** Whether a file that failed may run again: a browser test, or one whose process died. A failure of any other test counts. */
export const mayRepeat = ({ project, ended }: FileReport): boolean => project === 'e2e' || !ended

/** Whether an error says that a worker died. Its files say it as well: they have not ended. */
export const isDeath = (error: string): boolean => /Worker \w+ emitted error|Worker exited unexpectedly/.test(error)

/** The reports of a run with those of its files that ran again in their place. */
export function withRepeated(files: readonly FileReport[], repeated: readonly FileReport[]): FileReport[] {
  const again = new Map(repeated.map((file) => [file.path, file]))
  return files.map((file) => again.get(file.path) ?? file)
}

/** How many tests passed, failed and were skipped; a file that failed as a whole counts as one that failed. */
export function countTests(files: readonly FileReport[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) {
    const count = (wanted: TestOutcome['state']) => file.tests.filter(({ state }) => state === wanted).length
    const failed = count('failed')
    counts.failed += failed > 0 || !hasFailed(file) ? failed : 1
    counts.passed += count('passed')
    counts.skipped += count('skipped')
  }
  return counts
}

/** The failures in these files, one test a line with the first line of the reason; empty if nothing did. */
export function describeFailures(files: readonly FileReport[], nameOf: (path: string) => string): string {
  return files
    .filter(hasFailed)
    .flatMap(({ path, ended, errors, tests }) => {
      const name = nameOf(path)
      const failed = tests.filter(({ state }) => state === 'failed')
      return [
        ...(ended ? [] : [`  ${name}: its process ended before its tests did\n`]),
        ...errors.map((error) => `  ${name}: ${firstLine(error)}\n`),
        ...failed.map((test) => `  ${name} > ${test.name}: ${firstLine(test.reasons[0])}\n`),
      ]
    })
    .join('')
}

function firstLine(text: string | undefined): string {
  return (text ?? '').split('\n', 1)[0] || 'no reason given'
}
