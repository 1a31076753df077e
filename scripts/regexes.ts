import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import type { Regex } from './regexGrowth.ts'
import { isTest } from './sources.ts'

export interface FoundRegex extends Regex {
  /** Each as `file:line`. */
  places: string[]
}

/** Files whose patterns an automaton cannot prove, and why they are fast all the same. */
const reviewed: ReadonlyMap<string, string> = new Map([
  ['packages/agent/src/queue/title.ts', 'A title is found in the first 2,000 characters of a text.'],
  ['packages/site/src/rehearsals/words.ts', 'A scripted demo reads at most 2,000 characters of a prompt.'],
  ['packages/generate/src/rehearsal/facts.ts', 'Facts are looked for in the first 2,000 characters of a brief.'],
  ['packages/generate/src/rehearsal/germanFacts.ts', 'Facts are looked for in the first 2,000 characters of a brief.'],
  ['packages/site/src/styles/scriptClasses.ts', 'The patterns look at 200 characters of a script at most.'],
  ['packages/site/src/lint/elision.ts', 'A line of more than 160 characters is not looked at.'],
  ['packages/site/src/lint/codeElisions.ts', 'A comment of more than 160 characters is not looked at.'],
  ['packages/site/src/document/tokenText.ts', 'The lookbehind enters a run of backslashes at its first one only.'],
])

/** Whether a place, as `file:line`, is in one of them. */
export const isReviewed = (place: string): boolean => reviewed.has(place.replace(/:\d+$/, ''))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The text in every file with a regular expression, as the formatter writes it; most others need not be parsed. */
const SIGN_OF_REGEX = /RegExp|(?:^|[\s([{!,;:=?&|])\/(?![/*])/m

/**
 * Every regular expression of the product's own sources, each once. `new RegExp` counts with its texts filled in.
 * @param sign files without it are left out; deep tests parse all
 */
export function findRegexes(sign: RegExp = SIGN_OF_REGEX): FoundRegex[] {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !isTest(file))
  const found = new Map<string, FoundRegex>()
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    if (!sign.test(source)) continue
    const tree: unknown = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    const constants = new Map<string, string>()
    const add = (pattern: string, flags: string, start: unknown) => {
      const line = source.slice(0, Number(start)).split('\n').length
      const key = `/${pattern}/${flags}`
      const each = found.get(key) ?? { pattern, flags, places: [] }
      each.places.push(`${file}:${line}`)
      found.set(key, each)
    }
    const walk = (node: unknown): void => {
      if (Array.isArray(node)) for (const each of node) walk(each)
      if (!isRecord(node) || Array.isArray(node)) return
      if (isRecord(node.regex)) add(String(node.regex.pattern), String(node.regex.flags), node.start)
      if (node.type === 'VariableDeclarator' && isRecord(node.id)) {
        const text = textOf(node.init, constants)
        if (text !== undefined) constants.set(String(node.id.name), text)
      }
      if (node.type === 'NewExpression' && isRecord(node.callee) && node.callee.name === 'RegExp') {
        const [pattern, flags] = Array.isArray(node.arguments) ? node.arguments : []
        const text = textOf(pattern, constants)
        if (text !== undefined) add(text, textOf(flags, constants) ?? '', node.start)
      }
      for (const [key, value] of Object.entries(node)) if (key !== 'regex') walk(value)
    }
    walk(tree)
  }
  return [...found.values()]
}

/** The text of a string or template; what it takes from elsewhere is a name. */
export function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | undefined {
  if (!isRecord(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  const raw = node.type === 'TaggedTemplateExpression'
  const template = raw ? node.quasi : node
  if (!isRecord(template) || template.type !== 'TemplateLiteral') return undefined
  const { quasis, expressions } = template
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return undefined
  return quasis
    .map((quasi, i) => {
      const value = isRecord(quasi) && isRecord(quasi.value) ? quasi.value : {}
      const expression: unknown = expressions[i]
      const inserted = isRecord(expression) ? (constants.get(String(expression.name)) ?? 'name') : ''
      return String(raw ? value.raw : value.cooked) + inserted
    })
    .join('')
}
