import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { diffLines } from 'diff'
import { describe, expect, test } from 'vitest'
import { applyEdits } from './applyEdits.ts'

const folder = fileURLToPath(new URL('../../../../node_modules/startbootstrap-clean-blog/dist/', import.meta.url))
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => readFileSync(`${folder}${name}`, 'utf8').replaceAll('\r\n', '\n'))

interface RealEdit {
  source: string
  search: string
  replace: string
}

/** What makes one real page another one, piece by piece, each with as many lines around it as make it unique. */
const edits = pages.flatMap((source) => pages.flatMap((other) => (other === source ? [] : differences(source, other))))

function differences(source: string, other: string): RealEdit[] {
  const lines = source.split('\n')
  const found: RealEdit[] = []
  let at = 0
  let added: string[] = []
  let removed = 0
  const flush = () => {
    const from = at - removed
    for (let around = 1; around < 6 && (added.length > 0 || removed > 0); around += 1) {
      const [before, after] = [lines.slice(Math.max(0, from - around), from), lines.slice(at, at + around)]
      const search = [...before, ...lines.slice(from, at), ...after].join('\n')
      if (source.split(search).length !== 2) continue
      found.push({ source, search, replace: [...before, ...added, ...after].join('\n') })
      break
    }
    added = []
    removed = 0
  }
  for (const part of diffLines(source, other)) {
    if (part.removed) {
      removed = part.count
      at += part.count
    } else if (part.added) added = part.value.replace(/\n$/, '').split('\n')
    else {
      flush()
      at += part.count
    }
  }
  flush()
  return found
}

const squash = (text: string) => text.replace(/\s+/g, '').replaceAll("'", '"')
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
const once = ({ source, search }: RealEdit) => squash(source).split(squash(search)).length === 2

function dedent(text: string): string {
  const lines = text.split('\n')
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const width = Math.min(...widths)
  return lines.map((line) => line.slice(Math.min(width, line.length - line.trimStart().length))).join('\n')
}

/** What a model gets wrong about white space and quotes: the edit is still meant as it was. */
const forgiven: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  indentation: dedent,
  'line ends': collapse,
  quotes: (text) => (text.includes("'") ? text : text.replaceAll('"', "'")),
}

/** What makes it another text, which stands nowhere; undefined if there is none of it. */
const refused: Readonly<Record<string, (search: string) => string | undefined>> = {
  'another number': (search) => replaceOne(search, /\d+/, (number) => `${Number(number) + 1}`),
  'another attribute': (search) => replaceOne(search, / [a-z-]+=/, (name) => `${name.slice(0, -1)}x=`),
  'another tag': (search) => replaceOne(search, /<[a-z]+/, (tag) => `${tag}x`),
  'another name': (search) => replaceOne(search, /\b[A-Z][a-z]{3,}\b/, (name) => `${name}s`),
  'a line missing': (search) => {
    const lines = search.split('\n')
    return lines.length < 4 ? undefined : lines.toSpliced(Math.floor(lines.length / 2), 1).join('\n')
  },
}

const replaceOne = (text: string, pattern: RegExp, by: (found: string) => string) =>
  pattern.test(text) ? text.replace(pattern, by) : undefined

test('there are edits enough', () => {
  expect(edits.length).toBeGreaterThan(60)
})

describe.each(Object.entries(forgiven))('a slip in %s', (name, slip) => {
  test('changes what was meant and nothing else, wherever the text stands once', () => {
    for (const edit of edits) {
      const { source, search, replace } = edit
      const { text, failed } = applyEdits(source, [{ search: slip(search), replace: slip(replace) }], true)
      const wanted = source.replace(search, () => replace)
      if (failed.length > 0) {
        expect(once(edit)).toBe(false)
        continue
      }
      expect(squash(text)).toBe(squash(wanted))
      if (name === 'nothing') expect(text).toBe(wanted)
    }
  })
})

describe.each(Object.entries(refused))('%s', (_, mistake) => {
  test('is never taken for what stands there', () => {
    let tries = 0
    for (const { source, search, replace } of edits) {
      const wrong = mistake(search)
      if (wrong === undefined || squash(source).includes(squash(wrong))) continue
      tries += 1
      expect(applyEdits(source, [{ search: wrong, replace }], true)).toMatchObject({ text: source, appliedCount: 0 })
    }
    expect(tries).toBeGreaterThan(10)
  })
})

test('a text that stands twice, in white space of its own, is refused with both lines', () => {
  for (const { source, search, replace } of edits) {
    const twice = source.replace(search, () => `${search}\n<hr>\n${dedent(search)}`)
    const { appliedCount, failed } = applyEdits(twice, [{ search: collapse(search), replace }], true)
    if (collapse(search) === search) continue
    expect(appliedCount).toBe(0)
    expect(failed[0]?.places).toBeGreaterThanOrEqual(2)
  }
})
