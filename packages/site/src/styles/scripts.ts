import { changeCode, codeAssets } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { renameClasses } from '../css/renameNames.ts'
import { setAttribute, setText } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeAttributes, readTree } from '../document/tree.ts'
import { everyNode } from './nodes.ts'

/** A place in a script that names what is renamed. */
export interface ScriptPlace {
  /** The path of a script or style among the code assets. */
  path?: string
  /** The document and node of an inline script, of an `on…` attribute or of a `data-…` attribute. */
  documentId?: string
  nodeId?: string
  /** Counted from 1. */
  line: number
  /** The line as it stands, shortened. */
  text: string
}

/** How a name stands in the three forms of text outside stylesheets. Each returns the text with the new name. */
export interface ScriptRename {
  script(code: string): string
  style(css: string): string
  data(value: string): string
}

/**
 * The lines of scripts, styles and data attributes that a rename changes; with `write` they are changed too.
 * Scripts are code of the author: a rename says first what it would change there.
 */
export async function renameInScripts(
  { site, drafts, now, newId }: SiteContext,
  { script, style, data }: ScriptRename,
  write: boolean,
): Promise<ScriptPlace[]> {
  const places: ScriptPlace[] = []
  for (const asset of codeAssets(site)) {
    const { type, path, content } = asset
    const next = type === 'script' ? script(content) : style(content)
    if (next === content) continue
    places.push(...changedLines(content, next).map((line) => ({ path, ...line })))
    if (write) changeCode(site, asset, { content: next, now: now() })
  }
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    for (const node of [...everyNode(tree)]) {
      const at = { documentId: id, nodeId: node.id }
      if (node.kind === 'text' && tree.node(node.parent)?.tag === 'script') {
        const next = script(node.text)
        places.push(...changedLines(node.text, next).map((line) => ({ ...at, ...line })))
        if (write && next !== node.text) setText(page, tree, node, next, newId)
      }
      if (node.kind !== 'element') continue
      for (const [name, value] of nodeAttributes(node)) {
        const next = name.startsWith('on') ? script(value) : name.startsWith('data-') ? data(value) : value
        if (next === value) continue
        places.push({ ...at, line: 1, text: shorten(`${name}="${value}"`) })
        if (write) setAttribute(page, node, name, next)
      }
    }
  }
  return places
}

function changedLines(before: string, after: string): { line: number; text: string }[] {
  if (before === after) return []
  const next = after.split('\n')
  return before
    .split('\n')
    .flatMap((text, index) => (text === next[index] ? [] : [{ line: index + 1, text: shorten(text) }]))
}

const shorten = (text: string) => {
  const line = text.trim()
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}

/** How a class is renamed in scripts, in styles among the code and in data attributes. */
export const classRename = (from: string, to: string): ScriptRename => ({
  script: (code) => renameClassInScript(code, from, to),
  style: (css) => renameClasses(css, (name) => (name === from ? to : undefined)),
  data: (value) => replaceNames(value, from, to, (before) => before.endsWith('.')),
})

/** Renames a class where a script names it: in strings that are selectors, lists of classes, or HTML. */
export function renameClassInScript(code: string, from: string, to: string): string {
  if (!code.includes(from)) return code
  let out = ''
  let at = 0
  for (const { start, end } of literals(code)) {
    const text = code.slice(start, end)
    if (!text.includes(from)) continue
    out += code.slice(at, start) + renameInLiteral(text, code.slice(Math.max(0, start - CONTEXT), start), from, to)
    at = end
  }
  return out + code.slice(at)
}

/** Renames a custom property wherever a script names it. */
export const renameVariableInScript = (code: string, rename: (name: string) => string | undefined): string =>
  code.includes('--') ? code.replace(/--[\p{L}\p{N}_-]{1,200}/gu, (name) => rename(name) ?? name) : code

/** How much of the code in front of a string tells what it is for, in characters. */
const CONTEXT = 120

