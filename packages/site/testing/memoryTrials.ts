import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRecord } from '../src/document/node.ts'
import { piecesOf } from '../src/edits/markup.ts'
import { createTestProject, type TestProject } from './project.ts'

/** A part of a page as its author wrote it, with other words in it. */
interface Quotation {
  kind: 'start tag' | 'text' | 'block'
  search: string
  replace: string
}

/** Whether an edit is one that a person would do, and what became of it. */
export interface MemoryTally {
  tries: number
  done: number
  refused: number
  /** Another text was changed, or one was lost, without a word. */
  wrong: number
}

/** The mistakes of a model in an edit that a person would do all the same. */
const CLEAR: Readonly<Record<string, (quotation: Quotation) => Quotation | undefined>> = {
  'single quotes': both((text) => text.replaceAll('"', "'")),
  'slashes in empty elements': both((text) => text.replace(/<((?:img|br|input|hr|meta)\b[^<>/]*)>/g, '<$1 />')),
  'typographic signs': both((text) => text.replace(/(\w)'(\w)/g, '$1’$2').replace(/ – /g, ' - ')),
  'entities for letters': both((text) => text.replace(/[äöüéßø]/g, (letter) => `&#${letter.codePointAt(0)};`)),
  'decomposed letters': both((text) => text.normalize('NFD')),
  'lines of its own': both((text) => text.replace(/></g, '>\n  <')),
  'a fence around the replacement': (quotation) => ({
    ...quotation,
    replace: `\`\`\`html\n${quotation.replace}\n\`\`\``,
  }),
  'a mark behind the replacement': (quotation) => ({ ...quotation, replace: `${quotation.replace}\n>>>>>>> REPLACE` }),
  'attributes in another order': both((text) =>
    text.replace(/<([a-z][\w-]*)((?: [\w-]+="[^"<>]*")+)/g, (_, tag: string, attributes: string) =>
      [`<${tag}`, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).reverse()].join(' '),
    ),
  ),
}

/** Edits that must be refused, or change what was quoted and nothing else. */
const STRANGE: Readonly<Record<string, (quotation: Quotation) => Quotation | undefined>> = {
  'another number': search((text) => text.replace(/\d+/, (number) => `${Number(number) + 1}`)),
  'another word': search((text) => text.replace(/\b[a-z]{5,}\b(?=[^<>]*<)/, (word) => `${word.slice(1)}${word[0]}`)),
  'a negation': search((text) => text.replace(/\bis\b|\bare\b|\bist\b|\bwe\b/i, (word) => `${word} not`)),
  'a tag that is cut': (quotation) => ({ ...quotation, replace: `${quotation.replace}<p cla` }),
  'an open quote': (quotation) => ({ ...quotation, replace: quotation.replace.replace(/="([^"]*)"/, '="$1') }),
  'an open emphasis': (quotation) => ({ ...quotation, replace: quotation.replace.replace(/>(?=\w)/, '><strong>') }),
  'an elision in the replacement': (quotation) => ({
    ...quotation,
    replace: `${/^<[^>]*>/.exec(quotation.replace)?.[0] ?? ''}<!-- rest stays the same -->`,
  }),
  'no replacement of a block': ({ search: found }) => ({ kind: 'block', search: found.slice(0, -3), replace: '' }),
}

function both(write: (text: string) => string) {
  return ({ kind, search: found, replace }: Quotation): Quotation | undefined =>
    write(found) === found ? undefined : { kind, search: write(found), replace: write(replace) }
}

function search(write: (text: string) => string) {
  return (quotation: Quotation): Quotation | undefined =>
    write(quotation.search) === quotation.search ? undefined : { ...quotation, search: write(quotation.search) }
}

/** Parts of a page, each once in it, as many as wanted of each kind. */
function quotationsOf(html: string, most: number): Quotation[] {
  const body = html.slice(Math.max(0, html.search(/<body|<header/i)))
  const isOnce = (text: string) => html.indexOf(text) === html.lastIndexOf(text)
  const found: Quotation[] = []
  const take = (kind: Quotation['kind'], pattern: RegExp, change: (text: string) => string) => {
    const fitting = [...body.matchAll(pattern)].map(([text]) => text).filter((text) => isOnce(text))
    for (const text of spread(fitting, most))
      if (change(text) !== text) found.push({ kind, search: text, replace: change(text) })
  }
  take('start tag', /<(?:section|div|main|article|form|table|ul)\s[^<>]{8,300}>/g, (tag) =>
    tag.replace(/(\sclass=["']?)([\w-])/, '$1is-new $2').replace(/(\sclass=)(is-new [\w-]+)(?=[\s>])/, '$1"$2"'),
  )
  take('text', /<(h[1-3]|p|li|td|figcaption|label)\b[^<>]{0,200}>[^<>]{6,200}<\/\1>/g, words)
  take('block', /<(article|figure|div|li|section)\b[^<>]{0,200}>(?:(?!<\/?\1\b)[\s\S]){20,900}?<\/\1>/g, words)
  return found
}

/** The first word of the text changed. */
const words = (html: string) => html.replace(/>(\s*)(\p{L}{2,})/u, '>$1Neu $2')

function spread<Each>(list: readonly Each[], most: number): Each[] {
  const step = Math.max(1, list.length / most)
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]).flatMap(
    (each) => each ?? [],
  )
}

const nothing = (): MemoryTally => ({ tries: 0, done: 0, refused: 0, wrong: 0 })

export interface MemoryTrials {
  /** Exact quotations of what the author of a page wrote. */
  exact: MemoryTally
  /** The same with a mistake. */
  clear: MemoryTally
  strange: MemoryTally
}

/**
 * Writes pages as files and edits them by what their author wrote, though their files show it otherwise.
 * @param most how many quotations of each kind a page gives
 * @param onMiss is called with each exact or clear edit that was not done, and each that changed something else
 */
export async function tryFromMemory(
  pages: readonly string[],
  most: number,
  onMiss: (name: string, quotation: Quotation, outcome: string) => void = () => {},
): Promise<MemoryTrials> {
  const trials: MemoryTrials = { exact: nothing(), clear: nothing(), strange: nothing() }
  for (const html of pages) {
    const written = await fileOf(html)
    if (!written) continue
    for (const quotation of quotationsOf(html, most)) {
      const meant = await fileOf(html.replace(quotation.search, () => quotation.replace))
      if (!meant) continue
      const attempt = async (tally: MemoryTally, name: string, given: Quotation | undefined, isClear: boolean) => {
        // A mutated search that the page contains as well is no mistake that anybody could see.
        if (
          !given ||
          (name !== 'exact' && !isClear && html.includes(given.search) && given.search !== quotation.search)
        )
          return
        tally.tries += 1
        const outcome = await outcomeOf(written, given, meant.text)
        tally[outcome] += 1
        if (outcome === 'wrong' || (isClear && outcome === 'refused')) onMiss(name, given, outcome)
      }
      await attempt(trials.exact, 'exact', quotation, true)
      for (const [name, write] of Object.entries(CLEAR)) await attempt(trials.clear, name, write(quotation), true)
      for (const [name, write] of Object.entries(STRANGE)) await attempt(trials.strange, name, write(quotation), false)
    }
  }
  return trials
}

interface WrittenPage {
  html: string
  text: string
}

const FILE = 'index.html'

async function projectOf(html: string): Promise<TestProject | undefined> {
  const project = createTestProject()
  const result = await project.call('writeFile', { filename: FILE, content: html })
  return result.ok ? project : undefined
}

async function fileOf(html: string): Promise<WrittenPage | undefined> {
  const project = await projectOf(html)
  return project && { html, text: await textOf(project) }
}

async function textOf(project: TestProject): Promise<string> {
  const parts: string[] = []
  for (let line = 1; ; line += 200) {
    const read = await project.call('readFile', { file: FILE, startLine: line, endLine: line + 199 })
    const data = read.ok && isRecord(read.data) ? read.data : {}
    parts.push(String(data.content ?? ''))
    if (line + 199 >= Number(data.totalLines ?? 0)) return parts.join('\n')
  }
}

/** `done` if the page reads as was meant, `refused` if it reads as before, `wrong` otherwise. */
async function outcomeOf(
  { html, text }: WrittenPage,
  { search: found, replace }: Quotation,
  meant: string,
): Promise<'done' | 'refused' | 'wrong'> {
  const project = await projectOf(html)
  if (!project) return 'refused'
  const edits = [{ file: FILE, replaceOperations: [{ search: found, replace }] }]
  await project.call('editFiles', { edits })
  const now = meaning(await textOf(project))
  if (now === meaning(meant)) return 'done'
  return now === meaning(text) ? 'refused' : 'wrong'
}

/** A page without white space and the names of its blocks. */
const meaning = (html: string) =>
  piecesOf(html.replace(/ data-block="[^"]*"/g, ''), false)
    .list.map(({ text }) => text)
    .join(' ')
    .normalize('NFC')

const sites = fileURLToPath(new URL('../../../e2e/fixtures/sites/', import.meta.url))

/** The pages of the sites that are written as models write them. */
export const pagesOfModels = (names: readonly string[] = readdirSync(sites)): string[] =>
  names.flatMap((name) =>
    readdirSync(sites + name, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.html') && !path.startsWith('sent'))
      .sort()
      .map((path) => readFileSync(`${sites}${name}/${path}`, 'utf8')),
  )
