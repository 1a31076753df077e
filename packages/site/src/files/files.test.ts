import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Draft } from '@atelier/documents'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTree } from '../document/tree.ts'
import type { PrintedRange } from '../html/print.ts'
import { openDrafts } from '../testing/drafts.ts'
import { importInto } from '../testing/importing.ts'
import { createTestProject, type TestProject } from '../testing/project.ts'
import { findFile, readText, writeText } from './files.ts'
import { listFiles } from './list.ts'
import { markupText } from './text.ts'

/** Writes files on drafts of a project, and returns what changed. */
function onDrafts(project: TestProject) {
  const { context, open, written } = openDrafts(project)
  return { context, open, patches: () => [...written().values()].flat() }
}

const root = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
const MARKUP = /\.(?:html|css|js)$/

function readFolder(folder: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })) {
    if (MARKUP.test(name) && !name.includes('node_modules') && !/bootstrap|webpack/.test(name))
      files[name] = readFileSync(`${root}${folder}/${name}`, 'utf8')
  }
  return files
}

const sites: Record<string, TestProject> = {}

beforeAll(async () => {
  for (const folder of ['html5-boilerplate/dist', 'startbootstrap-clean-blog/dist']) {
    const { project, take } = importInto()
    await take(readFolder(folder))
    sites[folder] = project
  }
})

const allFiles = async (project: TestProject) => {
  const { context } = onDrafts(project)
  return Promise.all((await listFiles(context)).map(async (file) => ({ file, text: await readText(context, file) })))
}

describe.each(['html5-boilerplate/dist', 'startbootstrap-clean-blog/dist'])('the files of %s', (folder) => {
  const project = () => sites[folder] ?? expect.fail()

  test('are written as they were read without a change, whole and as an edit', async () => {
    const files = await allFiles(project())
    expect(files.length).toBeGreaterThan(3)
    for (const { file, text } of files) {
      for (const exact of [true, false]) {
        const { context, patches } = onDrafts(project())
        const { report } = await writeText(context, file.name, text, exact)
        expect.soft(report?.action, file.name).toMatch(/unchanged|updated/)
        expect.soft(patches(), `${file.name} ${exact}`).toEqual([])
      }
    }
  })

  test('a page written whole with other white space keeps its own', async () => {
    for (const { file, text } of await allFiles(project())) {
      if (file.kind !== 'page') continue
      const { context, patches } = onDrafts(project())
      const dense = text.replace(/>\s+</g, (gap) => (/[^\s<>]/.test(gap) ? gap : '>\n  <'))
      await writeText(context, file.name, dense)
      expect
        .soft(
          patches()
            .map(({ key }) => key)
            .slice(0, 10),
          file.name,
        )
        .toEqual([])
    }
  })

  test('are the same nodes when white space alone is written behind them', async () => {
    for (const { file, text } of await allFiles(project())) {
      if (file.kind !== 'page') continue
      const { context, patches } = onDrafts(project())
      await writeText(context, file.name, `${text}\n`)
      expect.soft(patches(), file.name).toEqual([])
    }
  })
})

/** The text of a page after an edit of one of its elements, and the number of elements that are new. */
type TextEdit = (text: string, range: PrintedRange, parent: PrintedRange) => string | undefined
const put = (text: string, from: number, to: number, made: string) => text.slice(0, from) + made + text.slice(to)
const textEdits: Record<string, TextEdit> = {
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
/** The most patches that an edit of a kind makes, on average. */
const MOST_PATCHES: Readonly<Record<string, number>> = {
  text: 1,
  class: 1,
  insert: 2,
  delete: 4.3,
  move: 4.1,
  wrap: 2.1,
  duplicate: 12.5,
  reformat: 30,
}
const kinds = Object.keys(textEdits).flatMap((kind) => [
  [kind, true],
  [kind, false],
]) as [string, boolean][]

describe.each(kinds)('after an edit of the kind %s (as an edit: %s)', (kind, exact) => {
  test('the page reads as written, and nearly all elements are the nodes that they were', async () => {
    let [stayed, all, edits, patched] = [0, 0, 0, 0]
    for (const project of Object.values(sites)) {
      for (const file of await listFiles(onDrafts(project).context)) {
        const now = file.kind === 'page' ? await markupText(onDrafts(project).context, file) : undefined
        const nodes = now ? [...now.tree.walk()].filter((node) => node.kind === 'element' && node.parent !== '') : []
        for (let at = 0; at < nodes.length; at += Math.ceil(nodes.length / 20)) {
          const node = nodes[at]
          const [range, parent] = [node && now?.ranges.get(node.id), node && now?.ranges.get(node.parent)]
          if (!now || !node || !range || !parent) continue
          const changed = textEdits[kind]?.(now.text, range, parent)
          if (changed === undefined || changed === now.text) continue
          const { context, open, patches } = onDrafts(project)
          await writeText(context, file.name, changed, exact)
          const again = await findFile(context, file.name)
          if (exact) expect.soft(unnamed((again && (await readText(context, again))) ?? '')).toBe(unnamed(changed))
          const tree = readTree(open(now.entry.id) ?? expect.fail())
          const gone = new Set(kind === 'delete' ? [...now.tree.walk(node.id)].map(({ id }) => id) : [])
          for (const { id, tag } of nodes) {
            if (gone.has(id)) continue
            all += 1
            const version = tree.node(id)
            if (version) expect(version.tag).toBe(tag)
            if (version) stayed += 1
          }
          edits += 1
          patched += patches().length
        }
      }
    }
    expect(edits).toBeGreaterThan(20)
    expect(stayed / all).toBeGreaterThanOrEqual(0.997)
    const most = kind === 'reformat' && !exact ? 0 : MOST_PATCHES[kind]
    expect(patched / edits).toBeLessThanOrEqual(most ?? 0)
  })
})

const elementIds = (draft: Draft) =>
  [...readTree(draft).walk()].flatMap(({ kind, id }) => (kind === 'element' ? id : []))

describe('the files of a site', () => {
  function bakery() {
    const project = createTestProject()
    const home = project.addPage(
      '<main>\n  <section class="hero a b"><h1>Bread</h1><p>Baked daily.</p></section>\n  <section><p>Two</p></section>\n</main>',
    )
    return { project, ...home }
  }
  const read = async (project: TestProject, name: string) => {
    const { context } = onDrafts(project)
    const file = await findFile(context, name)
    return file ? readText(context, file) : undefined
  }

  test('show a page as a document with its settings and the names of its blocks', async () => {
    const { project } = bakery()
    expect(await read(project, 'index.html')).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Home</title>
<link rel="stylesheet" href="/styles.css">
</head>
<body><main data-block="n000000002">
  <section class="hero a b" data-block="n000000004"><h1>Bread</h1><p>Baked daily.</p></section>
  <section data-block="n00000000a"><p>Two</p></section>
</main></body></html>`)
  })

  test('keep the nodes of what is moved and changed in one edit', async () => {
    const { project, pageId } = bakery()
    const text = (await read(project, 'index.html')) ?? ''
    const { context, open } = onDrafts(project)
    const before = elementIds(open(pageId) ?? expect.fail())
    await writeText(
      context,
      'index.html',
      text.replace('hero a b', 'b hero c').replace('Baked daily.', 'Baked at night.'),
      true,
    )
    const file = (await findFile(context, 'index.html')) ?? expect.fail()
    expect(await readText(context, file)).toBe(
      text.replace('hero a b', 'b hero c').replace('Baked daily.', 'Baked at night.'),
    )
    expect(elementIds(open(pageId) ?? expect.fail())).toEqual(before)
  })
})
