import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from './support/mutants/areas.ts'
import { checkTests, copyOf, listProblems, type Outcome, outcomeOf } from './support/mutants/run.ts'

/**
 * Faults of one line, written by hand, each against the tests that have to notice it, in a copy of the sources: how many
 * are killed. Names of areas, or parts of a file's path, after the benchmark's name choose some of them.
 * @throws Error when the list names what is not there, or when the tests fail without any fault
 */
export async function run(): Promise<object> {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith('--'))
  const chosen = Object.entries(areas).flatMap(([area, mutants]) =>
    mutants
      .filter(({ file }) => wanted.length === 0 || wanted.some((word) => word === area || file.includes(word)))
      .map((mutant) => ({ area, ...mutant })),
  )
  const problems = listProblems(root, chosen)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (chosen.length === 0) throw new Error(`There is no mutant of ${wanted.join(', ')}.`)
  const copy = copyOf(root)
  const counts = new Map<string, Record<Outcome, number>>()
  const missed: string[] = []
  try {
    await checkTests(copy.folder, [...new Set(chosen.flatMap(({ tests }) => tests))])
    for (const [at, mutant] of chosen.entries()) {
      const outcome = await outcomeOf(copy.folder, mutant)
      const count = counts.get(mutant.area) ?? { killed: 0, survived: 0, broken: 0 }
      count[outcome] += 1
      counts.set(mutant.area, count)
      const line = `${mutant.file}: ${JSON.stringify(mutant.before)} → ${JSON.stringify(mutant.after)}`
      if (outcome !== 'killed') missed.push(`${outcome}: ${line}`)
      process.stderr.write(`${at + 1}/${chosen.length} ${outcome} ${line}\n`)
    }
  } finally {
    copy.remove()
  }
  const killed = [...counts.values()].reduce((sum, count) => sum + count.killed, 0)
  return {
    mutants: chosen.length,
    killed,
    share: Math.round((killed / chosen.length) * 1000) / 1000,
    areas: Object.fromEntries(counts),
    missed,
  }
}
