import type { Json } from '@atelier/documents'
import type { Finding } from '../model/finding.ts'
import { canonicalJson } from './canonical.ts'
import { type JsonProblem, scanJson } from './scanJson.ts'
import { decodeText } from './text.ts'

/** A JSON file that was read. `value` is undefined if it must not be used, with the reasons in `findings`. */
export interface ReadJson {
  value?: Json
  findings: Finding[]
  /** The line of a member, by the names that lead to it; the line of the nearest object around it if it is deeper than two. */
  lineOf(path: readonly string[]): number | undefined
}

/** Beyond these a file is either wrong at almost every line, or a trap. */
const MAX_PROBLEMS = 20

/**
 * Reads a JSON file strictly: UTF-8 without a byte order mark, every member once, no `__proto__`, nested 64 deep at
 * most. `first` is the order of the outermost members that its canonical form has. Takes time linear in the size.
 */
export function readJson(file: string, bytes: Uint8Array, first: readonly string[] = []): ReadJson {
  const decoded = decodeText(file, bytes)
  if (decoded.broken) return { findings: decoded.findings, lineOf: () => undefined }
  const { text } = decoded
  let lines: ReadonlyMap<string, number> | undefined
  const lineOf = (path: readonly string[]) => {
    lines ??= scanJson(text, { lines: true }).lines
    for (let length = Math.min(path.length, 2); length > 0; length -= 1) {
      const line = lines.get(path.slice(0, length).join('\n'))
      if (line !== undefined) return line
    }
    return undefined
  }
  const value = parse(text)
  // Canonical text holds no member twice, so most files are read once.
  if (value !== undefined && !text.includes('"__proto__":') && isCanonical(value, text, first))
    return { value, findings: decoded.findings, lineOf }
  const { problems } = scanJson(text)
  const findings = [...decoded.findings, ...problems.slice(0, MAX_PROBLEMS).map((each) => findingOf(file, each))]
  if (problems.length > 0) return { findings, lineOf }
  if (value === undefined) return { findings: [...findings, findingOf(file, { code: 'syntax', line: 1 })], lineOf }
  findings.push(notCanonical(file, text))
  return { value, findings, lineOf }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCanonical(value: Json, text: string, first: readonly string[]): boolean {
  try {
    return canonicalJson(value, first) === text
  } catch {
    return false
  }
}

function notCanonical(file: string, text: string): Finding {
  const hint = 'Mend it, or edit anything in it: it is then written in the canonical form.'
  const crlf = text.indexOf('\r\n')
  if (crlf !== -1)
    return { severity: 'warning', code: 'line_ends', message: `${file} has CRLF line ends.`, file, line: 1, hint }
  const message = `${file} is not in the canonical form.`
  return { severity: 'warning', code: 'not_canonical', message, file, hint }
}

function findingOf(file: string, { code, line, name }: JsonProblem): Finding {
  const shared = { severity: 'error', code, file, line } as const
  switch (code) {
    case 'syntax':
      return {
        ...shared,
        message: `${file} is no JSON from line ${line} on.`,
        hint: 'It may be cut off or half merged.',
      }
    case 'duplicate_key':
      return { ...shared, message: `${file} holds ${JSON.stringify(name)} twice.`, hint: 'Remove one of the two.' }
    case 'unsafe_key':
      return { ...shared, message: `${file} holds a member named ${JSON.stringify(name)}.`, hint: 'Rename it.' }
    case 'too_deep':
      return { ...shared, message: `${file} is nested too deep.`, hint: 'Up to 64 levels are read.' }
  }
}
