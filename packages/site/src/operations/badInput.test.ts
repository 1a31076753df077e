import type { Draft } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { siteOperations } from './index.ts'
import { createTestProject, type TestProject } from './testing.ts'

const huge = `<p>${'x'.repeat(10_000_000)}</p>`

/** Inputs that have the right form and mean nothing, or too much. `$…` are ids of the page that is there. */
const table: Readonly<Record<string, readonly unknown[]>> = {
  read_document: [{ document: { id: 'none' } }, { part: 99 }],
  open_document: [{ document: { id: 'none' } }],
  insertHtml: [
    { parentId: 'none', html: '<p>x</p>' },
    { parentId: '$root', html: huge },
    { parentId: '$img', html: '<p>x</p>' },
  ],
  getNodeHtml: [{ nodeId: 'none' }],
  replaceNodeHtml: [
    { nodeId: 'none', html: 'x' },
    { nodeId: '$main', html: huge },
    { nodeId: '$img', html: 'x' },
  ],
  updateNodeProps: [
    { nodeId: 'none', patch: { id: 'x' } },
    { nodeId: '$main', patch: { text: 'x' } },
    { nodeId: '$main', patch: { onclick: 'x()' } },
    { nodeId: '$main', patch: { color: 'red' }, breakpointId: 'none' },
  ],
  moveNode: [
    { nodeId: 'none', newParentId: '$root', newIndex: 0 },
    { nodeId: '$main', newParentId: 'none', newIndex: 0 },
    { nodeId: '$main', newParentId: '$p', newIndex: 0 },
    { nodeId: '$main', newParentId: '$main', newIndex: 0 },
    { nodeId: '$root', newParentId: '$main', newIndex: 0 },
    { nodeId: '$p', newParentId: '$img', newIndex: 0 },
  ],
  deleteNode: [{ nodeId: 'none' }, { nodeId: '$root' }],
  duplicateNode: [{ nodeId: 'none' }, { nodeId: '$root' }],
  renameNode: [{ nodeId: 'none', label: 'x' }],
  applyCss: [{ css: '.a' }, { css: '}}}' }, { css: `.a{color:red}${' '.repeat(10_000_000)}` }],
  assignClass: [
    { nodeId: 'none', classId: 'hero' },
    { nodeId: '$main', classId: 'none at all' },
  ],
  removeClass: [{ nodeId: 'none', classId: 'hero' }],
  read_code_asset: [{}, { path: 'none.js' }, { fileId: 'none' }],
  write_code_asset: [
    { path: '../x.js', type: 'script', content: '' },
    { path: 'x.js', type: 'script', content: 'x'.repeat(10_000_000) },
    { path: 'x.exe', type: 'script', content: '' },
  ],
  patch_code_asset: [{ path: 'none.js', expectedHash: 'x', replacements: [{ oldText: 'a', newText: 'b' }] }],
  inspect_code_runtime: [{ document: { id: 'none' } }],
  deletePage: [{ pageId: 'none' }, { pageId: '$page' }],
  renamePage: [{ pageId: 'none', title: 'x' }],
  duplicatePage: [{ pageId: 'none', title: 'x' }],
  setPageTemplate: [{ pageId: 'none', target: { kind: 'everywhere' } }],
  clearPageTemplate: [{ pageId: 'none' }, { pageId: '$page' }],
  set_color_tokens: [{ tokens: [{ slug: 'ink', lightValue: 'red; } body { display: none' }] }],
  set_type_scale: [{ groupId: 'none', min: { fontSize: 16 } }],
  set_spacing_scale: [{ groupId: 'none', min: { size: 16 } }],
}

function state({ site, pages }: TestProject): string {
  const all = (view: Draft) => [...view.keys()].sort().map((key) => [key, view.get(key)])
  return JSON.stringify([all(site), [...pages].map(([id, page]) => [id, all(page)])])
}

function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<main><p>One</p><img src="data:," alt=""></main>', {
    css: '.hero { top: 0 }',
  })
  const page = project.pages.get(pageId)
  const ids = new Map([
    ['$page', pageId],
    ['$root', root],
  ])
  for (const key of page?.keys() ?? []) {
    const value = page?.get(key)
    if (typeof value === 'object' && value !== null && 'tag' in value) ids.set(`$${value.tag}`, key)
  }
  const filled = (value: unknown): unknown =>
    typeof value === 'string'
      ? (ids.get(value) ?? value)
      : Array.isArray(value)
        ? value.map(filled)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]))
          : value
  return { project, filled }
}

const tools = siteOperations.filter(({ executor }) => executor === 'server')

describe('what is no input of its', () => {
  it.each(tools.map((operation) => [operation.name, operation] as const))('%s says where', async (name, { input }) => {
    const { project } = setUp()
    const before = state(project)
    for (const wrong of [null, 'x', 7, [], { surely_not_a_field: 1 }]) {
      const result = await project.call(name, wrong)
      expect.soft(result, JSON.stringify(wrong)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    }
    const properties =
      'properties' in input && typeof input.properties === 'object' ? Object.keys(input.properties ?? {}) : []
    for (const property of properties) {
      const result = await project.call(name, { [property]: { not: ['this'] } })
      expect.soft(result.ok, `${name} ${property}`).toBe(false)
    }
    expect(state(project)).toBe(before)
  })
})

describe('what means nothing here', () => {
  it.each(Object.entries(table))('%s says what to try, and changes nothing', async (name, inputs) => {
    const { project, filled } = setUp()
    const before = state(project)
    for (const wrong of inputs) {
      const shown = JSON.stringify(wrong).slice(0, 100)
      const result = await project.call(name, filled(wrong))
      expect.soft(result, shown).toMatchObject({ ok: false, error: { message: expect.any(String) } })
      const { error } = result.ok ? { error: undefined } : result
      expect.soft(error?.hint ?? error?.expected, `a hint for ${shown}`).toBeTruthy()
      expect.soft(error?.message.length ?? 0, shown).toBeLessThan(600)
      expect.soft(state(project) === before, `unchanged after ${shown}`).toBe(true)
    }
  })
})

it('has a row for every default tool that takes something', () => {
  const without = siteOperations
    .filter(({ onDemand, executor }) => !onDemand && executor === 'server')
    .filter(({ name }) => !table[name] && !/^list_|^addPage$|^set_font_tokens$/.test(name))
  expect(without.map(({ name }) => name)).toEqual([])
})
