import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PageTree, readTree } from '@atelier/site'
import { expect } from 'vitest'
import { addNavigationItem } from '../src/operations/addNavigationItem.ts'
import { getNavigation } from '../src/operations/getNavigation.ts'
import { removeNavigationItem } from '../src/operations/removeNavigationItem.ts'
import { updateSectionContent } from '../src/operations/updateSectionContent.ts'
import { type Field, sectionFields } from '../src/sections/fields.ts'
import { sectionsOf } from '../src/sections/sections.ts'
import { createCmsProject } from './project.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The packages of the fidelity benchmark that are installed, and the sites of models: each with the folder of its pages. */
export function realSites(): [name: string, folder: string][] {
  const packages = ['node_modules', 'bench/sites/node_modules'].flatMap((modules) => {
    const folder = `${root}${modules}/`
    const names = existsSync(folder) ? readdirSync(folder) : []
    return names
      .filter((name) => /^(?:startbootstrap-|html5-boilerplate$)/.test(name))
      .map((name): [string, string] => [name, `${folder}${name}/dist`])
  })
  const models = `${root}e2e/fixtures/sites/`
  const written = readdirSync(models).map((name): [string, string] => [name, `${models}${name}`])
  return [...new Map([...packages, ...written])].filter(([, folder]) => existsSync(`${folder}/index.html`))
}

/** A project with the pages of a folder. */
export function importPages(folder: string) {
  const project = createCmsProject()
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'))
  const ids = new Map(
    names.map((name) => {
      const html = readFileSync(`${folder}/${name}`, 'utf8')
      return [name, project.addPage(html, { title: name, slug: name === 'index.html' ? 'index' : name })]
    }),
  )
  return { ...project, ids }
}

export type RealProject = ReturnType<typeof importPages>

/** The ids of the text nodes below a node that a reader sees. */
export function seenTexts(tree: PageTree, id: string): string[] {
  return [...tree.walk(id)].flatMap(({ id: own, kind, text, parent }) =>
    kind === 'text' && text.trim() !== '' && !/^(?:script|style|option|textarea)$/.test(tree.node(parent)?.tag ?? '')
      ? [own]
      : [],
  )
}

/** How much of the text of a page's sections is in a field; each section that is written as it is read makes no patch. */
export async function expectFieldsHold(project: RealProject, pageId: string): Promise<{ all: number; held: number }> {
  const tree = project.tree(pageId)
  const lengths = { all: 0, held: 0 }
  for (const section of sectionsOf(tree)) {
    const fields = sectionFields(project.site, tree, section.id)
    const held = new Set(fields.flatMap(({ nodeId }) => seenTexts(tree, nodeId)))
    for (const id of seenTexts(tree, section.id)) {
      const { length } = tree.node(id)?.text.trim() ?? ''
      lengths.all += length
      if (held.has(id)) lengths.held += length
    }
    const free = fields.filter(({ isBound }) => !isBound)
    for (const part of partsOf(free)) {
      const content = Object.fromEntries(part.map((field) => [field.name, field.value]))
      expect(await project.run(updateSectionContent, { pageSectionId: section.id, content })).toMatchObject({
        ok: true,
        data: { changed: [] },
      })
      expect(project.written().size).toBe(0)
    }
  }
  return lengths
}

/** A call takes a limited amount of text. */
const AT_ONCE = 40

function partsOf(fields: readonly Field[]): Field[][] {
  const parts: Field[][] = []
  for (let from = 0; from < fields.length; from += AT_ONCE) parts.push(fields.slice(from, from + AT_ONCE))
  return parts
}

/** A new text of a field changes that text and no other byte, and the old one gives all bytes back. */
export async function expectOnlyThatTextChanges(project: RealProject, pageId: string, every = 1): Promise<void> {
  const before = project.html(pageId)
  const tree = project.tree(pageId)
  for (const section of sectionsOf(tree)) {
    const fields = sectionFields(project.site, tree, section.id)
    const texts = fields.filter(({ kind, value, isBound }) => kind === 'text' && value !== '' && !isBound)
    for (const field of texts.filter((_, at) => at % every === 0)) {
      const write = (value: string) =>
        project.run(updateSectionContent, { pageSectionId: section.id, content: { [field.name]: value } })
      expect(await write(`${field.value} qux`)).toMatchObject({ ok: true, data: { changed: [field.name] } })
      expect(project.html(pageId).replace(' qux', '')).toBe(before)
      expect(await write(String(field.value))).toMatchObject({ ok: true, data: { changed: [field.name] } })
      expect(project.html(pageId)).toBe(before)
    }
  }
}