function renameInLiteral(text: string, before: string, from: string, to: string): string {
  const isList = /^[^<>"'`=(){}.#,:;/]+$/.test(text) && isAboutClasses(before)
  return replaceNames(text, from, to, (inner) => isList || inner.endsWith('.') || isInClassAttribute(inner))
}

/** Whether the line before a string has to do with classes: `classList.add(`, `className =`, `activeClass:`. */
function isAboutClasses(before: string): boolean {
  const line = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1)
  // A string at the start of a line can be the argument of a call that begins on a line above.
  return /class/i.test(/^\s*["'`]$/.test(line) ? before : line)
}

const isInClassAttribute = (before: string): boolean => {
  const at = before.lastIndexOf('class=')
  if (at < 0) return false
  const rest = before.slice(at + 'class='.length).replace(/^\\?["']/, '')
  return !/["'<>=]/.test(rest)
}

/** Replaces whole names for which `wanted` accepts the text in front. */
function replaceNames(text: string, from: string, to: string, wanted: (before: string) => boolean): string {
  let out = ''
  let at = 0
  for (let found = text.indexOf(from); found >= 0; found = text.indexOf(from, found + from.length)) {
    const end = found + from.length
    const isWhole = !isNameChar(text.charAt(found - 1)) && !isNameChar(text.charAt(end))
    if (!isWhole || !wanted(text.slice(Math.max(0, found - 400), found))) continue
    out += text.slice(at, found) + to
    at = end
  }
  return out + text.slice(at)
}

const isNameChar = (char: string) => char !== '' && /[\p{L}\p{N}_-]/u.test(char)

/**
 * The contents of the strings of a script, without their quotes; of a template the pieces between its `${…}`. Comments
 * and regular expressions are passed over.
 */
export function literals(code: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  /** For every template that is open, how many braces are open in its current `${…}`. */
  const templates: number[] = []
  let at = 0
  let last = ''
  const template = (from: number) => {
    let end = from
    while (end < code.length && code[end] !== '`' && !(code[end] === '$' && code[end + 1] === '{'))
      end += code[end] === '\\' ? 2 : 1
    found.push({ start: from, end: Math.min(end, code.length) })
    if (code[end] === '$') {
      templates.push(0)
      at = end + 2
    } else at = end + 1
    last = code[end] === '$' ? '{' : '`'
  }
  while (at < code.length) {
    const char = code[at] ?? ''
    const next = code[at + 1]
    if (char === '/' && next === '/') at = lineEnd(code, at)
    else if (char === '/' && next === '*') {
      const end = code.indexOf('*/', at + 2)
      at = end < 0 ? code.length : end + 2
    } else if (char === '"' || char === "'") {
      let end = at + 1
      while (end < code.length && code[end] !== char && code[end] !== '\n') end += code[end] === '\\' ? 2 : 1
      found.push({ start: at + 1, end: Math.min(end, code.length) })
      at = end + 1
      last = char
    } else if (char === '`') template(at + 1)
    else if (char === '/' && '(,=:[!&|?{};+-*%~^<>'.includes(last || ';')) {
      at = expressionEnd(code, at)
      last = '/'
    } else if (char === '}' && templates.at(-1) === 0) {
      templates.pop()
      template(at + 1)
    } else {
      const open = templates.length - 1
      if (open >= 0 && char === '{') templates[open] = (templates[open] ?? 0) + 1
      if (open >= 0 && char === '}') templates[open] = (templates[open] ?? 0) - 1
      if (char.trim() !== '') last = char
      at += 1
    }
  }
  return found
}

const lineEnd = (code: string, from: number) => {
  const end = code.indexOf('\n', from)
  return end < 0 ? code.length : end
}

/** Behind a regular expression; one that does not end on its line is a division. */
function expressionEnd(code: string, from: number): number {
  let inClass = false
  for (let at = from + 1; at < code.length && code[at] !== '\n'; at += 1) {
    if (code[at] === '\\') at += 1
    else if (code[at] === '[') inClass = true
    else if (code[at] === ']') inClass = false
    else if (code[at] === '/' && !inClass) return at + 1
  }
  return from + 1
}
