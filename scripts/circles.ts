import { dirname, join, sep } from 'node:path'
import { importsOf, isTest, type SourceFile } from './sources.ts'

/**
 * The folders that are still in a circle, by the folder around them; `.` means the files that lie in that folder
 * itself. The list only ever shrinks: `foldersInCircles` also complains about an entry that is no longer needed.
 */
export const stillInCircles: Readonly<Record<string, readonly string[]>> = {}

/** One import between two sibling folders. */
export interface Step {
  from: string
  to: string
  /** The file that imports, and the file that is imported, both relative to the project. */
  file: string
  target: string
}

/**
 * Every circle among sibling folders in a package or app, as a sentence with the imports of one
 * shortest way around. Type imports count; tests and test support do not. `known` lists the folders that may be in
 * a circle for now; a known folder that is in none is a sentence as well.
 */
export function foldersInCircles(
  files: readonly SourceFile[],
  known: Readonly<Record<string, readonly string[]>> = stillInCircles,
): string[] {
  const levels = stepsByLevel(files)
  const broken: string[] = []
  for (const level of new Set([...levels.keys(), ...Object.keys(known)])) {
    const steps = levels.get(level) ?? []
    const allowed = new Set(known[level] ?? [])
    const told = new Set<string>()
    for (const folder of [...new Set(steps.map(({ from }) => from))].sort()) {
      const circle = shortestCircle(steps, folder)
      if (!circle) continue
      if (allowed.delete(folder) || told.has(folder)) continue
      for (const { from } of circle) told.add(from)
      const imports = circle.map(({ file, target }) => `  ${file} imports ${target}`)
      broken.push(
        `${level} has a circle of folders: ${circle.map(({ from }) => from).join(' -> ')} -> ${folder}\n${imports.join('\n')}`,
      )
    }
    for (const folder of allowed) {
      broken.push(
        `${level}: "${folder}" stands in no circle any more; remove it from stillInCircles in scripts/circles.ts`,
      )
    }
  }
  return broken
}

/** The imports between sibling folders, by the folder that holds both. */
export function stepsByLevel(files: readonly SourceFile[]): Map<string, Step[]> {
  const levels = new Map<string, Step[]>()
  for (const { path, text } of files) {
    const [floor] = /^(?:packages|apps)\/[^/]+\/src(?=\/)/.exec(path) ?? []
    if (floor === undefined || isTest(path)) continue
    const own = `@atelier/${floor.split('/')[1]}`
    for (const specifier of importsOf(text)) {
      const target = specifier.startsWith('.')
        ? join(dirname(path), specifier).split(sep).join('/')
        : specifier === own
          ? `${floor}/index.ts`
          : undefined
      if (!target?.startsWith(`${floor}/`)) continue
      const level = commonFolder(path, target)
      const from = childOf(level, path)
      const to = childOf(level, target)
      if (from === to) continue
      const steps = levels.get(level) ?? []
      steps.push({ from, to, file: path, target })
      levels.set(level, steps)
    }
  }
  return levels
}

function commonFolder(one: string, other: string): string {
  let folder = dirname(one)
  while (!other.startsWith(`${folder}/`)) folder = dirname(folder)
  return folder
}

/** The folder directly in `level` that holds a file; `.` for a file that lies in `level` itself. */
function childOf(level: string, path: string): string {
  const [first = '', ...rest] = path.slice(level.length + 1).split('/')
  return rest.length === 0 ? '.' : first
}

/** The steps of a shortest way from a folder back to itself. */
function shortestCircle(steps: readonly Step[], start: string): Step[] | undefined {
  const reached = new Map<string, Step[]>([[start, []]])
  for (const [folder, way] of reached) {
    for (const step of steps) {
      if (step.from !== folder) continue
      if (step.to === start) return [...way, step]
      if (!reached.has(step.to)) reached.set(step.to, [...way, step])
    }
  }
  return undefined
}