/** The names of a page's fields by their nodes stay when others are inserted, moved, or come with a file. */
export async function expectNamesStay(project: RealProject, name: string): Promise<void> {
  const pageId = project.ids.get(name) ?? expect.fail()
  const names = () => {
    const tree = readTree(project.pages.get(pageId) ?? expect.fail())
    const fields = sectionsOf(tree).flatMap(({ id }) => sectionFields(project.site, tree, id))
    return new Map(fields.map((field) => [`${field.kind} ${field.role} ${field.nodeId}`, field.name]))
  }
  const done = async (id: string, input: object) =>
    expect(await project.operate(id, input), id).toMatchObject({ ok: true })
  const before = names()
  expect(before.size).toBeGreaterThan(0)
  const expectAllThere = () => {
    const now = names()
    expect(Object.fromEntries([...before.keys()].map((key) => [key, now.get(key)]))).toEqual(Object.fromEntries(before))
  }
  const [section] = sectionsOf(project.tree(pageId))
  const parentId = section?.parent ?? expect.fail()
  await done('site.insertHtml', {
    parentId,
    index: 0,
    html: '<section><h2>New</h2><p>Words <a href="/x">link</a></p></section><p>More</p>',
  })
  expectAllThere()
  const inserted =
    project
      .tree(pageId)
      .children(parentId)
      .find(({ tag }) => tag === 'section') ?? expect.fail()
  await done('site.moveNode', { nodeId: inserted.id, newParentId: parentId, newIndex: 1 })
  expectAllThere()
  const text = project.html(pageId)
  const filename = name
  const content = await wholeFile(project, filename)
  expect(content).toContain('New</h2>')
  await done('site.writeFile', { filename, content: content.replace('New</h2>', 'Newer</h2><p>Another paragraph</p>') })
  expect(project.html(pageId)).not.toBe(text)
  expectAllThere()
}

const LINES = 100

/** A file in the pieces in which a long one is read. */
async function wholeFile(project: RealProject, file: string): Promise<string> {
  const lines: string[] = []
  for (;;) {
    const range = { startLine: lines.length + 1, endLine: lines.length + LINES }
    const { content, totalLines } = Object(Object(await project.operate('site.readFile', { file, ...range })).data)
    const read = String(content).split('\n')
    lines.push(...read)
    if (lines.length >= Number(totalLines)) return lines.join('\n')
    expect(read).toHaveLength(LINES)
  }
}

/** An item of the menu is one insertion on each page that has it, and goes without a trace. */
export async function expectMenuItem(project: RealProject): Promise<number> {
  const read = await project.run(getNavigation, {})
  const menus = (read.ok && read.data?.menus) || []
  const header = menus.find(({ location, items }) => location === 'header' && items.length < 5)
  if (!header) return menus.length
  const ids = [...project.ids.values()]
  const before = ids.map(project.html)
  const item = { label: 'Qux', href: '/qux', location: 'header' as const }
  expect(await project.run(addNavigationItem, item)).toMatchObject({ ok: true })
  const now = ids.map(project.html)
  let changed = 0
  for (const [at, html] of now.entries()) {
    const was = before[at] ?? ''
    if (html === was) continue
    changed += 1
    const start = [...was].findIndex((letter, index) => html[index] !== letter)
    const added = html.length - was.length
    expect(html.slice(0, start) + html.slice(start + added)).toBe(was)
    expect(html.slice(Math.max(0, start - 400), start + added)).toContain('Qux')
  }
  expect(changed).toBe(header.copies)
  expect(await project.run(removeNavigationItem, { label: 'Qux', location: 'header' })).toMatchObject({ ok: true })
  expect(ids.map(project.html)).toEqual(before)
  return menus.length
}
