/** What a test file came to in a JSON report of Vitest. */
export interface FileReport {
  name: string
  startTime: number
  endTime: number
  status: string
  /** Why the file itself failed, if it did. */
  message: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** A file whose `beforeAll` throws has skipped tests and, to Vitest, passed: its message alone says that it failed. */
const hasFailed = ({ status, message }: FileReport) => status !== 'passed' || message !== ''

/** The files that failed, by their path. */
export function failedFiles(files: readonly FileReport[]): string[] {
  return files.filter(hasFailed).map(({ name }) => name)
}

/** The reports of a run with those of its failed files that ran again in their place. */
export function withRepeated(files: readonly FileReport[], repeated: readonly FileReport[]): FileReport[] {
  const again = new Map(repeated.map((file) => [file.name, file]))
  return files.map((file) => again.get(file.name) ?? file)
}

/** How many tests passed, failed and were skipped; a file that failed as a whole counts as one that failed. */
export function countTests(files: readonly FileReport[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) {
    const { assertionResults } = file
    const failed = assertionResults.filter((each) => each.status === 'failed').length
    counts.failed += failed > 0 || !hasFailed(file) ? failed : 1
    counts.passed += assertionResults.filter((each) => each.status === 'passed').length
    counts.skipped += assertionResults.filter((each) => !/passed|failed/.test(each.status)).length
  }
  return counts
}

/** The tests that failed the first time, one a line with the first line of why; empty without one. */
export function describeFirstFailures(files: readonly FileReport[], nameOf: (path: string) => string): string {
  return files
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [`  ${nameOf(name)}: ${firstLine(message)}\n`]
      return failed.map((each) => `  ${nameOf(name)} > ${each.fullName}: ${firstLine(each.failureMessages?.[0])}\n`)
    })
    .join('')
}

function firstLine(text: string | undefined): string {
  return (text ?? '').split('\n', 1)[0] || 'no reason given'
}
