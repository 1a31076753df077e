import { applyPatches, type Patch, undoPatches } from '@atelier/documents'
import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { field } from '../document/node.ts'
import { readTree } from '../document/tree.ts'
import { siteUndoRules } from './undoRules.ts'

/** A paragraph whose text was changed by one user and then by another, and what an undo of the first makes of it. */
function undone(texts: readonly [born: string, mine: string, theirs: string]) {
  const [born, mine, theirs] = texts
  const project = createTestProject()
  const { pageId } = project.addPage(`<p>${born}</p>`)
  const page = project.pages.get(pageId) ?? expect.fail()
  const id = [...readTree(page).walk()].find(({ kind }) => kind === 'text')?.id ?? expect.fail()
  page.set(field.text(id), theirs)
  const text = () => readTree(page).node(id)?.text
  const patch: Patch = { key: field.text(id), after: mine }
  const result = undoPatches(page, [patch], siteUndoRules)
  applyPatches(page, result.patches)
  return { page, text, ...result }
}

test('an undo takes one’s own words out of a text and leaves the words of another user', () => {
  const { page, text, kept, patches } = undone(['four five six', 'mine four five six', 'mine four five six theirs'])
  expect(text()).toBe('four five six theirs')
  expect(kept).toEqual([])
  applyPatches(page, undoPatches(page, patches, siteUndoRules).patches)
  expect(text()).toBe('mine four five six theirs')
})

test('where another user changed the same words the text stays as it is', () => {
  const { text, kept } = undone(['four five six', 'four FIVE six', 'four cinque six'])
  expect(text()).toBe('four cinque six')
  expect(kept).toMatchObject([{ reason: 'This has been changed since.' }])
})

test('an element that was made and then filled stays if another user wrote in its text since', async () => {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<p>one</p>')
  const page = project.pages.get(pageId) ?? expect.fail()
  const patches: Patch[] = []
  const call = async (name: string, input: object) => {
    expect(await project.call(name, input)).toMatchObject({ ok: true })
    patches.push(...(project.written().get(pageId) ?? []))
  }
  await call('insertHtml', { parentId: root, html: '<p>two</p>' })
  const id = [...readTree(page).walk()].findLast(({ kind }) => kind === 'text')?.id ?? expect.fail()
  await call('setTexts', { texts: [{ nodeId: id, text: 'two three' }] })
  page.set(field.text(id), 'two three four')
  applyPatches(page, undoPatches(page, patches, siteUndoRules).patches)
  expect(readTree(page).node(id)?.text).toBe('two four')
})
