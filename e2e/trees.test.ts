import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocument, buildFragment, type ParsedNode } from '../packages/site/src/html/built.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'

// covers packages/site/src/html

let browser: TestBrowser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
})

afterAll(async () => {
  await browser?.close()
})

const cases: readonly string[] = [
  // The content of a customizable select.
  '<select><button><selectedcontent></selectedcontent></button><option>One<option>Two</select>',
  '<select><button type="button">Pick</button><option value="a"><img src="a.png" alt=""> A</option></select>',
  '<select><optgroup><legend>Fruit</legend><option><b>Apple</b> <span class="x">red</span></optgroup></select>',
  '<select><div class="row"><option>a</option><option>b</option></div><hr><p>more</p></select>',
  '<select><option><svg viewBox="0 0 1 1"><path d="M0 0"/></svg> Drawn<option><math><mi>x</mi></math></select>',
  '<select><noscript><option>n</noscript><template><option>t</template><style>a{}</style></select>',
  '<select multiple><fieldset><legend>L</legend><label>a <option>b</label></fieldset></select>',
  // The elements that close others.
  '<div><select></div>x</select>y</div>z',
  '<p>a<select></p>b</select>c',
  '<p><select><div>a</select>b',
  '<select><input>x</select>y',
  '<select><textarea>t</textarea>x</select>y',
  '<select><option>a<select>b</select>c',
  '<select><option>a<div><option>b</select>c',
  '<select><optgroup><option>a<optgroup>b<hr>c</select>',
  '<select><optgroup><option><b>x</option><option>y</select>z',
  '<select></option>x</optgroup>y<option>a</optgroup>z</select>',
  '<font><select><option>a</font></select>b',
  '<a><select><a>x</select>y',
  '<b><select><option></b>x</select>y',
  '<button><select><button>x</select>y',
  '<form><select><form>x</select>y</form>z',
  '<li><select><li>a</select><li>b',
  '<h1><select></h1>x</select>y',
  '<dl><dt>a<select><dd>b</select><dd>c',
  '<select><p>a<option>b<p>c<hr>d</select>',
  '<select><svg><desc><select></svg>x',
  '<object><select></object>x</select>y',
  '<nobr><select><nobr>x</select>y',
  // Around tables.
  '<table><select><option>a</table>b</select>c',
  '<table><tr><td><select><option>x<td>y</table>z',
  '<table><tr><td><select><tr><td>y</table>z',
  '<table><tr><select><td>x</select>y</table>z',
  '<table><caption><select></caption><tr><td>x</table>',
  '<table><colgroup><select><col></table>x',
  '<select><table><tr><td>x</select>y</table>z',
  '<select><tr><td>x</select>y',
  '<table>x<select>y</table>z',
  // Tables around templates.
  '<table><tr><td><template></table></template>x',
  '<table><tr><td><template><tr></table><td>a</template>x',
  '<table><template><tbody></table><td>a</template>x</table>y',
  '<table><tbody><template><tr></tbody></table><td>a</template></table>y',
  '<table><caption><template><caption></table>a</template></caption></table>y',
  '<table><tr><td><template><td>a</td></tr></tbody></table>b</template>c</table>d',
  '<table><tr><td><template><table></template></table>x',
  '<template><tr></table>x</template>',
  '<template><tbody></table><td>x</template>',
  '<template><td>a</table><b>y</template>z',
  '<template><caption></table>x<td>y</template>',
  '<template><colgroup></table>x</template>',
  '<template><col></table><style>x</style></template>',
  '<template><table><tr></table>x</template>',
  '<template><select></table>x</select>y</template>z',
  '<select><template></select>x</template>y</select>z',
]

/** A tree as lines, deeper ones with more spaces in front. A browser's content of `<selectedcontent>` is left out. */
function lines(nodes: readonly ParsedNode[], depth = ''): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [`${depth}${JSON.stringify(node.text)}`]
    if (node.kind === 'comment') return [`${depth}<!--${node.text}-->`]
    const attributes = (node.attrs ?? []).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
    const inside = node.tag === 'selectedcontent' ? [] : lines(node.children ?? [], `${depth} `)
    return [`${depth}${node.ns ?? 'html'} ${node.tag}${attributes}`, ...inside]
  })
}

/** The same of what the browser reads, each source as a whole document or inside an element of this name. */
function read(sources: readonly { html: string; within: string | undefined }[]): string[][] {
  const show = (parent: ParentNode & Node, depth: string): string[] =>
    [...parent.childNodes].flatMap((node) => {
      if (node instanceof Text) return [`${depth}${JSON.stringify(node.data)}`]
      if (node instanceof Comment) return [`${depth}<!--${node.data}-->`]
      if (!(node instanceof Element)) return []
      const ns = /svg$/.test(node.namespaceURI ?? '')
        ? 'svg'
        : /MathML$/.test(node.namespaceURI ?? '')
          ? 'math'
          : 'html'
      const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).join('')
      const inside = node instanceof HTMLTemplateElement ? node.content : node
      const shown = node.localName === 'selectedcontent' ? [] : show(inside, `${depth} `)
      return [`${depth}${ns} ${node.localName}${attributes}`, ...shown]
    })
  return sources.map(({ html, within }) => {
    const parsed = new DOMParser().parseFromString(within === undefined ? html : '', 'text/html')
    if (within === undefined) return show(parsed, '')
    const element = parsed.createElement(within)
    parsed.body.append(element)
    element.innerHTML = html
    return show(element instanceof HTMLTemplateElement ? element.content : element, '')
  })
}

const ours = (html: string, within: string | undefined) =>
  lines(
    within === undefined ? (buildDocument(html).children ?? []) : buildFragment([{ tag: within, ns: undefined }], html),
  )

async function differences(sources: readonly { html: string; within: string | undefined }[]): Promise<unknown[]> {
  const theirs = await page.evaluate(read, sources)
  return sources.flatMap(({ html, within }, i) => {
    const [own, other] = [ours(html, within), theirs[i] ?? []]
    return own.join('\n') === other.join('\n') ? [] : [{ html, within, own, other }]
  })
}

test('a select, and a table around a template, are read as the browser reads them', async () => {
  expect(await differences(cases.map((html) => ({ html, within: undefined })))).toEqual([])
})

test.each(['select', 'option', 'optgroup', 'template', 'td', 'div'])('the same inside of <%s>', async (within) => {
  expect(await differences(cases.map((html) => ({ html, within })))).toEqual([])
})

const PIECES =
  'select,select,option,option,optgroup,button,legend,img,hr,input,div,p,b,a,table,tr,td,tbody,caption,colgroup,col,template,template,li,ul,dd,h1,svg,desc,span,textarea,noscript,object,selectedcontent,label,style,nobr,ruby,rt'.split(
    ',',
  )

test('any mixture of their tags is read as the browser reads it', async () => {
  let state = 5
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
  const piece = () => {
    const tag = PIECES[random(PIECES.length)] ?? 'p'
    const kind = random(10)
    return kind < 5 ? `<${tag}>` : kind < 8 ? `</${tag}>` : 'x'
  }
  const sources = Array.from({ length: bySuite(1_500, 4_000) }, () => ({
    html: Array.from({ length: 3 + random(14) }, piece).join(''),
    within: undefined,
  }))
  expect((await differences(sources)).slice(0, 3)).toEqual([])
})
