import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest for errors outside of tests, which its JSON report leaves out: their messages go to the file that
 * `ATELIER_TEST_ERRORS` names. Without an error there is no file.
 */
export default class UnhandledErrors {
  onTestRunEnd(_modules: unknown, errors: readonly { message: string }[]): void {
    const path = process.env.ATELIER_TEST_ERRORS
    if (path && errors.length > 0) writeFileSync(path, errors.map(({ message }) => `${message}\n`).join(''))
  }
}
