import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { isTest } from './sources.ts'

interface Found {
  pattern: string
  flags: string
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every regular expression of the product's own sources, each once. `new RegExp` counts with its texts filled in. */
function regularExpressions(): Found[] {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !isTest(file))
  const found = new Map<string, Found>()
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
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
function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | undefined {
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

/**
 * How the time of a match grows with its input, by the automaton of the pattern and not by trying inputs. What an
 * automaton does not know is put so that more can go wrong, never less: a lookahead may fail anywhere (a private
 * character represents it), a lookbehind keeps no start away, a back reference is its group once more, a large upper
 * bound is none. A sticky pattern is tried at one place only.
 */
const inside = String.raw`(?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\))*`
const oneCharacter = /^\[(?:[^\]\\]|\\.)*\]$/

/** Whether a part of a pattern can match any number of times. */
const repeats = (pattern: string) => /[*+]|\{\d+,\}/.test(pattern.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, ''))

function check({ pattern, flags }: Found): string {
  if (oneCharacter.test(pattern)) return 'linear'
  const groups = [...pattern.matchAll(/\((?!\?(?!<[a-z]))(?:\?<\w+>)?([^()]*)\)/gi)].map(([, group = '']) => group)
  const known = pattern
    .replace(new RegExp(String.raw`\(\?<[=!]${inside}\)`, 'g'), '')
    .replace(new RegExp(String.raw`\(\?[=!]${inside}\)`, 'g'), '\uE000')
    .replace(/\\([1-9])/g, (_, digit: string) => `(?:${groups[Number(digit) - 1] ?? ''})`)
    .replace(/\{(\d+),\d{2,}\}/g, (_, least: string) => (Number(least) < 10 ? `{${least},}` : '+'))
    .replace(/\{\d{2,}(?:,\d*)?\}/g, '+')
  // Without repetition there is one bounded number of ways to match, whatever the input.
  if (!repeats(known)) return 'linear'
  const anchored = flags.includes('y') ? `^(?:${known})` : known
  const found = checkSync(anchored, flags.replace(/[gyd]/g, ''), { checker: 'automaton', timeout: 20_000 })
  return found.status === 'safe' ? 'linear' : found.status === 'vulnerable' ? found.complexity.type : 'unknown'
}

test('every regular expression takes time in proportion to its input', () => {
  const all = regularExpressions()
  expect(all.length).toBeGreaterThan(500)
  const slow = all
    .filter(({ places }) => !places.every((place) => reviewed.has(place.replace(/:\d+$/, ''))))
    .map((found) => ({ ...found, growth: check(found) }))
    .filter(({ growth }) => growth !== 'linear')
    .map(({ pattern, flags, places, growth }) => `${places.join(', ')}: /${pattern}/${flags} is ${growth}`)
  expect(slow).toEqual([])
}, 300_000)

test('the check finds what is not linear', () => {
  const growth = (pattern: string, flags = '') => check({ pattern, flags, places: [] })
  expect(growth('^(?:\\s|<!--[\\s\\S]*?-->)*<html', 'i')).toBe('exponential')
  expect(growth('\\s+$')).toBe('polynomial')
  expect(growth('\\s+$', 'y')).toBe('linear')
  expect(growth('^[a-z]{1,60}$')).toBe('linear')
  expect(growth('(?:[*+]|\\+){2,3}x')).toBe('linear')
  expect(growth('(?:a|a{1,})*b')).toBe('exponential')
  expect(textOf({ type: 'Literal', value: 'a+' }, new Map())).toBe('a+')
})
