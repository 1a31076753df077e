import { applyPatches, type Draft, type Json, openLocal, undoPatches } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createTestProject, type TestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { faultsOf, inputOf, misread, stateOf, step } from '../../testing/sequences.ts'
import { siteUndoRules } from '../diff/undoRules.ts'
import { parseDocument } from '../html/document.ts'
import { plantDocument } from '../import/plant.ts'

const PAGE =
  '<main class="hero"><h1>Hello</h1><p>One <b>two</b></p><ul><li>a</li><li>b</li></ul><img src="/a.png" alt=""></main><table><tbody><tr><td>c</td></tr></tbody></table><form><button>Go</button></form><svg viewBox="0 0 1 1"><g><path d="M0 0"></path></g></svg>'

/** A small site with a page, a template and a component. */
async function seeded(): Promise<TestProject> {
  const project = createTestProject()
  const { pageId: home } = project.addPage('', { css: '.hero { top: 0 } .other { left: 0 }' })
  const page = project.pages.get(home) ?? expect.fail()
  for (const key of [...page.keys()]) page.delete(key)
  plantDocument(
    page,
    project.newId,
    parseDocument(`<!doctype html><html lang="en"><head><meta name="a"></head>${PAGE}`),
  )
  const { pageId } = project.addPage('<header>H</header><atelier-outlet></atelier-outlet>', {
    title: 'Around',
    slug: 'around',
  })
  await project.call('setPageTemplate', { pageId, target: { kind: 'everywhere' } })
  await project.call('insertHtml', { parentId: home, html: '<article><h2>Card</h2></article>' })
  const nodeId = [...project.pages.values()].flatMap((page) =>
    [...page.keys()].filter((key) => JSON.stringify(page.get(key)).includes('"article"')),
  )[0]
  const made = await project.call('createComponent', { title: 'Card', nodeIds: [nodeId] })
  expect(made).toMatchObject({ ok: true })
  return project
}

const documentsOf = ({ site, pages }: TestProject): [id: string, view: Draft][] => [['site', site], ...pages]

describe('any sequence of operations, with what is there and with what is not', () => {
  it('leaves a valid site, and each is undone by its inverse', async () => {
    const counts = { done: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const project = await seeded()
        for (const each of steps) {
          const input = inputOf(project, each)
          const shown = `${each.name} ${JSON.stringify(input)}`
          const known = new Set(project.pages.keys())
          const before = stateOf(project)
          const result = await project.call(each.name, input)
          if (!result.ok) {
            counts.refused += 1
            expect(stateOf(project), shown).toBe(before)
            const { code, message, path, hint, expected } = result.error ?? {}
            expect(code, shown).not.toBe('internal')
            expect(message, shown).toBeTruthy()
            expect(path ?? hint ?? expected, shown).toBeTruthy()
            continue
          }
          counts.done += 1
          expect(faultsOf(project), shown).toEqual([])
          expect(misread(project), shown).toEqual([])
          const after = stateOf(project)
          const redo = [...project.written()].map(([id, patches]) => {
            const view = id === 'site' ? project.site : project.pages.get(id)
            if (!view || (id !== 'site' && !known.has(id))) return () => undefined
            const undone = undoPatches(view, patches, siteUndoRules)
            expect(undone.kept, shown).toEqual([])
            applyPatches(view, undone.patches)
            return () => applyPatches(view, undoPatches(view, undone.patches).patches)
          })
          // A page that a call made stays behind as a document that nothing lists.
          const made = [...project.pages].filter(([id]) => !known.has(id))
          for (const [id] of made) project.pages.delete(id)
          expect(stateOf(project), `undone: ${shown}`).toBe(before)
          for (const [id, page] of made) project.pages.set(id, page)
          for (const again of redo) again()
          expect(stateOf(project), `redone: ${shown}`).toBe(after)
        }
      }),
      { numRuns: numRuns(40, 80) },
    )
    expect(counts.done).toBeGreaterThan(30)
    expect(counts.refused).toBeGreaterThan(30)
  })
})

/** Two tabs on one site, each with operations of its own, which meet when `sync` is called. */
async function twoTabs() {
  const origin = await seeded()
  const tabs = ['a', 'b'].map((prefix) => {
    const project = createTestProject(prefix)
    for (const key of [...project.site.keys()]) project.site.delete(key)
    return { project, docs: new Map<string, Y.Doc>() }
  })
  const docOf = (tab: (typeof tabs)[number], id: string) => {
    const doc = tab.docs.get(id) ?? new Y.Doc()
    tab.docs.set(id, doc)
    return doc
  }
  const write = (tab: (typeof tabs)[number], id: string, entries: Iterable<{ key: string; after?: Json }>) => {
    const local = openLocal(docOf(tab, id))
    local.apply([...entries])
    local.close()
  }
  /** Takes what the documents hold by now into the memory that operations work on. */
  const read = ({ project, docs }: (typeof tabs)[number]) => {
    for (const [id, doc] of docs) {
      const { view, close } = openLocal(doc)
      const draft = id === 'site' ? project.site : (project.pages.get(id) ?? createTestProject().site)
      if (id !== 'site') project.pages.set(id, draft)
      for (const key of new Set([...draft.keys(), ...view.keys()])) {
        const value = view.get(key)
        if (value === undefined) draft.delete(key)
        else if (JSON.stringify(value) !== JSON.stringify(draft.get(key))) draft.set(key, value)
      }
      close()
    }
  }
  const sync = () => {
    const [one, other] = tabs
    if (!one || !other) return
    for (const id of new Set([...one.docs.keys(), ...other.docs.keys()])) {
      const [a, b] = [docOf(one, id), docOf(other, id)]
      const [from, to] = [Y.encodeStateAsUpdate(a), Y.encodeStateAsUpdate(b)]
      Y.applyUpdate(a, to)
      Y.applyUpdate(b, from)
    }
    for (const tab of tabs) read(tab)
  }
  const [first, second] = tabs
  if (!first || !second) throw new Error('There are two')
  for (const [id, view] of documentsOf(origin)) {
    write(
      first,
      id,
      [...view.keys()].map((key) => ({ key, ...after(view.get(key)) })),
    )
  }
  sync()
  return {
    first: first.project,
    second: second.project,
    sync,
    async call(inFirst: boolean, name: string, input: object) {
      const tab = inFirst ? first : second
      const result = await tab.project.call(name, input)
      for (const [id, patches] of tab.project.written()) write(tab, id, patches)
      return result
    },
  }
}

const after = (value: Json | undefined) => (value === undefined ? {} : { after: value })

async function published({ site, pages }: TestProject) {
  const { files } = await publishSite({ site, pages: [...pages].map(([id, view]) => ({ id, view })) })
  return files.map(({ path, text }) => [path, text]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

it('two tabs with crossed edits come to one valid site and the same pages', async () => {
  let crossed = 0
  const turn = fc.record({ first: fc.boolean(), step, meet: fc.nat(4).map((n) => n === 0) })
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 14 }), async (turns) => {
      const { first, second, sync, call } = await twoTabs()
      for (const { first: inFirst, step: each, meet } of turns) {
        const result = await call(inFirst, each.name, inputOf(inFirst ? first : second, each))
        if (result.ok) crossed += 1
        if (meet) sync()
      }
      sync()
      expect(stateOf(first)).toBe(stateOf(second))
      expect(faultsOf(first)).toEqual([])
      expect(await published(first)).toEqual(await published(second))
    }),
    { numRuns: numRuns(20, 40) },
  )
  // The edits are random: a low bound, so that it fails only if edits no longer cross.
  expect(crossed).toBeGreaterThan(10)
})
