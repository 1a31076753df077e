import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter, html as foreign, parseFragment } from 'parse5'
import type { Namespace } from '../../src/document/node.ts'
import { readTree } from '../../src/document/tree.ts'
import { createTestProject } from '../project.ts'
import { htmlVectors } from '../vectors.ts'
import { type EntryPoint, finish } from './entryPoint.ts'

export async function insert(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('<h1>In</h1>')
  for (const html of htmlVectors) await project.call('insertHtml', { parentId: root, html })
  // And where other rules of parsing or printing hold. Text that is read and printed alike in a place and in the body
  // was covered already.
  const places =
    '<svg><g id="a"></g><foreignObject></foreignObject></svg><math><mtext>x</mtext></math><table><tr><td>x</table><noscript>x</noscript><template><p>x</p></template><select></select>'
  const { pageId } = project.addPage(places, { title: 'Places', slug: 'places' })
  const tags = new Set(['g', 'foreignObject', 'mtext', 'td', 'noscript', 'template', 'select'])
  const page = project.pages.get(pageId)
  let sent = htmlVectors.length
  for (const { id, tag, ns } of page ? [...readTree(page).walk()] : []) {
    if (!tags.has(tag)) continue
    const printed = tag === 'noscript' || tag === 'select'
    for (const html of htmlVectors.filter((each) => printed || readsOtherwise(each, tag, ns))) {
      sent += 1
      await project.call('insertHtml', { parentId: id, html })
    }
  }
  return finish('insertHtml', sent, project)
}

/** Whether HTML holds other nodes where it is read within an element than where it is read in the body. */
function readsOtherwise(html: string, tag: string, ns: Namespace | undefined): boolean {
  const { createElement } = defaultTreeAdapter
  const within = createElement(
    tag,
    ns === 'svg' ? foreign.NS.SVG : ns === 'math' ? foreign.NS.MATHML : foreign.NS.HTML,
    [],
  )
  const shape = (node: Dom.ParentNode): unknown =>
    node.childNodes.map((each) =>
      'tagName' in each
        ? [each.namespaceURI, each.tagName, shape('content' in each ? each.content : each)]
        : 'value' in each
          ? each.value
          : 'comment',
    )
  const options = { scriptingEnabled: false }
  return (
    JSON.stringify(shape(parseFragment(within, html, options))) !== JSON.stringify(shape(parseFragment(html, options)))
  )
}

export async function replace(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId } = project.addPage(htmlVectors.map((_, i) => `<section id="s${i}"></section>`).join(''))
  const page = project.pages.get(pageId)
  const ids = page ? [...readTree(page).walk()].filter(({ tag }) => tag === 'section').map(({ id }) => id) : []
  for (const [i, html] of htmlVectors.entries()) await project.call('replaceNodeHtml', { nodeId: ids[i], html })
  return finish('replaceNodeHtml', htmlVectors.length, project)
}

export async function texts(): Promise<EntryPoint> {
  const project = createTestProject()
  const { pageId } = project.addPage(htmlVectors.map(() => '<p>x</p>').join(''))
  const page = project.pages.get(pageId)
  const ids = page ? [...readTree(page).walk()].filter(({ tag }) => tag === 'p').map(({ id }) => id) : []
  for (const [i, html] of htmlVectors.entries()) {
    await project.call('setRichText', { nodeId: ids[i], html })
    await project.call('setRichText', { nodeId: ids[i], html: `<p uid="${ids[i]}">x</p><p>${html}</p>` })
  }
  return finish('setRichText', htmlVectors.length, project)
}
