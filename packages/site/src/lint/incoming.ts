import { type Envelope, fail } from '@atelier/operation'
import type { LooseNode } from '../document/edit.ts'
import type { PageTree } from '../document/tree.ts'
import { short } from '../html/losses.ts'
import { findElision as findCodeElision } from './codeElisions.ts'
import { codeText, refuseElided } from './codeText.ts'
import { refuseCss, unbalanced } from './cssRefusal.ts'
import { stripFence } from './fence.ts'
import { findElision } from './htmlElisions.ts'
import { refuseJsx } from './jsx.ts'
import { quote } from './problem.ts'

/** The content of a model's text, or why it is refused. */
export type Incoming<Thing> = { found: Thing; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** A text as it was meant, with sentences on what was left out of it. */
export interface IncomingText {
  text: string
  notes: string[]
}

interface HtmlDoor<Parsed> {
  /** The page that the HTML goes into: words that it holds already are no elision. */
  tree: PageTree
  /** Where the HTML is in the call; undefined if the call has it in several places. */
  path?: string
  /** Names the calls to use instead of an elision. */
  hint: string
  parse(source: string): Incoming<Parsed>
}

/**
 * The HTML of a call: without a Markdown fence, and refused if it is JSX or a note replaces a part of it. Every operation that takes
 * HTML from a model reads it through here.
 */
export function incomingHtml<Parsed extends { nodes: readonly LooseNode[] }>(
  html: string,
  { tree, path, hint, parse }: HtmlDoor<Parsed>,
): Incoming<Parsed> {
  const source = htmlText(html)
  const parsed = parse(source)
  if (parsed.refused) return parsed
  const jsx = refuseJsx(parsed.found.nodes, source, (text) => pageShows(tree, text))
  if (jsx) return { refused: jsx }
  const elision = findElision(parsed.found.nodes, tree)
  if (elision === undefined) return parsed
  const message = `“${short(elision)}” stands for something that was left out, which would be lost: what is sent is stored as it is.`
  return { refused: fail('elided', message, { ...(path === undefined ? {} : { path }), hint }) }
}

function pageShows(tree: PageTree, text: string): boolean {
  for (const node of tree.walk()) if (node.kind === 'text' && node.text.includes(text)) return true
  return false
}

/** HTML without a Markdown fence around it, and without the sentences beside that or a whole document. */
function htmlText(html: string): string {
  const at = [html.indexOf('```'), html.indexOf('~~~')].filter((each) => each >= 0)
  const bare = at.length > 0 && !html.slice(0, Math.min(...at)).includes('<') ? stripFence(html).text : html
  const start = bare.slice(0, LONGEST_WORDS).search(/<!doctype\b|<html[\s>]/i)
  if (start < 0 || bare.slice(0, start).includes('<')) return bare
  // Around a whole document there is only what an assistant says of it.
  const close = bare.toLowerCase().lastIndexOf('</html>')
  const end = close < 0 || bare.slice(close + 7).includes('<') ? bare.length : close + 7
  return bare.slice(start, end)
}

/** How many characters an answer may say before its document. */
const LONGEST_WORDS = 2_000

interface TextDoor {
  path?: string
  /** The text that it replaces, or that of the whole file: notes that this holds already are no elision. */
  before?: string
}

/** The CSS of a call: without a Markdown fence and the tags of a style block; refused if it does not balance or a note replaces a part of it. */
export function incomingCss(css: string, { path, before = '' }: TextDoor): Incoming<IncomingText> {
  const { text: unfenced, stripped } = stripFence(css)
  const text = withoutStyleTags(unfenced)
  const refused = refuseCss(text, path, before)
  if (refused) return { refused }
  return { found: { text, notes: stripped ? ['The Markdown fence around the CSS was left out.'] : [] } }
}

/** A script or stylesheet of a call: without a Markdown fence and its tag; refused if a note replaces a part of it. */
export function incomingCode(
  content: string,
  type: 'script' | 'style',
  { path, before = '' }: TextDoor,
): Incoming<IncomingText> {
  const found = codeText(content, type)
  const refused = refuseElided(found.text, before, path)
  return refused ? { refused } : { found }
}

/** The same of HTML that an import brings: it is kept, and these sentences report what a model's would be refused for. */
export function incomingHtmlReport(nodes: readonly LooseNode[]): string[] {
  const elision = findElision(nodes)
  return elision === undefined ? [] : [`“${short(elision)}” stands for something that was left out of the page.`]
}

/** The same of CSS. */
export function incomingCssReport(css: string): string[] {
  const open = unbalanced(css)
  return [...elisionReport(css), ...(open === undefined ? [] : [open])]
}

/** The same of a script. */
export const incomingCodeReport = (content: string): string[] => elisionReport(content)

function elisionReport(text: string): string[] {
  const elision = findCodeElision(text)
  return elision ? [`Line ${elision.line}: ${quote(elision.text)} stands for something that was left out.`] : []
}

/** Models sometimes wrap CSS in `<style>` tags. */
function withoutStyleTags(css: string): string {
  const text = css.trim()
  if (!/^<style[\s>]/i.test(text)) return css
  const from = text.indexOf('>') + 1
  const end = /<\/style\s{0,20}>$/i.exec(text.slice(-40))
  return text.slice(from, end ? text.length - end[0].length : undefined)
}
