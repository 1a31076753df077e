/** One fault of one line, and the tests that have to notice it. Paths are relative to the project. */
export interface Mutant {
  file: string
  /** Stands in the file exactly once. */
  before: string
  after: string
  tests: readonly string[]
}

/** Mutants of one file. `tests` are named from the file's folder unless they begin with `apps/`, `packages/` or `scripts/`. */
export function mutantsOf(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [before: string, after: string])[],
): Mutant[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const paths = tests.map((test) => (/^(apps|packages|scripts)\//.test(test) ? test : `${folder}${test}`))
  return changes.map(([before, after]) => ({ file, before, after, tests: paths }))
}
