import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'

function setUp(html: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html)
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  const idOf = (tag: string, nth = 0) =>
    [...tree().walk()].filter((each) => each.tag === tag)[nth]?.id ?? expect.fail(tag)
  const call = async (name: string, input: unknown) =>
    expect(await project.call(name, input)).toMatchObject({ ok: true })
  return { call, idOf, root, page: () => printInnerHtml(tree(), tree().root) }
}

const page = `<main>
  <h1>A</h1>
  <section>
    <h2>B</h2>
    <p>C</p>
  </section>
  <footer>D</footer>
</main>`

describe('lines of their own', () => {
  it('go with a node that is deleted', async () => {
    const { call, idOf, page: now } = setUp(page)
    await call('deleteNode', { nodeId: idOf('p') })
    expect(now()).toBe(page.replace('\n    <p>C</p>', ''))
    await call('deleteNode', { nodeId: idOf('footer') })
    await call('deleteNode', { nodeId: idOf('h1') })
    expect(now()).toBe('<main>\n  <section>\n    <h2>B</h2>\n  </section>\n</main>')
  })

  it('go with a node that is moved, first, last and into another element, and back', async () => {
    const { call, idOf, page: now } = setUp(page)
    const move = (tag: string, parent: string, newIndex: number) =>
      call('moveNode', { nodeId: idOf(tag), newParentId: idOf(parent), newIndex })
    await move('footer', 'main', 0)
    expect(now()).toMatch(
      /^<main>\n {2}<footer>D<\/footer>\n {2}<h1>A<\/h1>\n {2}<section>[\s\S]*\n {2}<\/section>\n<\/main>$/,
    )
    await move('footer', 'main', 2)
    expect(now()).toBe(page)
    await move('h1', 'section', 1)
    expect(now()).toBe(page.replace('\n  <h1>A</h1>', '').replace('    <p>', '    <h1>A</h1>\n    <p>'))
    await move('h1', 'main', 0)
    expect(now()).toBe(page)
    await move('h1', 'main', 0)
    expect(now()).toBe(page)
  })

  it('are indented as where they come to', async () => {
    const {
      call,
      idOf,
      root,
      page: now,
    } = setUp('<div>\n  <p>1</p>\n</div>\n<ul>\n  <li>2</li>\n</ul>\n<footer>3</footer>')
    await call('moveNode', { nodeId: idOf('ul'), newParentId: idOf('div'), newIndex: 0 })
    expect(now()).toBe('<div>\n  <ul>\n    <li>2</li>\n  </ul>\n  <p>1</p>\n</div>\n<footer>3</footer>')
    await call('moveNode', { nodeId: idOf('ul'), newParentId: root, newIndex: 1 })
    expect(now()).toBe('<div>\n  <p>1</p>\n</div>\n<ul>\n  <li>2</li>\n</ul>\n<footer>3</footer>')
  })

  it('are kept in an element that wraps them', async () => {
    const { call, idOf, page: now } = setUp(page)
    await call('wrapNodes', { nodeIds: [idOf('h2'), idOf('p')], html: '<div></div>' })
    expect(now()).toBe(page.replace(/ {4}<h2>[\s\S]*<\/p>/, '    <div>\n      <h2>B</h2>\n      <p>C</p>\n    </div>'))
    await call('wrapNodes', { nodeIds: [idOf('section')], html: '<div></div>' })
    expect(now()).toContain(
      '\n  <div>\n    <section>\n      <div>\n        <h2>B</h2>\n        <p>C</p>\n      </div>\n    </section>\n  </div>\n',
    )
  })

  it('are not made among words, on one line and in verbatim text', async () => {
    const inline = setUp('<p>One <b>two</b> <i>three</i></p>')
    await inline.call('moveNode', { nodeId: inline.idOf('b'), newParentId: inline.idOf('p'), newIndex: 2 })
    expect(inline.page()).not.toContain('\n')
    const words = setUp('<p>\n  One\n  <b>two</b>\n</p><i>x</i>')
    await words.call('moveNode', { nodeId: words.idOf('i'), newParentId: words.idOf('p'), newIndex: 1 })
    expect(words.page()).toBe('<p>\n  One\n  <i>x</i><b>two</b>\n</p>')
    const code = setUp('<pre>\n<b>1</b>\n<i>2</i>\n</pre>')
    await code.call('deleteNode', { nodeId: code.idOf('b') })
    expect(code.page()).toContain('\n<i>2</i>\n')
  })
})
