import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../../scripts/testing/runs.ts'
import { htmlCases } from '../../../testing/htmlCases.ts'
import { createTestProject } from '../../../testing/project.ts'
import { canHoldChildren } from '../../document/edit.ts'
import { isSpecial } from '../../document/special.ts'
import { type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { printHtml, printInnerHtml, TEXT_ONLY } from '../../html/print.ts'
import { starters } from '../../starters/index.ts'
import { printRuns, treeRuns } from '../../text/run.ts'
import { setRichText } from './setRichText.ts'

/** Texts of real pages whose inline elements are icons, empty, hidden, nested or more than formats. */
const authored = [
  '<a class="btn"><i class="fas fa-check"></i> Buy</a>',
  '<p><i class="a"></i><i class="a"></i> two icons <span class="dot" aria-hidden="true"></span></p>',
  '<button type="button"><span class="icon"><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg></span> Menu</button>',
  '<p><b><i class="fa fa-star"></i></b> <strong class="x"></strong>words<a name="here"></a></p>',
  '<li><a href="#"><span class="fa-stack"><i class="fa fa-circle"></i><i class="fa fa-bolt"></i></span></a> and text</li>',
  '<p>a<!-- note -->b <wbr>c<br> <ruby>漢<rt>kan</rt></ruby> <time datetime="2026"></time></p>',
  '<p><label>Name <input name="n"></label> <span><img src="/x.png" alt=""></span> <var></var></p>',
  '<pre>\n\n  code <code class="x">a &lt; b</code></pre>',
  '<td>not in a table</td><summary>More <span class="chevron"></span></summary>',
  '<p>{literal} \\{braces} &nbsp; &amp;amp; <b title="a &quot;b&quot;">x</b></p>',
  '<p class="x">A <span class="y"><em></em></span><a href="/b"><u class="z"></u>c</a></p>',
]

const holdsText = (tree: PageTree, node: PageNode) =>
  canHoldChildren(node) &&
  node.ns === undefined &&
  !TEXT_ONLY.has(node.tag) &&
  !isSpecial(node) &&
  node.id !== tree.root &&
  tree.children(node.id).some(({ kind }) => kind === 'text')

/** Writes each text of a page back as it was read, in each way that the operation takes; returns how many there were. */
async function writeBack(source: string): Promise<number> {
  const { addPage, pages, run, written } = createTestProject()
  const { pageId } = addPage(source)
  const tree = readTree(pages.get(pageId) ?? expect.fail())
  // HTML in an annotation of a formula is refused in any form.
  const isInFormula = ({ parent }: PageNode) => tree.node(parent)?.tag === 'annotation-xml'
  const texts = [...tree.walk()].filter((node) => holdsText(tree, node) && !isInFormula(node))
  for (const node of texts) {
    for (const shown of [false, true]) {
      const html = printRuns(treeRuns(tree, node.id, shown))
      for (const base of shown ? [html] : [undefined, html]) {
        const input = { nodeId: node.id, html, ...(base === undefined ? {} : { base }) }
        expect.soft(await run(setRichText, input), html).toMatchObject({ ok: true, data: { merged: false } })
        expect.soft([...(written().get(pageId) ?? [])], html).toEqual([])
      }
    }
    const whole = { nodeId: node.id, html: printHtml(tree, node.id, { uid: true }) }
    const result = await run(setRichText, whole)
    expect.soft([result.ok ? [...(written().get(pageId) ?? [])] : []], whole.html).toEqual([[]])
  }
  return texts.length
}

test('a text that is written back as it was read writes nothing', { timeout: 60_000 }, async () => {
  let count = 0
  for (const html of authored) count += await writeBack(html)
  for (const { html } of htmlCases) count += await writeBack(html)
  for (const { pages } of starters) for (const { html } of pages) count += await writeBack(html)
  expect(count).toBeGreaterThan(150)
})

const words = fc.constantFrom('one', ' two ', 'three ', '\u00a0', ' ', '<&>', '\n')
const tags = fc.constantFrom('i', 'b', 'a', 'span', 'em', 'code', 'strong', 'svg', 'br', 'img')
const inline = fc.letrec<{ node: string; list: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    fc
      .tuple(tags, fc.constantFrom('', ' class="x y"', ' title="&amp;"'), tie('list'))
      .map(([tag, attribute, inside]) => {
        if (tag === 'br' || tag === 'img') return `<${tag}${attribute}>`
        return tag === 'svg' ? '<svg class="i"><path d="M0 0"></path></svg>' : `<${tag}${attribute}>${inside}</${tag}>`
      }),
  ),
  list: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
}))

test('neither does any text with icons and nested formats', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(inline.list, { minLength: 1, maxLength: 3 }), async (texts) => {
      await writeBack(texts.map((text) => `<p>${text}</p><button>x ${text}</button>`).join(''))
    }),
    { numRuns: numRuns(20, 400) },
  )
})

test('a word typed beside an icon leaves the icon and what is in it', async () => {
  const { addPage, pages, run, written } = createTestProject()
  const { pageId, root } = addPage('<a class="btn"><i class="fas fa-check"></i> Buy</a>')
  const tree = readTree(pages.get(pageId) ?? expect.fail())
  const [link] = tree.children(root)
  const nodeId = link?.id ?? expect.fail()
  const base = printRuns(treeRuns(tree, nodeId))
  await run(setRichText, { nodeId, html: `${base} now`, base })
  const now = readTree(pages.get(pageId) ?? expect.fail())
  expect(printInnerHtml(now, root)).toBe('<a class="btn"><i class="fas fa-check"></i> Buy now</a>')
  expect(written().get(pageId)).toHaveLength(1)
  const html = `<a uid="${nodeId}" class="btn">${base}</a>`
  await run(setRichText, { nodeId, html })
  expect(printInnerHtml(readTree(pages.get(pageId) ?? expect.fail()), root)).toContain('<i class="fas fa-check"></i>')
})
