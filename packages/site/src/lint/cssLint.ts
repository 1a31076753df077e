import { yieldToOthers } from '@atelier/operation'
import { parseCss } from '../css/parse.ts'
import { type DeclarationItem, type Item, isKeyframes, type Sheet } from '../css/syntax.ts'
import { type Token, tokenize } from '../css/tokenize.ts'
import { mediaProblem } from './cssMedia.ts'
import { atRules, foreignAtRules } from './cssNames.ts'
import { hasDescriptors, isProperty, propertyProblem } from './cssProperties.ts'
import { selectorProblem } from './cssSelectors.ts'
import { type CssGrammar, loadGrammar } from './cssTree.ts'
import { type ValueProblem, valueProblem } from './cssValues.ts'
import { nearestName } from './nearest.ts'
import { lineNumbers, type Problem, quote } from './problem.ts'

/** The maximum number of problems kept of one kind, and looked for in all: the first ones are enough. */
const ENOUGH = 40
const ENOUGH_OF_ALL = 150
/** Yields to other requests after this many values were matched against the grammar. */
const SLICE = 150

/**
 * The parts of a stylesheet that browsers drop or misread: unknown properties, values, units, functions,
 * at-rules and conditions, comments of other languages, missing semicolons. A pure function of the text. It skips what
 * only a browser can decide (values with `var()`, new functions, vendor extensions).
 */
export async function lintCss(css: string, sheet: Sheet = parseCss(css)): Promise<Problem[]> {
  const lint = new Lint(await loadGrammar(), css)
  for (const _ of lint.items(sheet.items, '')) await yieldToOthers()
  return lint.problems
}

class Lint {
  readonly problems: Problem[] = []
  readonly #grammar: CssGrammar
  readonly #line: (offset: number) => number
  readonly #count = new Map<string, number>()
  /** The result for each declaration, cached because a stylesheet repeats most of them. */
  readonly #known = new Map<string, ValueProblem | null>()
  /** The number of values matched since the last yield. */
  #matched = 0

  constructor(grammar: CssGrammar, css: string) {
    this.#grammar = grammar
    this.#line = lineNumbers(css)
  }

  /** @param within the at-rule that holds the declarations among the items; empty for a style rule */
  *items(items: readonly Item[], within: string): Generator<void> {
    for (const item of items) {
      if (this.problems.length >= ENOUGH_OF_ALL) return
      if (this.#matched >= SLICE) {
        this.#matched = 0
        yield
      }
      switch (item.kind) {
        case 'declaration':
          this.#declaration(item, within)
          break
        case 'style':
          if (!isKeyframes(within)) this.#selector(item.prelude, item.start)
          yield* this.items(item.items, '')
          break
        case 'at':
          if ((item.name === 'media' || item.name === 'container') && !this.#isFull('condition')) {
            const prelude = item.prelude.trim()
            const wrong = mediaProblem(item.name, prelude.slice(item.name.length + 1))
            if (wrong) this.#add('condition', item.start, wrong)
          }
          yield* this.items(item.items, item.name)
          break
        case 'statement':
        case 'raw':
          this.#atRule(item.name, item.text, item.start)
          break
        case 'bad':
          this.#bad(item.text, item.start)
          break
      }
    }
  }

