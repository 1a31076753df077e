import { describe, expect, it } from 'vitest'
import { danger } from '../../testing/dangerousMarkup.ts'
import { createTestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { prepareImport } from '../import/prepare.ts'
import { rebaseHtml } from '../publish/rebase.ts'
import { checkPageValue } from '../validate/page.ts'
import { parseHtml } from './parse.ts'
import { escapeAttribute, printLoose } from './print.ts'

const frame = (html: string) => `<iframe srcdoc="${escapeAttribute(html)}"></iframe>`

async function publish(html: string, titles: readonly string[] = []) {
  const project = createTestProject()
  const { root } = project.addPage('')
  expect(await project.call('insertHtml', { parentId: root, html })).toMatchObject({ ok: true })
  for (const [i, title] of titles.entries()) project.addPage('', { title, slug: `p${i}` })
  const { files } = await publishSite(
    { site: project.site, pages: [...project.pages].map(([id, view]) => ({ id, view })) },
    {},
  )
  const page = files.find(({ path }) => path === 'index.html')
  return { project, text: page?.text ?? '', policy: page?.policy ?? '' }
}

describe('the document of a frame', () => {
  it('is kept and cleaned like a page, and what is removed is named with its place', () => {
    const { nodes, refused } = parseHtml(
      `<p>${frame('<title>T</title><h1 onclick="x()">Hi &amp; <b>all</b></h1><script>1</script>')}</p>`,
    )
    expect(printLoose(nodes)).toBe(
      `<p>${frame('<html>\n<head><title>T</title></head><body><h1>Hi &amp; <b>all</b></h1></body></html>')}</p>`,
    )
    expect(refused.map(({ what, where }) => `${where}: ${what}`)).toEqual([
      'p > iframe > srcdoc > h1: onclick="x()"',
      'p > iframe > srcdoc: <script> 1',
    ])
  })

  it('stays the same when it is read again', () => {
    const once = printLoose(parseHtml(frame('<!doctype html><p>x<select><option>a</select>')).nodes)
    const again = parseHtml(once)
    expect(printLoose(again.nodes)).toBe(once)
    expect([again.refused, again.warnings]).toEqual([[], []])
    expect(printLoose(parseHtml('<iframe srcdoc></iframe>').nodes)).toBe('<iframe srcdoc=""></iframe>')
  })

  it('holds such documents three deep', () => {
    const nested = frame(`1${frame(`2${frame(`3${frame('4')}`)}`)}`)
    const { nodes, refused } = parseHtml(nested)
    const printed = printLoose(nodes).replaceAll('&amp;', '&').replaceAll('&amp;', '&')
    expect(printed).toContain('3')
    expect(printed).not.toContain('4')
    expect(refused).toMatchObject([{ why: 'documents in frames are taken 3 deep' }])
    expect(refused[0]?.where).toBe('iframe > srcdoc > iframe > srcdoc > iframe > srcdoc > iframe')
  })

  it('is never filled in', async () => {
    const loop = `<atelier-loop data-source-id="pages"><div><p>{currentEntry.title}</p>${frame('<p>{currentEntry.title}</p>')}</div></atelier-loop>`
    const { text } = await publish(loop, ['<img src=x onerror=pwn()>'])
    expect(text).toContain('&lt;p&gt;{currentEntry.title}&lt;/p&gt;')
    expect(text).toContain('<p>&lt;img src=x onerror=pwn()&gt;</p>')
    expect(danger(text)).toEqual([])
  })

  it('has the policy of its page, which allows its pictures', async () => {
    const { policy } = await publish(frame(`<img src="https://pics.test/a.png"><p style="color:red">x</p>`))
    expect(policy).toMatch(/img-src [^;]*https:\/\/pics\.test/)
    expect(policy).toMatch(/style-src [^;]*'unsafe-inline'/)
  })

  it('moves with its site', () => {
    expect(rebaseHtml(frame('<a href="/b">&amp;</a>'), '/shop')).toBe(frame('<a href="/shop/b">&amp;</a>'))
  })

  it('may have 30,000 characters', () => {
    expect(parseHtml(frame('x'.repeat(30_000))).refused).toEqual([])
    expect(parseHtml(frame('x'.repeat(30_001))).refused).toMatchObject([
      { where: 'iframe', why: 'a document in an attribute may have 30000 characters' },
    ])
  })

  it('exists only for frames', () => {
    const { nodes, refused } = parseHtml('<p srcdoc="<b>x</b>">y</p>')
    expect(printLoose(nodes)).toBe('<p>y</p>')
    expect(refused).toMatchObject([{ why: 'only an <iframe> shows a document in it' }])
  })

  it('is cleaned when an attribute is set, and refused if a tab writes something that cleaning removes', async () => {
    const { project } = await publish('<iframe title="a"></iframe>')
    const [page] = project.pages.values()
    const nodeId = [...(page?.keys() ?? [])].find((key) => JSON.stringify(page?.get(key)).includes('"iframe"')) ?? ''
    const set = await project.call('updateNodeProps', { nodeId, patch: { srcdoc: '<p>x</p><script>1</script>' } })
    expect(set).toMatchObject({ ok: true, data: { refused: [{ what: '<script> 1' }] } })
    expect(page?.get(`${nodeId}/attr:srcdoc`)).toBe('<html>\n<head></head><body><p>x</p></body></html>')
    const accepts = (value: string) => checkPageValue(`${nodeId}/attr:srcdoc`, value, (key) => page?.get(key))
    expect(accepts('<html>\n<head></head><body><p>y</p></body></html>')).toBeUndefined()
    expect(accepts('<p>x</p>')).toMatch(/not written as the operations write it/)
    expect(accepts('<p>x</p><script>1</script>')).toMatch(/its document holds <script> 1/)
    expect(accepts('<scr\0ipt>1</scr\0ipt>')).toMatch(/its document holds <script> 1/)
  })

  it.each([
    '<noscript><p title="</noscript><img src=x onerror=pwn()>"></noscript>',
    '<svg><style><img src=x onerror=pwn()></style></svg>',
    '<select><style><input><img src=x onerror=pwn()></style></select>',
    '<a href="javascript:pwn()">x</a>',
    '<meta http-equiv=refresh content="0;url=javascript:pwn()">',
    '<base href="javascript:/pwn()//">',
    '<body onload=pwn()>',
    '<html onload=pwn()>',
    '<iframe srcdoc="&lt;script>pwn()&lt;/script>"></iframe>',
    '<frameset onload=pwn()>',
  ])('holds nothing that acts: %s', (html) => {
    const printed = printLoose(parseHtml(frame(html)).nodes)
    expect(danger(printed)).toEqual([])
  })
})

describe('a style with a bad declaration', () => {
  it.each([
    ['color: red; width: expression(1); top: 0', 'color: red; top: 0'],
    ['background: url(javascript:1); color: red', 'color: red'],
    ['color: red; behavior: url(x.htc)', 'color: red;'],
    ['background: url("a;b.png"); -moz-binding: url(x); top: 0', 'background: url("a;b.png"); top: 0'],
    ['/* a; b */ color: red; width: e\\78 pression(1)', '/* a; b */ color: red;'],
  ])('keeps the others: %s', (style, kept) => {
    const { nodes, refused } = parseHtml(`<p style='${style}'>x</p>`)
    expect(nodes[0]?.attrs).toEqual([['style', kept]])
    expect(refused).toMatchObject([{ where: 'p', why: 'the style runs code in some browsers' }])
  })
  it('is removed whole if it has no other declaration', () => {
    expect(parseHtml('<p style="width: expression(1)">x</p>').nodes[0]?.attrs ?? []).toEqual([])
  })
  it('keeps the others if an entry fills it, and in updateNodeProps', async () => {
    const { project } = await publish('<p title="a">x</p>')
    const [page] = project.pages.values()
    const nodeId = [...(page?.keys() ?? [])].find((key) => JSON.stringify(page?.get(key)).includes('"tag":"p"')) ?? ''
    const set = await project.call('updateNodeProps', {
      nodeId,
      patch: { style: 'color: red; width: expression(1)' },
    })
    expect(set).toMatchObject({ ok: true, data: { refused: [{ what: 'style="width: expression(1)"' }] } })
    expect(page?.get(`${nodeId}/attr:style`)).toBe('color: red;')
  })
})

describe('an import', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const prepare = (files: Record<string, string>) =>
    prepareImport(Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })))

  it('imports the files that the document of a frame names', async () => {
    const prepared = await prepare({
      'index.html': `<!doctype html>${frame('<img src="img/a.png"><style>b{background:url(img/b.png)}</style>')}`,
      'img/a.png': 'a',
      'img/b.png': 'b',
      'img/c.png': 'c',
    })
    expect(prepared.media.map(({ path }) => path).sort()).toEqual(['img/a.png', 'img/b.png'])
    expect(prepared.missing).toEqual([])
  })

  it('finds a file behind two slashes', async () => {
    const prepared = await prepare({
      'index.html': '<!doctype html><link rel="stylesheet" href="css/a.css"><img src=".//img/../img//j.png">',
      'css/a.css': 'p { background: url(../img//i.png) }',
      'img/i.png': 'i',
      'img/j.png': 'j',
    })
    expect(prepared.media.map(({ path }) => path).sort()).toEqual(['img/i.png', 'img/j.png'])
    expect(prepared.missing).toEqual([])
  })

  it('names elements that mean something here', async () => {
    const { warnings } = await prepare({
      'index.html':
        '<!doctype html><atelier-loop data-source-id="site.pages"><p>x</p></atelier-loop><div><instatic-outlet></instatic-outlet></div><atelier-card>a</atelier-card><atelier-card>b</atelier-card><x-card>c</x-card>',
    })
    expect(warnings.map(({ message }) => message)).toEqual([
      '<atelier-loop> has a name that Atelier keeps for its own elements: it is filled in when the page is published.',
      '<instatic-outlet> has a name that Atelier keeps for its own elements: it is filled in when the page is published.',
      '<atelier-card> (2 times) has a name that Atelier keeps for its own elements: here it is an element like any.',
      'HTML has no element `<atelier-card>`, `<x-card>`: a browser shows them as a plain inline box.',
    ])
  })
})
