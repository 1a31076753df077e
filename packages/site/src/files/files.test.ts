import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Draft } from '@atelier/documents'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDrafts } from '../../testing/drafts.ts'
import { addTrials, changedByRewrite, noTrials, tryTextEdits } from '../../testing/fileTrials.ts'
import { importInto } from '../../testing/importing.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'
import { findFile, readText, writeText } from './files.ts'
import { listFiles } from './list.ts'

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
    const { files, changed } = await changedByRewrite(project())
    expect(files).toBeGreaterThan(3)
    expect(changed).toEqual([])
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

  test('are the same nodes when only white space is written behind them', async () => {
    for (const { file, text } of await allFiles(project())) {
      if (file.kind !== 'page') continue
      const { context, patches } = onDrafts(project())
      await writeText(context, file.name, `${text}\n`)
      expect.soft(patches(), file.name).toEqual([])
    }
  })
})

/** The most patches that an edit of a kind makes, on average. */
const MOST_PATCHES: Readonly<Record<string, number>> = {
  text: 1,
  class: 1,
  attributes: 1,
  insert: 2,
  delete: 4.3,
  move: 4.1,
  wrap: 2.1,
  duplicate: 12.5,
  reformat: 30,
}
describe.each(Object.keys(MOST_PATCHES))('after edits of the kind %s', (kind) => {
  test.each([
    ['as edits', true],
    ['as whole files', false],
  ])('written %s the page reads as written, and nearly all elements are the nodes that they were', async (_, exact) => {
    const all = noTrials()
    for (const project of Object.values(sites)) addTrials(all, await tryTextEdits(project, kind, exact, 20))
    expect(all.edits).toBeGreaterThan(20)
    expect(all.misread).toEqual([])
    expect(all.kept / all.elements).toBeGreaterThanOrEqual(0.997)
    expect(all.ofAnotherTag).toBe(0)
    const most = kind === 'reformat' && !exact ? 0 : MOST_PATCHES[kind]
    expect(all.patches / all.edits).toBeLessThanOrEqual(most ?? 0)
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

  test('keep the order of attributes beside one that the text does not show', async () => {
    const project = createTestProject()
    project.addPage('<section data-block="own" id="a" title="b">One</section>')
    const text = (await read(project, 'index.html')) ?? ''
    const ordered = text.replace('id="a" title="b"', 'title="b" id="a"')
    const { context, patches } = onDrafts(project)
    await writeText(context, 'index.html', ordered, true)
    const file = (await findFile(context, 'index.html')) ?? expect.fail()
    expect(await readText(context, file)).toBe(ordered)
    expect(patches()).toHaveLength(1)
    await writeText(context, 'index.html', ordered, true)
    expect(patches()).toHaveLength(1)
  })
})
