import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest, readSources, type SourceFile } from './sources.ts'

/** In so many rooms the same name of a function does not say any more what the function is about. */
const MAX_ROOMS = 2

/** A function at the top level of a module, in both forms. */
const topLevelFunction =
  /^(?:export )?(?:async )?function\*? ?(\w+)|^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]+>)?(?:\([^\n]*\)(?:: [^=\n]+)? =>|\w+ =>|function\b|\($)/gm

/** A folder directly in a package's or app's `src`; the `src` itself for the files that lie in it. */
function roomOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+\/src(?:\/[^/]+(?=\/))?/.exec(path)?.[0]
}

/**
 * The names of top-level functions that occur in three rooms or more, with the number of rooms, in alphabetical order.
 * React components and hooks are left out: their names are those of what is on the screen.
 */
export function commonNames(files: readonly SourceFile[]): Record<string, number> {
  const rooms = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const room = isTest(path) ? undefined : roomOf(path)
    if (room === undefined) continue
    for (const [, declared, assigned] of text.matchAll(topLevelFunction)) {
      const name = declared ?? assigned ?? ''
      if (/^[A-Z]/.test(name)) continue
      const known = rooms.get(name) ?? new Set()
      rooms.set(name, known.add(room))
    }
  }
  return Object.fromEntries(
    [...rooms]
      .filter(([, { size }]) => size > MAX_ROOMS)
      .map(([name, { size }]): [string, number] => [name, size])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/**
 * A sentence for each name that has come into more rooms than `known` says, and for each that is in fewer, so that the
 * list shrinks with the code.
 */
export function commonNameProblems(
  files: readonly SourceFile[],
  known: Readonly<Record<string, number>>,
): readonly string[] {
  const now = commonNames(files)
  return [...new Set([...Object.keys(now), ...Object.keys(known)])].sort().flatMap((name) => {
    const [count = 0, before = 0] = [now[name], known[name]]
    if (count > before)
      return [
        `${name} is the name of functions in ${count} rooms (known: ${before}): let the new one say of what it is`,
      ]
    if (count < before)
      return [
        `${name} is in ${count > MAX_ROOMS ? count : 'two'} rooms now: run node scripts/names.ts, which takes it from the list`,
      ]
    return []
  })
}

/** `node scripts/names.ts` writes the list anew. It may only get shorter. */
if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const scripts = dirname(fileURLToPath(import.meta.url))
  const list = `${JSON.stringify(commonNames(readSources(dirname(scripts))), null, 2)}\n`
  writeFileSync(join(scripts, 'commonNames.json'), list)
}
