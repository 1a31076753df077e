import type { CodeChecker } from '../context/services.ts'
import type { Watch } from '../html/built.ts'
import type { ParsedDocument } from '../html/document.ts'
import type { ParsedNode } from '../html/parse.ts'
import { lintCss } from '../lint/cssLint.ts'
import { checkHtml } from '../lint/html.ts'
import { REPEATED, SourceWatch } from '../lint/htmlSource.ts'
import { styleMistakes } from '../lint/htmlValues.ts'
import { incomingCodeReport, incomingCssReport, incomingHtmlReport } from '../lint/incoming.ts'
import { Mistakes } from '../lint/mistakes.ts'
import { limitWarnings, problemWarnings } from '../lint/problem.ts'

/** How many sentences an import lists. It stops looking for more where it has them. */
const LISTED = 300

/**
 * The mistakes in the files of an import, by the checks that a model's texts pass. An import keeps what it finds and reports it:
 * what is on somebody's site already is theirs, and one sentence names all files that have the same mistake.
 */
export class ImportMistakes {
  readonly #code: CodeChecker | undefined
  /** The first file of each sentence, and how many have it. */
  readonly #found = new Map<string, { path: string; files: number }>()

  /** @param code reads scripts; without it they are not checked */
  constructor(code: CodeChecker | undefined) {
    this.#code = code
  }

  /** Watches the tags of a page while it is parsed. */
  watchPage(source: string): { watch: Watch; mistakes: Mistakes } {
    const mistakes = new Mistakes()
    return { watch: new SourceWatch(source, [], mistakes).attach, mistakes }
  }

  /** @param mistakes those that were found in its tags */
  async page(path: string, { head, body }: ParsedDocument, source: string, mistakes: Mistakes): Promise<void> {
    if (this.#isFull) return
    const { nodes } = body
    // The report of losses names these attributes.
    mistakes.forget(REPEATED)
    checkHtml(nodes, { source, libraries: '' }, mistakes)
    this.#add(path, [...incomingHtmlReport(nodes), ...mistakes.sentences(), ...(await styleMistakes(nodes))])
    await this.sheet(path, stylesIn([...head.nodes, ...nodes]))
  }

  async sheet(path: string, css: string): Promise<void> {
    if (this.#isFull || css.trim() === '') return
    this.#add(path, [...incomingCssReport(css), ...problemWarnings(await lintCss(css))])
  }

  async script(path: string, content: string, format: 'module' | 'classic'): Promise<void> {
    if (this.#isFull) return
    const checked = await this.#code?.check({ path, content, format })
    const problems = checked?.problems.map(({ line, message }) => `Line ${line}: ${message}`) ?? []
    this.#add(path, [...incomingCodeReport(content), ...limitWarnings(problems)])
  }

  /** Each sentence with the first file that it is about. */
  report(): { path: string; message: string }[] {
    const listed = [...this.#found].map(([message, { path, files }]) => ({
      path,
      message: files > 1 ? `${message} ${files - 1} more ${files === 2 ? 'file has' : 'files have'} it.` : message,
    }))
    if (this.#isFull)
      listed.push({ path: listed.at(-1)?.path ?? '', message: 'Behind this, no more mistakes were looked for.' })
    return listed
  }

  get #isFull(): boolean {
    return this.#found.size >= LISTED
  }

  #add(path: string, sentences: readonly string[]): void {
    for (const message of new Set(sentences.map(withoutAdvice))) {
      const known = this.#found.get(message)
      if (known) known.files += 1
      else if (!this.#isFull) this.#found.set(message, { path, files: 1 })
    }
  }
}

/** The text of the `<style>` elements in nodes. */
function stylesIn(nodes: readonly ParsedNode[]): string {
  return nodes.map(({ css = '', children = [] }) => css + stylesIn(children)).join('\n')
}

/** A name of an operation: `replaceNodeHtml`, `list_modules`. */
const OPERATION = /\b(?:[a-z]{1,40}(?:[A-Z_][a-z]{1,40}){1,6}|outline)\b/

/** A text without the parts that tell a model which operation to call. */
function withoutAdvice(text: string): string {
  const kept = partsOfText(text).filter((part) => !OPERATION.test(part.replace(/`[^`]{0,1000}`/g, '')))
  const said = kept.join(' ').replace(/[:;]$/, '.')
  return said === '' ? text : said
}

/** A text cut behind each `.`, `:` and `;` before a blank, except in code between backticks. */
function partsOfText(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let isCode = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '`') isCode = !isCode
    else if (!isCode && text[at] === ' ' && '.:;'.includes(text[at - 1] ?? ' ')) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}