  #add(kind: string, offset: number, message: string): void {
    this.#count.set(kind, (this.#count.get(kind) ?? 0) + 1)
    this.problems.push({ kind, line: this.#line(offset), message })
  }

  /** Whether enough problems of a kind were reported. Checked first, since finding the nearest name is expensive. */
  #isFull(kind: string): boolean {
    return (this.#count.get(kind) ?? 0) >= ENOUGH
  }

  #declaration({ name, text, start }: DeclarationItem, within: string): void {
    const value = text.slice(text.indexOf(':') + 1)
    const isCustom = name.startsWith('--')
    // A one-line value without these characters contains no comment and no second declaration.
    if (value.includes('//') || (value.includes('\n') && value.includes(':'))) {
      const swallowed = this.#swallowed(name, value, isCustom)
      if (swallowed) {
        this.#add(swallowed.kind, start, swallowed.message)
        return
      }
    }
    if (isCustom) return
    if (
      this.#isFull('unknown-property') &&
      !hasDescriptors(within) &&
      !name.startsWith('-') &&
      !isProperty(this.#grammar, name)
    )
      return
    const wrong = propertyProblem(this.#grammar, name, within)
    if (wrong) {
      this.#matched += 1
      this.#add('unknown-property', start, wrong)
      return
    }
    if (name.startsWith('-') || hasDescriptors(within)) return
    const bare = withoutImportance(value)
    if (this.#isFull('value')) return
    const key = `${name}:${bare}`
    let found = this.#known.get(key)
    if (found === undefined) {
      found = valueProblem(this.#grammar, name, bare) ?? null
      this.#known.set(key, found)
      this.#matched += 1
    }
    if (!found) return
    this.#count.set('value', (this.#count.get('value') ?? 0) + 1)
    this.#add(found.kind, start, found.message)
  }

  /** A `//` comment in a value, or the declarations behind a missing semicolon, both of which become part of the value. */
  #swallowed(name: string, value: string, isCustom: boolean): ValueProblem | undefined {
    const tokens = tokenize(value).filter(({ type }) => type !== 'comment')
    const text = (token: Token | undefined) => (token ? value.slice(token.start, token.end) : '')
    let depth = 0
    for (const [index, token] of tokens.entries()) {
      if ('([{'.includes(token.type) || token.type === 'function') depth += 1
      else if (')]}'.includes(token.type)) depth -= 1
      if (depth !== 0) continue
      const before = tokens[index - 1]
      if (text(token) === '/' && text(before) === '/' && before?.end === token.start && !isCustom)
        return slashComment(`${name}:${value}`)
      const colon =
        tokens[index + 1]?.type === 'colon' ||
        (tokens[index + 1]?.type === 'whitespace' && tokens[index + 2]?.type === 'colon')
      if (token.type !== 'ident' || !colon || before?.type !== 'whitespace' || !text(before).includes('\n')) continue
      const next = text(token).toLowerCase()
      if (!next.startsWith('-') && !isProperty(this.#grammar, next)) continue
      const said = quote(`${name}:${value.slice(0, before.start)}`)
      return {
        kind: 'missing-semicolon',
        message: `A semicolon is missing behind ${said}, so “${next.slice(0, 40)}” in the next line is taken for a part of its value and ${isCustom ? 'neither does what it says' : 'both are dropped'}; end each declaration with a semicolon.`,
      }
    }
    return undefined
  }

  #selector(prelude: string, start: number): void {
    if (this.#isFull('selector')) return
    const wrong = prelude.includes('//') ? slashes(prelude) : undefined
    if (wrong) this.#add(wrong.kind, start, wrong.message)
    else {
      const problem = selectorProblem(prelude)
      if (problem) this.#add('selector', start, problem)
    }
  }

  #atRule(name: string, text: string, start: number): void {
    if (this.#isFull('at-rule')) return
    // A custom function of the site starts with dashes; a Sass function does not.
    const isOwnFunction = name === 'function' && /^@function\s+--/i.test(text)
    if (isOwnFunction || name.startsWith('-') || (atRules.has(name) && name !== 'function')) return
    const isVariable = /^@[\w-]+\s*:/.test(text.slice(0, 80))
    const instead = Object.hasOwn(foreignAtRules, name) ? foreignAtRules[name] : undefined
    const near = instead === undefined ? nearestName(name, atRules) : undefined
    const what = isVariable
      ? `${quote(text)} declares a variable of another language, and nothing reads it here; declare a custom property on :root instead.`
      : `No browser knows @${name.slice(0, 40)}, so all of it is ignored. ${instead ?? (near ? `Did you mean @${near}?` : 'Write what it stands for as plain rules.')}`
    this.#add('at-rule', start, what)
  }

  #bad(text: string, start: number): void {
    const wrong = text.includes('//') ? slashes(text) : undefined
    if (wrong) this.#add(wrong.kind, start, wrong.message)
    else if (/^\s*\$[\w-]+\s*:/.test(text.slice(0, 100)))
      this.#add(
        'at-rule',
        start,
        `${quote(text)} declares a variable of another language, and nothing reads it here; declare a custom property on :root instead.`,
      )
  }
}

/** A `//` comment among the tokens of a text; two slashes in a string or a URL are not a comment. */
function slashes(text: string): ValueProblem | undefined {
  let before: Token | undefined
  for (const token of tokenize(text)) {
    const isStroke = token.type === 'delim' && text[token.start] === '/'
    if (isStroke && before?.end === token.start && text[before.start] === '/')
      return slashComment(text.slice(before.start))
    before = token.type === 'comment' ? undefined : token
  }
  return undefined
}

const slashComment = (text: string): ValueProblem => ({
  kind: 'line-comment',
  message: `${quote(text.split('\n', 1)[0] ?? '')}: CSS has no // comments, so this and the text behind it up to the next semicolon or block is dropped; write /* … */.`,
})

function withoutImportance(value: string): string {
  const bare = value.trim()
  const mark = bare.lastIndexOf('!')
  return mark >= 0 && /^!\s*important$/i.test(bare.slice(mark)) ? bare.slice(0, mark).trimEnd() : bare
}
