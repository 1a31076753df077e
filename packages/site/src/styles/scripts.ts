import { excerpt } from '@atelier/operation'
import { changeCode, codeAssets } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { renameClasses } from '../css/renameNames.ts'
import { setAttribute, setText } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeAttributes, readTree } from '../document/tree.ts'
import { everyNode } from './nodes.ts'
import { type LeftReason, renameClassInScript, type ScriptReading, wholeNames } from './scriptClasses.ts'

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

/** A place that has the word, and may mean what is renamed or not; it is left as it is. */
export interface LeftPlace extends ScriptPlace {
  reason: LeftReason
}

export interface RenamedScripts {
  /** The changed places, or those that would change. */
  places: ScriptPlace[]
  left: LeftPlace[]
}

/** A name in the three forms of text outside stylesheets. Each returns the text with the new name. */
export interface ScriptRename {
  script(code: string): ScriptReading
  style(css: string): string
  /** @param name of the attribute */
  data(value: string, name: string): string
  /** The name whose remaining mention in a data attribute is reported. */
  word?: string
}

/**
 * The lines of scripts, styles and data attributes that a rename changes; with `write` they are changed too.
 * Scripts are code of the author: a rename says first what it would change there.
 */
export async function renameInScripts(
  { site, drafts, now, newId }: SiteContext,
  { script, style, data, word }: ScriptRename,
  write: boolean,
): Promise<RenamedScripts> {
  const places: ScriptPlace[] = []
  const left: LeftPlace[] = []
  const read = (text: string, at: Omit<ScriptPlace, 'line' | 'text'>): string => {
    const { code, left: found } = script(text)
    places.push(...changedLines(text, code).map((line) => ({ ...at, ...line })))
    left.push(...leftLines(text, found).map((line) => ({ ...at, ...line })))
    return code
  }
  for (const asset of codeAssets(site)) {
    const { type, path, content } = asset
    const next = type === 'script' ? read(content, { path }) : style(content)
    if (next === content) continue
    if (type !== 'script') places.push(...changedLines(content, next).map((line) => ({ path, ...line })))
    if (write) changeCode(site, asset, { content: next, now: now() })
  }
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    for (const node of [...everyNode(tree)]) {
      const at = { documentId: id, nodeId: node.id }
      if (node.kind === 'text' && tree.node(node.parent)?.tag === 'script') {
        const next = read(node.text, at)
        if (write && next !== node.text) setText(page, tree, node, next, newId)
      }
      if (node.kind !== 'element') continue
      for (const [name, value] of nodeAttributes(node)) {
        if (!name.startsWith('on') && !name.startsWith('data-')) continue
        const line = { ...at, line: 1, text: shorten(`${name}="${value}"`) }
        const reading = name.startsWith('on') ? script(value) : { code: data(value, name), left: [] }
        const reasons = reading.left.map(({ reason }) => reason)
        if (
          reading.code === value &&
          word !== undefined &&
          name.startsWith('data-') &&
          wholeNames(value, word).length > 0
        )
          reasons.push('data')
        left.push(...[...new Set(reasons)].map((reason) => ({ ...line, reason })))
        if (reading.code === value) continue
        places.push(line)
        if (write) setAttribute(page, node, name, reading.code)
      }
    }
  }
  return { places, left }
}

/** The lines of the places that are left, each once for a reason. */
function leftLines(
  code: string,
  left: ScriptReading['left'],
): (Pick<ScriptPlace, 'line' | 'text'> & { reason: LeftReason })[] {
  const lines = code.split('\n')
  const found = new Map<string, { line: number; text: string; reason: LeftReason }>()
  let line = 0
  let end = lines[0]?.length ?? 0
  for (const { at, reason } of left) {
    while (at > end && line < lines.length - 1) {
      line += 1
      end += 1 + (lines[line]?.length ?? 0)
    }
    found.set(`${line} ${reason}`, { line: line + 1, text: shorten(lines[line] ?? ''), reason })
  }
  return [...found.values()]
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
  return excerpt(line, 160)
}

/** How a class is renamed in scripts, in styles among the code and in data attributes. */
export const classRename = (from: string, to: string): ScriptRename => ({
  script: (code) => renameClassInScript(code, from, to),
  style: (css) => renameClasses(css, (name) => (name === from ? to : undefined)),
  data: (value, name) => renameInData(value, name, from, to),
  word: from,
})

/** In a data attribute a class is meant by a selector, or if the attribute says so: `data-active-class="on"`. */
function renameInData(value: string, name: string, from: string, to: string): string {
  if (/class/i.test(name))
    return value.replace(/\S+/g, (word) => (word === from ? to : word === `.${from}` ? `.${to}` : word))
  let out = ''
  let at = 0
  for (const found of wholeNames(value, from)) {
    if (value[found - 1] !== '.') continue
    out += value.slice(at, found) + to
    at = found + from.length
  }
  return out + value.slice(at)
}

/** Renames a custom property wherever a script names it. */
export const renameVariableInScript = (code: string, rename: (name: string) => string | undefined): ScriptReading => ({
  code: code.includes('--') ? code.replace(/--[\p{L}\p{N}_-]{1,200}/gu, (name) => rename(name) ?? name) : code,
  left: [],
})
