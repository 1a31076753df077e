import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { readTree } from '../../document/tree.ts'
import { addMedia } from '../../media/entries.ts'

const home = [
  '<nav><a href="#team">Team</a><a href="/about">About</a><a href="about/#history">History</a></nav>',
  '<section id="team"><h2 id="team-title">Team</h2><p>x</p></section>',
  '<form><label for="mail">Mail</label><input id="mail" aria-describedby="hint"><p id="hint">x</p></form>',
  '<img src="/media/rye.png" alt=""><div id="alone">x</div>',
].join('')

async function setUp() {
  const project = createTestProject()
  const { pageId } = project.addPage(home)
  const about = project.addPage('<h1 id="history">x</h1><a href="/#team">y</a>', { title: 'About', slug: 'about' })
  const file = { hash: 'a'.repeat(64), type: 'image/png', bytes: 1, folder: '', createdAt: 0 }
  addMedia(project.site, { ...file, id: 'm1', name: 'rye.png', path: 'media/rye.png' })
  await project.call('write_code_asset', { path: 'lib.js', type: 'script', content: 'export const a = 1' })
  const content = 'import { a } from "./lib.js"\ndocument.getElementById("alone")'
  await project.call('write_code_asset', { path: 'main.js', type: 'script', content })
  const find = (id: string, key = 'id') =>
    [pageId, about.pageId]
      .flatMap((page) => [...readTree(project.pages.get(page) ?? expect.fail()).walk()])
      .find(({ birth }) => birth.attrs?.some(([name, value]) => name === key && value === id))?.id ?? expect.fail()
  return { ...project, aboutId: about.pageId, find }
}

describe('deleting and renaming what others name', () => {
  it.each([
    ['deleteNode', 'team', {}, [/“team”/, /<a href="#team"> \(node/, /<a href="\/#team"> in “About”/]],
    ['deleteNode', 'hint', {}, [/“hint”/, /<input aria-describedby="hint">/]],
    ['deleteNode', 'mail', {}, [/<label for="mail">/]],
    ['deleteNode', 'history', {}, [/<a href="about\/#history"> in “Home”/]],
    ['deleteNode', 'alone', {}, [/the script main.js/]],
    ['updateNodeProps', 'mail', { patch: { id: 'email' } }, [/“mail”.*<label for="mail">/]],
    ['updateNodeProps', 'team', { patch: { id: null } }, [/<a href="#team">/]],
    ['updateNodeProps', 'hint', { patch: { id: 'help' } }, [/aria-describedby/]],
    ['replaceNodeHtml', 'history', { html: '<h1 id="past">x</h1>' }, [/“history”.*in “Home”/]],
  ])('%s of %s', async (name, id, more, says) => {
    const { call, find } = await setUp()
    const result = await call(name, { nodeId: find(id), ...more })
    expect(result).toMatchObject({ ok: true })
    const said = (result.ok ? (result.warnings ?? []) : []).join('\n')
    for (const each of says) expect(said).toMatch(each)
  })
  it('names links to a deleted page, uses of a deleted file and imports of a deleted script', async () => {
    const { call, aboutId } = await setUp()
    const media = await call('deleteMedia', { mediaId: 'm1' })
    expect(media).toMatchObject({ warnings: [expect.stringMatching(/1 place.*Home: <img> src \(node/)] })
    const code = await call('deleteCodeAsset', { path: 'lib.js' })
    expect(code).toMatchObject({ warnings: [expect.stringMatching(/still imported by main\.js/)] })
    const page = await call('deletePage', { pageId: aboutId })
    const says = /2 links still lead to \/about\/: <a href="\/about"> in “Home”.*<a href="about\/#history">/
    expect(page).toMatchObject({ warnings: [expect.stringMatching(says)] })
  })
  it.each([
    ['deleteNode', 'team-title', {}],
    ['updateNodeProps', 'team-title', { patch: { id: 'heading' } }],
    ['updateNodeProps', 'mail', { patch: { id: 'mail' } }],
    ['updateNodeProps', 'mail', { patch: { type: 'email', required: true } }],
    ['updateNodeProps', 'team', { patch: { hidden: true } }],
    ['replaceNodeHtml', 'team', { html: '<h2 id="team-title">Team</h2>' }],
    ['replaceNodeHtml', 'history', { html: '<h1 id="history">y</h1>' }],
    ['replaceNodeHtml', 'history', { html: 'y <em>z</em>' }],
  ])('nothing is said of %s of %s with %j', async (name, id, more) => {
    const { call, find } = await setUp()
    const result = await call(name, { nodeId: find(id), ...more })
    const said = result.ok ? (result.warnings ?? []) : [result]
    expect(said.filter((each) => !`${each}`.includes('taken for the node'))).toEqual([])
  })
  it('says nothing if the deleted part has no references', async () => {
    const { call } = await setUp()
    const { data } = (await call('addPage', { title: 'Blog' })) as { data: { pageId: string } }
    const deleted = await call('deletePage', { pageId: data.pageId })
    expect(deleted.ok && (deleted.warnings ?? [])).toEqual([])
    const code = await call('deleteCodeAsset', { path: 'main.js' })
    expect(code.ok && (code.warnings ?? [])).toEqual([])
  })
})

describe('props that name what is not there', () => {
  it.each([
    ['a', { href: '/nope' }, /no page or file/i],
    ['a', { href: '#nope' }, /no element has the id/i],
    ['img', { src: '/nope.png' }, /no file/i],
    ['input', { 'aria-labelledby': 'nope' }, /aria-labelledby="nope"/],
    ['label', { for: 'nope' }, /for="nope"/],
    ['input', { id: 'team' }, /more than once/],
    ['section', { class: 'nope' }, /class `nope`/],
  ])('<%s> with %j', async (tag, patch, says) => {
    const { call, pages } = await setUp()
    const node = [...pages.values()].flatMap((page) => [...readTree(page).walk()]).find((each) => each.tag === tag)
    const result = await call('updateNodeProps', { nodeId: node?.id, patch })
    expect(result).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringMatching(says)]) })
  })
  it.each([
    ['a', { href: '/about' }],
    ['a', { href: '#team' }],
    ['img', { src: 'https://example.com/x.png' }],
    ['input', { 'aria-labelledby': 'team' }],
    ['label', { for: 'mail' }],
    ['nav', { id: 'nav' }],
    ['section', { class: null }],
  ])('nothing is said of <%s> with %j', async (tag, patch) => {
    const { call, pages } = await setUp()
    const node = [...pages.values()].flatMap((page) => [...readTree(page).walk()]).find((each) => each.tag === tag)
    const result = await call('updateNodeProps', { nodeId: node?.id, patch })
    expect(result.ok ? (result.warnings ?? []) : result).toEqual([])
  })
})
