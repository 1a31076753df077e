import { checkSync } from 'recheck'

export interface Regex {
  pattern: string
  flags: string
}

const inside = String.raw`(?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\))*`
const oneCharacter = /^\[(?:[^\]\\]|\\.)*\]$/

/** Whether a part of a pattern can match any number of times. */
const repeats = (pattern: string) => /[*+]|\{\d+,\}/.test(pattern.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, ''))

/**
 * The pattern for the automaton in place of the original; undefined for a pattern that needs no proof, as it looks at
 * one character or has one bounded number of ways to match, whatever the input. Parts unknown to an automaton are
 * replaced so that more can go wrong, never less: a lookahead may fail anywhere (a private character represents it), a
 * lookbehind keeps no start away, a back reference is its group once more, a large upper bound is none. A sticky
 * pattern is tried at one place only.
 */
function patternToProve({ pattern, flags }: Regex): string | undefined {
  if (oneCharacter.test(pattern)) return undefined
  const groups = [...pattern.matchAll(/\((?!\?(?!<[a-z]))(?:\?<\w+>)?([^()]*)\)/gi)].map(([, group = '']) => group)
  const known = pattern
    .replace(new RegExp(String.raw`\(\?<[=!]${inside}\)`, 'g'), '')
    .replace(new RegExp(String.raw`\(\?[=!]${inside}\)`, 'g'), '\uE000')
    .replace(/\\([1-9])/g, (_, digit: string) => `(?:${groups[Number(digit) - 1] ?? ''})`)
    .replace(/\{(\d+),\d{2,}\}/g, (_, least: string) => (Number(least) < 10 ? `{${least},}` : '+'))
    .replace(/\{\d{2,}(?:,\d*)?\}/g, '+')
  if (!repeats(known)) return undefined
  return flags.includes('y') ? `^(?:${known})` : known
}

export const needsProof = (regex: Regex): boolean => patternToProve(regex) !== undefined

/**
 * How the time of a match grows with its input, by the automaton of the pattern and not by trying inputs: `linear`,
 * `polynomial`, `exponential`, or `unknown` where the automaton is too large.
 */
export function growthOf(regex: Regex): string {
  const pattern = patternToProve(regex)
  if (pattern === undefined) return 'linear'
  // A limit by the clock would refuse a pattern only because the machine is busy; the size of the automaton is limited.
  const found = checkSync(pattern, regex.flags.replace(/[gyd]/g, ''), { checker: 'automaton', timeout: null })
  return found.status === 'safe' ? 'linear' : found.status === 'vulnerable' ? found.complexity.type : 'unknown'
}
