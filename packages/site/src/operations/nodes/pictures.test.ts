import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'
import { mediaEntries } from '../../media/entries.ts'

/** A PNG of 2 by 3 pixels with a text chunk that makes it long. */
function png(length: number): string {
  const bytes = Buffer.alloc(length, 7)
  Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000308060000', 'hex').copy(bytes)
  return `data:image/png;base64,${bytes.toString('base64')}`
}

function setUp() {
  const project = createTestProject()
  const { pageId, root } = project.addPage('<img src="/a.png" alt="">')
  const kept: Uint8Array[] = []
  const media = {
    async put(bytes: Uint8Array) {
      kept.push(bytes)
      return { hash: createHash('sha256').update(bytes).digest('hex') }
    },
    read: async () => undefined,
  }
  const tree = () => readTree(project.pages.get(pageId) ?? expect.fail())
  return {
    ...project,
    root,
    kept,
    tree,
    html: () => printInnerHtml(tree(), tree().root),
    call: (name: string, input: unknown) => project.call(name, input, { services: { media } }),
    alone: project.call,
  }
}

describe('pictures that come as base64', () => {
  it('of more than 4 kB are kept as media, and the page names them', async () => {
    const { call, site, root, kept, html } = setUp()
    const picture = png(9_000)
    const result = await call('replaceNodeHtml', {
      nodeId: root,
      html: `<style>.a { background: url(${picture}) }</style><p class="a"><img src="${picture}" alt="Rye"><b style="background: url(${picture})"></b></p>`,
    })
    const [entry] = mediaEntries(site)
    expect(entry).toMatchObject({ type: 'image/png', width: 2, height: 3, bytes: 9_000 })
    expect(kept.map(({ byteLength }) => byteLength)).toEqual([9_000])
    const url = `/${entry?.path}`
    expect(html()).toBe(`<p class="a"><img src="${url}" alt="Rye"><b style="background: url(${url})"></b></p>`)
    expect(JSON.stringify([...site.keys()].map((key) => site.get(key)))).not.toContain('base64')
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining(url)] })
  })
  it('are kept if a prop brings them, and if they were kept already once', async () => {
    const { call, site, tree, html, root } = setUp()
    const img = [...tree().walk()].find(({ tag }) => tag === 'img')?.id ?? expect.fail()
    const result = await call('updateNodeProps', { nodeId: img, patch: { src: png(9_000) } })
    await call('insertHtml', { parentId: root, html: `<img src="${png(9_000)}" alt="again">` })
    expect(mediaEntries(site)).toHaveLength(1)
    expect(html()).not.toContain('base64')
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining('kept as media')] })
  })
  it.each([
    ['small ones', `<img src="${png(900)}" alt="">`],
    ['what only looks like it', `<p title="${'x'.repeat(9_000)};base64,">x</p>`],
    ['a document', `<a href="data:application/pdf;base64,${'A'.repeat(9_000)}">x</a>`],
  ])('%s stay as they are, and nothing is said', async (_name, html) => {
    const { call, site, root, html: now } = setUp()
    const result = await call('insertHtml', { parentId: root, html })
    expect(result.ok ? (result.warnings ?? []) : result).toEqual([])
    expect(mediaEntries(site)).toEqual([])
    expect(now()).toContain(html)
  })
  it('stay, with a warning, if they cannot be kept', async () => {
    const { alone, call, root, html } = setUp()
    const picture = png(9_000)
    const said = { ok: true, warnings: [expect.stringContaining('more than 4 kB')] }
    expect(await alone('insertHtml', { parentId: root, html: `<img src="${picture}" alt="">` })).toMatchObject(said)
    expect(html()).toContain(picture)
    const broken = `<img src="data:image/png;base64,${'A'.repeat(9_000)}" alt="">`
    expect(await call('insertHtml', { parentId: root, html: broken })).toMatchObject(said)
  })
})
