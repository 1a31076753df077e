import type { Draft } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { siteOperations } from '../src/operations/index.ts'
import { nothingWrong, wrongInputs, wrongInputsNeed } from './badInput.ts'
import { createTestProject, type TestProject } from './project.ts'

function state({ site, pages }: TestProject): string {
  const all = (view: Draft) => [...view.keys()].sort().map((key) => [key, view.get(key)])
  return JSON.stringify([all(site), [...pages].map(([id, page]) => [id, all(page)])])
}

async function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage(wrongInputsNeed.page, { css: wrongInputsNeed.css })
  await project.call('write_code_asset', wrongInputsNeed.asset)
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

/** The answers of a project in memory; the server's test runs them all. */
const here = new Set(
  siteOperations
    .filter(({ executor, name }) => executor === 'server' && name !== 'restoreVersion')
    .map(({ name }) => name),
)
const tools = siteOperations.filter(({ executor }) => executor === 'server')

describe('what is not an input of its', () => {
  it.each(tools.map((operation) => [operation.name, operation] as const))('%s says where', async (name, { input }) => {
    const { project } = await setUp()
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
  it.each(Object.entries(wrongInputs).filter(([name]) => here.has(name)))(
    '%s says what to try, and changes nothing',
    async (name, inputs) => {
      const { project, filled } = await setUp()
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
    },
  )
})

it('has a row for every operation that takes something', () => {
  const without = siteOperations
    .filter(({ input }) => 'properties' in input && Object.keys(input.properties ?? {}).length > 0)
    .filter(({ name }) => !wrongInputs[name] && !nothingWrong.has(name))
  expect(without.map(({ name }) => name)).toEqual([])
})
