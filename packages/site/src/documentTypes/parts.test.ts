import {
  applyPatches,
  type ChangedDocument,
  type ChangeLine,
  createDocumentTypes,
  createOverlay,
  plainView,
  undoPatches,
} from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { markRestored, patchesOfParts } from '../diff/parts.ts'
import { patchesBetween } from '../diff/restore.ts'
import { siteUndoRules } from '../diff/undoRules.ts'
import { readTree } from '../document/tree.ts'
import { viewOfFields } from '../publish/fields.ts'
import { siteDocumentTypes } from './index.ts'

const types = createDocumentTypes(siteDocumentTypes)

/** A page and a stylesheet before and after several changes. */
async function changedSite(): Promise<ChangedDocument[]> {
  const project = createTestProject()
  const { pageId, root } = project.addPage(
    '<main><h1 title="old">Bread</h1><p>Since 1990</p><ul><li>One</li><li>Two</li></ul></main>',
    { css: '.a { color: red; top: 0 } @media print { .b { left: 0 } }' },
  )
  const page = project.pages.get(pageId) ?? expect.fail()
  const idOf = (tag: string) => [...readTree(page).walk()].find((node) => node.tag === tag)?.id ?? expect.fail(tag)
  const before = [plainView(project.site), plainView(page)].map((fields) => structuredClone(fields))
  for (const [name, input] of [
    ['updateNodeProps', { nodeId: idOf('h1'), patch: { text: 'Cake', title: 'new', class: 'hero' } }],
    ['insertHtml', { parentId: root, html: '<section class="new"><h2>Today</h2><p>Fresh</p></section>' }],
    ['deleteNode', { nodeId: idOf('ul') }],
    [
      'applyCss',
      { css: '.a { color: blue; right: 0 } .c { top: 1px } @media print { .b { left: 9px } .d { top: 0 } }' },
    ],
    ['renamePage', { pageId, title: 'Cakes' }],
  ] as const) {
    expect(await project.call(name, input), name).toMatchObject({ ok: true })
  }
  return [project.site, page].map((live, at) => {
    const [was = {}, is] = [before[at], plainView(live)]
    return {
      documentId: at === 0 ? 'site' : pageId,
      kind: at === 0 ? 'site' : 'page',
      patches: patchesBetween(was, is),
      before: viewOfFields(was),
      after: viewOfFields(is),
    }
  })
}

const lineText = ({ kind, what, part, before = '', after = '' }: ChangeLine) =>
  `${kind} ${what} ${part} ${before} ${after}`

describe('one change of many', () => {
  it('is reverted by itself, and every other line stays', async () => {
    const changed = await changedSite()
    const described = types.describe(changed)
    const lines = described.flatMap(({ documentId, lines: own }) => own.map((line) => ({ documentId, line })))
    expect(lines.length).toBeGreaterThan(9)
    for (const { documentId, line } of lines) {
      const document = changed.find((each) => each.documentId === documentId) ?? expect.fail()
      const { part = '' } = line
      const draft = createOverlay(document.after)
      const undone = undoPatches(draft, patchesOfParts([{ part }], document), siteUndoRules)
      expect(undone.kept, part).toEqual([])
      applyPatches(draft, undone.patches)
      const left = types.describe(
        changed.map((each) =>
          each === document
            ? { ...each, after: draft, patches: patchesBetween(plainView(document.before), plainView(draft)) }
            : each,
        ),
      )
      expect(left.flatMap((each) => each.lines.map(lineText)).sort(), part).toEqual(
        lines.flatMap((each) => (each.line === line ? [] : [lineText(each.line)])).sort(),
      )
      const marked = markRestored(described, changed, new Map([[documentId, draft]]))
      expect(
        marked.flatMap((each) => each.lines).filter(({ restored }) => restored),
        part,
      ).toEqual([{ ...line, restored: true }])
    }
  })
})
