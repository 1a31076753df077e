import { readTree } from '../src/document/tree.ts'
import { findFile, readText, writeText } from '../src/files/files.ts'
import { listFiles } from '../src/files/list.ts'
import { markupText } from '../src/files/text.ts'
import type { PrintedRange } from '../src/html/print.ts'
import { openDrafts } from './drafts.ts'
import type { TestProject } from './project.ts'

/** The text of a page after an edit of one of its elements; undefined if there is nothing of the kind to edit. */
type TextEdit = (text: string, range: PrintedRange, parent: PrintedRange) => string | undefined
const put = (text: string, from: number, to: number, made: string) => text.slice(0, from) + made + text.slice(to)
const textEdits: Readonly<Record<string, TextEdit>> = {
  text: (text, { innerStart, innerEnd }) => {
    const word = /(?:^|>)[^<>&{}]*?\b([A-Za-z]{3,})\b/.exec(text.slice(innerStart, innerEnd))
    if (word?.[1] === undefined) return undefined
    const at = innerStart + word.index + word[0].length
    return put(text, at, at, ' today')
  },
  class: (text, { start, innerStart }) => {
    const found = /^<[a-z0-9]+(?: (?!class)[^\s=>]+="[^"]*")* class="/.exec(text.slice(start, innerStart))
    return found ? put(text, start + found[0].length, start + found[0].length, 'new ') : undefined
  },
  attributes: (text, { start }, { innerEnd }) => {
    const attribute = /( (?!data-block)[^\s=>"]+="[^"]*")/.source
    const [whole, first, second] =
      new RegExp(`<[a-z0-9]+${attribute}${attribute}`).exec(text.slice(start, innerEnd)) ?? []
    if (!whole || !first || !second) return undefined
    return put(text, start, innerEnd, text.slice(start, innerEnd).replace(first + second, second + first))
  },
  insert: (text, { start }) => put(text, start, start, '<em>Opening hours</em>'),
  delete: (text, { start, end }) => put(text, start, end, ''),
  move: (text, { start, end }, { innerEnd }) =>
    put(put(text, innerEnd, innerEnd, text.slice(start, end)), start, end, ''),
  wrap: (text, { start, end }) => put(text, start, end, `<span class="wrapper">${text.slice(start, end)}</span>`),
  duplicate: (text, { start, end }) => put(text, end, end, text.slice(start, end)),
  reformat: (text, { innerStart, innerEnd }) =>
    put(text, innerStart, innerEnd, text.slice(innerStart, innerEnd).replace(/\n\s*/g, '\n')),
}
/** Without the names of blocks: a copy gets its own. */
const unnamed = (text: string) => text.replace(/ data-block="[^"]*"/g, '')
/** In these no other element can stand than those that belong to it. */
const CLOSED: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'select', 'svg'])

/** The outcome of edits of the text of pages. */
export interface FileTrials {
  edits: number
  /** Pages that do not read as they were written, for edits; the names of blocks aside, of which a copy gets its own. */
  misread: string[]
  /** Elements that continued: all of them, those that are the same nodes, and those that became another tag. */
  elements: number
  kept: number
  ofAnotherTag: number
  patches: number
}

export const noTrials = (): FileTrials => ({
  edits: 0,
  misread: [],
  elements: 0,
  kept: 0,
  ofAnotherTag: 0,
  patches: 0,
})

export function addTrials(all: FileTrials, more: FileTrials): void {
  all.edits += more.edits
  all.misread.push(...more.misread)
  all.elements += more.elements
  all.kept += more.kept
  all.ofAnotherTag += more.ofAnotherTag
  all.patches += more.patches
}

export const EDIT_KINDS: readonly string[] = Object.keys(textEdits)

/**
 * Edits the text of every page of a project in one way, at elements spread over it, each time from the page as it is.
 * @param exact whether the text is written as an edit, otherwise as a whole file
 * @param times how many elements of each page are edited, at most
 */
export async function tryTextEdits(
  project: TestProject,
  kind: string,
  exact: boolean,
  times: number,
): Promise<FileTrials> {
  const all = noTrials()
  for (const file of await listFiles(openDrafts(project).context)) {
    const now = file.kind === 'page' ? await markupText(openDrafts(project).context, file) : undefined
    const nodes = now ? [...now.tree.walk()].filter((node) => node.kind === 'element' && node.parent !== '') : []
    for (let at = 0; now && at < nodes.length; at += Math.ceil(nodes.length / times)) {
      const node = nodes[at]
      const [range, parent] = [node && now.ranges.get(node.id), node && now.ranges.get(node.parent)]
      if (!node || !range || !parent) continue
      const adds = kind === 'insert' || kind === 'wrap'
      if (adds && CLOSED.has(now.tree.node(node.parent)?.tag ?? '')) continue
      const changed = textEdits[kind]?.(now.text, range, parent)
      if (changed === undefined || changed === now.text) continue
      const { context, open, written } = openDrafts(project)
      await writeText(context, file.name, changed, exact)
      const again = await findFile(context, file.name)
      const read = again ? await readText(context, again) : ''
      if (exact && unnamed(read) !== unnamed(changed)) all.misread.push(`${file.name}, ${kind} at <${node.tag}>`)
      const page = open(now.entry.id)
      const tree = page && readTree(page)
      const gone = new Set(kind === 'delete' ? [...now.tree.walk(node.id)].map(({ id }) => id) : [])
      for (const { id, tag } of nodes) {
        if (gone.has(id)) continue
        all.elements += 1
        const version = tree?.node(id)
        if (version) all.kept += 1
        if (version && version.tag !== tag) all.ofAnotherTag += 1
      }
      all.edits += 1
      all.patches += [...written().values()].reduce((sum, list) => sum + list.length, 0)
    }
  }
  return all
}

/** The files of a project whose write as they were read, whole and as an edit, changes anything. */
export async function changedByRewrite(project: TestProject): Promise<{ files: number; changed: string[] }> {
  const files = await listFiles(openDrafts(project).context)
  const changed: string[] = []
  for (const file of files) {
    const text = await readText(openDrafts(project).context, file)
    for (const exact of [true, false]) {
      const { context, written } = openDrafts(project)
      const { problem } = await writeText(context, file.name, text, exact)
      const patches = [...written().values()].flat()
      if (problem || patches.length > 0) changed.push(`${file.name} ${exact ? 'as an edit' : 'whole'}`)
    }
  }
  return { files: files.length, changed }
}
