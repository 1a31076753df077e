/** The maximum cost of the tests of a part of the project in `npm test`, in CPU seconds. */
interface Budget {
  name: string
  /** Matches the paths of its test files; the first budget that matches has a file. */
  files: RegExp
  seconds: number
}

/**
 * A package that comes adds a line here and stays within it: what its tests cost beyond that belongs into the deep suite, or has
 * to become faster.
 */
export const budgets: readonly Budget[] = [
  { name: 'parts', files: /\/(cad|parts|kernel)\/|^e2e\/parts?[A-Z.]/, seconds: 150 },
  { name: 'assistant', files: /^packages\/cms\/|\/(cms|assistant)\/|^e2e\/assistant/, seconds: 90 },
  {
    name: 'content',
    files: /^packages\/(content|repository)\/|^apps\/\w+\/src\/content\/|^e2e\/(content|translate)/,
    seconds: 330,
  },
  { name: 'generate', files: /^packages\/generate\/|\/(generations|plan)\/|^e2e\/generation/, seconds: 60 },
  { name: 'site', files: /^packages\/site\//, seconds: 90 },
  { name: 'agent', files: /^packages\/agent\//, seconds: 30 },
  { name: 'other packages', files: /^packages\//, seconds: 40 },
  { name: 'server', files: /^apps\/(server|cli)\//, seconds: 250 },
  { name: 'studio', files: /^apps\/studio\//, seconds: 40 },
  { name: 'browser', files: /^e2e\//, seconds: 500 },
  { name: 'scripts', files: /./, seconds: 60 },
]

/** A file above this is named. */
const LONG_SECONDS = 20

export interface FileCost {
  /** Relative to the project. */
  path: string
  /** The project of `vitest.config.ts`. */
  project: string
  /** CPU seconds, of its servers and browsers as well. */
  seconds: number
}

/**
 * The cost of each part's tests, by project of `vitest.config.ts`, against its budget; then the files that cost much.
 */
export function describeCosts(costs: readonly FileCost[]): string {
  const rows = budgets.map((budget) => ({ budget, byProject: new Map<string, number>() }))
  for (const { path, project, seconds } of costs) {
    const row = rows.find(({ budget }) => budget.files.test(path))
    row?.byProject.set(project, (row.byProject.get(project) ?? 0) + seconds)
  }
  const lines = rows.flatMap(({ budget, byProject }) => {
    const total = sum(byProject.values())
    if (total === 0) return []
    const parts = [...byProject].map(([project, seconds]) => `${project} ${Math.round(seconds)}`).join(', ')
    const over = total > budget.seconds ? '  OVER' : ''
    return `${String(Math.round(total)).padStart(5)} of ${String(budget.seconds).padStart(4)} s  ${budget.name}: ${parts}${over}\n`
  })
  const long = costs
    .filter(({ seconds }) => seconds > LONG_SECONDS)
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ path, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${path}\n`)
  return [
    `CPU seconds against the budgets of scripts/tests/budgets.ts, ${Math.round(sum(costs.map(({ seconds }) => seconds)))} in all:\n`,
    ...lines,
    ...(long.length > 0 ? [`Files that cost more than ${LONG_SECONDS} CPU seconds:\n`, ...long] : []),
  ].join('')
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}
