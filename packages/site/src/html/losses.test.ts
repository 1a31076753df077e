import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { nodeAttribute, readTree } from '../document/tree.ts'
import { prepareImport } from '../import/prepare.ts'
import type { ParsedNode } from './parse.ts'

const TAGS =
  'p p div span b i a a ul li li table table tr td th tbody caption colgroup col form form button select option optgroup legend input h1 h2 pre textarea title style svg circle g foreignObject desc math mi mtext annotation-xml template section img br hr nobr ruby rt dl dd dt label video source iframe object details summary body html head frame frameset base link meta script noscript x-card atelier-loop image image'.split(
    ' ',
  )
const VOID = new Set('img br hr input col base link meta source frame image'.split(' '))
const HOSTILE = [' onclick="x()"', ' href="javascript:x()"', ' http-equiv="refresh"', ' style="color: red"', ' lang=en']

interface Written {
  tag: string
  /** Its number, which is also written as its attribute. */
  number: number
}

/** HTML that is mostly wrong: tags that stay open, end too early or are misplaced. */
function generate(seed: number): { html: string; written: Written[]; repeated: number[] } {
  let state = seed * 7919 + 1
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
  const written: Written[] = []
  const repeated: number[] = []
  const open: string[] = []
  let html = ''
  // Inside these a tag is text, so each is closed at once.
  const texts = /^(?:textarea|title|style|iframe|script)$/
  for (let i = 0; i < 4 + random(16); i += 1) {
    const tag = TAGS[random(TAGS.length)] ?? 'p'
    const number = written.length
    const hostile = random(4) === 0 ? (HOSTILE[random(HOSTILE.length)] ?? '') : ''
    const again = random(12) === 0 ? ` data-n="again${number}"` : ''
    if (again !== '') repeated.push(number)
    html += `<${tag} data-n="${number}"${hostile}${again}>`
    written.push({ tag, number })
    if (texts.test(tag)) html += `x</${tag}>`
    else if (!VOID.has(tag)) open.push(tag)
    if (random(3) === 0) html += 'x '
    if (random(2) === 0 && open.length > 0) html += `</${open.splice(random(3) === 0 ? 0 : open.length - 1, 1)[0]}>`
  }
  return { html, written, repeated }
}

/** How often the numbers and the names occur in the notes, including counts such as `(3 times)`. */
function named(notes: readonly string[], pattern: RegExp): number {
  let count = 0
  for (const note of notes) {
    for (const found of note.matchAll(pattern)) {
      const more = /^[^<]*?\((\d+) times\)/.exec(note.slice(found.index + found[0].length))
      count += more ? Number(more[1]) : 1
    }
  }
  return count
}

function numbersIn(nodes: readonly ParsedNode[], into: Set<string> = new Set()): Set<string> {
  for (const node of nodes) {
    for (const [name, value] of node.attrs ?? []) if (name === 'data-n') into.add(value)
    numbersIn(node.children ?? [], into)
  }
  return into
}

/** The written parts that are neither in the result nor named as a loss. */
function silent(
  { html, written, repeated }: ReturnType<typeof generate>,
  kept: ReadonlySet<string>,
  notes: readonly string[],
) {
  const lost = written.filter(({ number }) => !kept.has(String(number)))
  const missing: string[] = []
  for (const tag of new Set(lost.map((each) => each.tag.toLowerCase()))) {
    const gone = lost.filter((each) => each.tag.toLowerCase() === tag)
    const told = named(notes, new RegExp(`<${tag}(?=[\\s>])`, 'gi'))
    const byNumber = gone.filter(({ number }) => notes.some((note) => note.includes(`data-n="${number}"`)))
    if (Math.max(told, byNumber.length) < gone.length) missing.push(`${gone.length} <${tag}>, named ${told}`)
  }
  for (const number of repeated) {
    if (kept.has(String(number)) && !notes.some((note) => note.includes(`again${number}`)))
      missing.push(`again${number}`)
  }
  for (const [found] of html.matchAll(/onclick=|javascript:|refresh/g)) {
    if (!notes.some((note) => note.includes(found) || note.includes('<'))) missing.push(found)
  }
  return missing.map((each) => `${each} of ${html}: ${notes.join(' | ')}`)
}

const documents = Array.from({ length: 500 }, (_, seed) => generate(seed))

describe('every element and attribute is kept or named', () => {
  it('by insertHtml, in 500 generated documents', async () => {
    const lost: string[] = []
    let dropped = 0
    for (const document of documents) {
      const project = createTestProject()
      const { root, pageId } = project.addPage('')
      const result = await project.call('insertHtml', { parentId: root, html: document.html })
      // Elements refused as a whole are named, so they are not lost silently.
      if (!result.ok) continue
      const page = project.pages.get(pageId)
      const stored = page ? [...readTree(page).walk()] : []
      const kept = new Set(stored.flatMap((node) => nodeAttribute(node, 'data-n') ?? []))
      const notes = [JSON.stringify(result.data ?? {}), ...(result.warnings ?? [])].map((text) =>
        text.replaceAll('\\"', '"').replaceAll('},{', '}\n{'),
      )
      dropped += document.written.length - kept.size
      lost.push(
        ...silent(
          document,
          kept,
          notes.flatMap((text) => text.split('\n')),
        ),
      )
    }
    expect(dropped).toBeGreaterThan(100)
    expect(lost.slice(0, 5)).toEqual([])
  })

  it('by an import, in 500 generated documents', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const files = documents.map(({ html }, i) => ({ path: `p${i}.html`, bytes: bytes(`<!doctype html>${html}`) }))
    const prepared = await prepareImport(files)
    const lost: string[] = []
    for (const [i, document] of documents.entries()) {
      const path = `p${i}.html`
      const page = prepared.pages.find((each) => each.path === path)
      const notes = [
        ...prepared.refused.filter((each) => each.path === path).map(({ what, where }) => `${what} ${where}`),
        ...prepared.warnings.filter((each) => each.path === path).map(({ message }) => message),
      ]
      const { html = [], head, body } = page?.document ?? {}
      const top: ParsedNode[] = [html, head?.attrs ?? [], body?.attrs ?? []].map((attrs) => ({
        kind: 'element',
        attrs,
      }))
      lost.push(...silent(document, numbersIn([...top, ...(head?.nodes ?? []), ...(body?.nodes ?? [])]), notes))
    }
    expect(lost.slice(0, 5)).toEqual([])
  })
})
