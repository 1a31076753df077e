import { describe, expect, it } from 'vitest'
import { setUpPage } from '../../../testing/onePage.ts'

describe('insertHtml warns', () => {
  const warned = async (html: string, into?: string) => {
    const { site, root, data } = setUpPage('')
    const parentId =
      into === undefined
        ? root
        : (
            (await site.call('insertHtml', { parentId: root, html: into })) as unknown as {
              data: { nodeIds: string[] }
            }
          ).data.nodeIds[0]
    expect(data).toBeDefined()
    const result = await site.call('insertHtml', { parentId, html }, { services: {} })
    expect(result.ok, JSON.stringify(result)).toBe(true)
    return result.ok ? (result.warnings ?? []) : []
  }
  it.each([
    [
      '<atelier-loop data-source-id="posts"><p>x</p></atelier-loop>',
      /no loop source “posts”; there are pages or media/,
    ],
    ['<instatic-loop data-source-id="data.rows" data-table-id="t"><p>x</p></instatic-loop>', /no table “t”/],
    ['<atelier-loop data-source-id="pages" data-order-by="age"><p>x</p></atelier-loop>', /ordered by “age”/],
    ['<atelier-loop data-source-id="pages"><p>{currentEntry.age}</p></atelier-loop>', /no such field/],
    ['<atelier-loop data-source-id="pages"><p>{{post.title}}</p></atelier-loop>', /one brace/],
    [
      '<table><tr><atelier-loop data-source-id="pages"><td>x</td></atelier-loop></tr></table>',
      /straight inside a table/,
    ],
    ['<main><atelier-outlet></atelier-outlet></main>', /only in a template/],
    ['<atelier-component ref="x"></atelier-component>', /no component “x”/],
    ['<li>x</li>', /<li> belongs into <ul> or <ol>/],
    ['<ul><div>x</div></ul>', /<div> straight inside <ul>/],
    ['<a href="/"><button>x</button></a>', /<button> inside <a>.*4\.5\.1/],
    ['<dl><p>x</p></dl>', /straight inside <dl>/],
  ])('of %s', async (html, expected) => {
    expect((await warned(html)).join('\n')).toMatch(expected)
  })
  it('of what stands around', async () => {
    expect((await warned('<button>x</button>', '<a href="/"></a>')).join('\n')).toMatch(/<button> inside <a>/)
  })
  it('of nothing in good HTML', async () => {
    expect(
      await warned(
        '<ul><atelier-loop data-source-id="pages"><li><a href="{currentEntry.permalink}">{currentEntry.title}</a></li></atelier-loop></ul><dl><div><dt>a</dt><dd>b</dd></div></dl><label>x <input></label><details><summary>s</summary></details>',
      ),
    ).toEqual([])
  })
})
