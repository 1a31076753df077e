import { expect, test } from 'vitest'
import { printCss } from '../css/printCss.ts'
import { readTree } from '../document/tree.ts'
import { getStyle } from '../operations/getStyle.ts'
import { setStyle } from '../operations/setStyle.ts'
import { createTestProject } from '../testing/project.ts'

/** A page whose first element with a class is styled, in frames of 375, 768 and 1440. */
function setUp(css: string, html = '<div class="card"><p class="text">x</p></div>') {
  const project = createTestProject()
  const { pageId } = project.addPage(html, { css })
  project.editor.documentId = pageId
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
  const nodeId = idOf('div')
  const css_ = () => printCss(project.site)
  const set = async (declarations: Record<string, string | null>, wish: object = {}) => {
    const result = await project.run(setStyle, { nodeIds: [nodeId], declarations, ...wish })
    if (!result.ok || !result.data) throw new Error(JSON.stringify(result))
    return result.data.written[0] ?? expect.fail()
  }
  const read = async (wish: object = {}, id = nodeId) => {
    const result = await project.run(getStyle, { nodeId: id, ...wish })
    if (!result.ok || !result.data) throw new Error(JSON.stringify(result))
    return result.data
  }
  return { project, pageId, tree, idOf, nodeId, css: css_, set, read }
}

test('a property is written into the rule of the class, at all widths in the base frame', async () => {
  const { set, css } = setUp('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' })).toMatchObject({
    selector: '.card',
    scope: 'base',
    changes: [375, 768],
    created: false,
  })
  expect(css()).toBe('.card {\n  color: red;\n  gap: 4px;\n}\n\n.text {\n  top: 0;\n}')
})

test('in another frame a query at its width is made at the end', async () => {
  const { set, css } = setUp('.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}')
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375], created: true })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n.text {\n  top: 0;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}',
  )
})

test('a new wider query stands before a narrower one that stands', async () => {
  const { set, css } = setUp(
    '.card {\n  color: red;\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
  expect(await set({ gap: '4px' }, { width: 768 })).toMatchObject({ scope: 'width', changes: [375] })
  expect(css()).toBe(
    '.card {\n  color: red;\n}\n\n@media (max-width: 768px) {\n  .card {\n    gap: 4px;\n  }\n}\n\n@media (max-width: 480px) {\n  .card {\n    gap: 2px;\n  }\n}',
  )
})

test('what wins is read by longhands', async () => {
  const { read } = setUp('.card { font-size: 10px; } div.card { font: 12px/1.5 serif; } body { color: red; }')
  const { longhands } = await read()
  expect(longhands.find(({ property }) => property === 'font-size')).toMatchObject({
    status: 'overridden',
    source: { property: 'font', selector: 'div.card' },
    overridden: [{ property: 'font-size' }],
  })
  expect(longhands.find(({ property }) => property === 'color')).toMatchObject({ status: 'inherited', value: 'red' })
})
