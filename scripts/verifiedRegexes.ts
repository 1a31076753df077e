// Proves the regular expressions that are not in verifiedRegexes.json, and writes it: node scripts/verifiedRegexes.ts
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type FoundRegex, findRegexes, isReviewed } from './regexes.ts'
import { growthOf, needsProof, type Regex } from './regexGrowth.ts'

const listPath = fileURLToPath(new URL('verifiedRegexes.json', import.meta.url))
const Package = Type.Object({ version: Type.String() })
const List = Type.Object({ checker: Type.String(), patterns: Type.Array(Type.String()) })
/** The patterns that a checker has proved to take linear time, each as `/pattern/flags`, sorted. */
export type VerifiedList = Type.Static<typeof List>

export const textOfRegex = ({ pattern, flags }: Regex): string => `/${pattern}/${flags}`

/** The version of recheck, and a digest of its settings: another one has to prove all patterns anew. */
export function checkerVersion(): string {
  const { version } = Value.Parse(Package, createRequire(import.meta.url)('recheck/package.json'))
  const source = readFileSync(new URL('regexGrowth.ts', import.meta.url), 'utf8').replaceAll('\r\n', '\n')
  return `recheck ${version}, ${createHash('sha256').update(source).digest('hex').slice(0, 12)}`
}

export const readVerified = (): VerifiedList => Value.Parse(List, JSON.parse(readFileSync(listPath, 'utf8')))

/** Those that only the automaton can prove. */
export const regexesToProve = (found: readonly FoundRegex[]): FoundRegex[] =>
  found.filter((each) => !each.places.every(isReviewed) && needsProof(each))

export interface Verification {
  /** Sentences about patterns that are not linear, with their places. */
  slow: string[]
  /** The required content of the list. */
  list: VerifiedList
}

/** Proves what `list` does not hold; all where another checker made it. */
export function verify(
  found: readonly FoundRegex[],
  list: VerifiedList,
  checker: string,
  growth: (regex: Regex) => string = growthOf,
): Verification {
  const known = new Set(list.checker === checker ? list.patterns : [])
  const slow: string[] = []
  const patterns: string[] = []
  for (const regex of found) {
    const text = textOfRegex(regex)
    const kind = known.has(text) ? 'linear' : growth(regex)
    if (kind === 'linear') patterns.push(text)
    else slow.push(`${regex.places.join(', ')}: ${text} is ${kind}`)
  }
  return { slow, list: { checker, patterns: patterns.sort() } }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { slow, list } = verify(regexesToProve(findRegexes()), readVerified(), checkerVersion())
  writeFileSync(listPath, `${JSON.stringify(list, null, 2)}\n`)
  if (slow.length > 0) {
    console.error(`Not linear, and so not in the list:\n${slow.join('\n')}`)
    process.exit(1)
  }
}
