import { expect } from 'vitest'
import { printCss } from '../src/css/printCss.ts'
import { readTree } from '../src/document/tree.ts'
import { getStyle } from '../src/operations/styles/getStyle.ts'
import { setStyle } from '../src/operations/styles/setStyle.ts'
import { createTestProject } from './project.ts'

/** A page with stylesheets, in a project of frames 375, 768 and 1440 px wide. Its first `div` is styled and read. */
export function styledPage(css: string, html = '<div class="card"><p class="text">x</p></div>') {
  const project = createTestProject()
  const { pageId } = project.addPage(html, { css })
  project.editor.documentId = pageId
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string) => [...tree().walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
  const nodeId = idOf('div')
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
  return { project, pageId, tree, idOf, nodeId, css: () => printCss(project.site), set, read }
}

/** CSS on one line, so that tests compare rules and not their layout. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
