import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import type { FileReport, RunReport } from './report.ts'

/**
 * A reporter of Vitest that writes a `RunReport` as JSON to the file that `ATELIER_TEST_REPORT` names: unlike Vitest's own JSON
 * report it knows errors outside of tests, and files that no worker came to the end of.
 */
export default class RunReporter implements Reporter {
  #files = new Map<string, FileReport>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId, project } of specifications) {
      this.#files.set(moduleId, {
        path: moduleId,
        project: project.name,
        seconds: 0,
        ended: false,
        errors: [],
        tests: [],
      })
    }
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const module of modules) this.#files.set(module.moduleId, reportOf(module))
    const report: RunReport = {
      files: [...this.#files.values()],
      errors: errors.map(({ message, cause }) => `${message}${cause?.message ? ` ${cause.message}` : ''}`),
    }
    const path = process.env.ATELIER_TEST_REPORT
    if (path) writeFileSync(path, JSON.stringify(report))
  }
}

function reportOf(module: TestModule): FileReport {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    return { name: test.fullName, state, reasons: errors.map(({ message }) => message) }
  })
  return {
    path: module.moduleId,
    project: module.project.name,
    seconds: (duration + collectDuration + setupDuration) / 1000,
    // The tests of a file whose worker died wait for ever.
    ended:
      module.state() !== 'queued' && module.state() !== 'pending' && tests.every(({ state }) => state !== 'pending'),
    errors: module.errors().map(({ message }) => message),
    tests,
  }
}
