import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FileCost } from './budgets.ts'
import type { RunReport } from './report.ts'
import type { RunFolder } from './runFolder.ts'

/** The outcome of a run of Vitest, and the cost of each file. */
export interface VitestRun extends RunReport {
  readonly exitCode: number
  readonly costs: readonly FileCost[]
}

export interface VitestOptions {
  readonly folder: RunFolder
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names the run within its folder. */
  readonly name: string
  /** Where files that fail leave what their browsers showed. */
  readonly traces: string
}

/** The folder of the project. */
export const root = join(import.meta.dirname, '..', '..')

export const nameOf = (path: string): string => relative(root, path).replaceAll('\\', '/')

/** Runs Vitest to its end. */
export async function runVitest(args: readonly string[], options: VitestOptions): Promise<VitestRun> {
  const { folder, env, name, traces } = options
  const report = join(folder.path, `${name}.json`)
  const cpu = join(folder.path, `${name}-cpu`)
  mkdirSync(cpu)
  const program = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(program, ['run', '--reporter=default', '--reporter=./scripts/tests/reporter.ts', ...args], {
    cwd: root,
    env: {
      ...env,
      TMPDIR: folder.temporary,
      ATELIER_TEST_REPORT: report,
      ATELIER_TEST_CPU: cpu,
      ATELIER_TEST_TRACES: traces,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const written: RunReport = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { files: [], errors: ['Vitest ended without a report.'] }
  return { ...written, exitCode, costs: costsIn(cpu, written) }
}

function costsIn(folder: string, { files }: RunReport): FileCost[] {
  const projects = new Map(files.map(({ path, project }) => [path, project]))
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .filter((line) => line !== '')
    .map((line) => {
      const { path, seconds }: { path: string; seconds: number } = JSON.parse(line)
      return { path: nameOf(path), project: projects.get(path) ?? '', seconds }
    })
}
