import {
  beforeView,
  createDocumentTypes,
  createMemoryView,
  createOverlay,
  type Draft,
  type Json,
  openLocal,
  type Patch,
  plainView,
  undoPatches,
  type View,
} from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { createTestProject } from '../../testing/project.ts'
import { patchesBetween } from '../diff/restore.ts'
import { siteUndoRules } from '../diff/undoRules.ts'
import { readTree } from '../document/tree.ts'
import { printInnerHtml } from '../html/print.ts'
import { siteDocumentTypes } from './index.ts'

const { describe: describeChanges } = createDocumentTypes(siteDocumentTypes)

/** Runs calls and returns what they changed, document by document. */
async function recorded(
  html: string,
  css: string,
  calls: (idOf: (tag: string) => string, otherId: string) => [name: string, input: object][],
) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html, { css })
  const { pageId: otherId } = project.addPage('', { title: 'Other', slug: 'other' })
  const page = project.pages.get(pageId) ?? expect.fail()
  const idOf = (tag: string) => [...readTree(page).walk()].find((node) => node.tag === tag)?.id ?? root
  const copy = (view: View): Draft => {
    const doc = openLocal(new Y.Doc())
    doc.apply([...view.keys()].map((key) => ({ key, after: view.get(key) })))
    return createOverlay(doc.view)
  }
  const [pageBefore, siteBefore] = [copy(page), copy(project.site)]
  for (const [name, input] of calls(idOf, otherId)) expect(await project.call(name, input)).toMatchObject({ ok: true })
  const patches = (before: View, after: View): Patch[] =>
    [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [from, to] = [before.get(key), after.get(key)]
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ key, before: from, after: to }]
    })
  const documents = [
    {
      documentId: 'site',
      kind: 'site',
      before: siteBefore,
      after: project.site,
      patches: patches(siteBefore, project.site),
    },
    { documentId: pageId, kind: 'page', before: pageBefore, after: page, patches: patches(pageBefore, page) },
  ]
  return { project, page, pageId, otherId, root, idOf, documents, lines: describeChanges(documents) }
}

describe('describeChanges', () => {
  it('says what was added, removed and changed, whole things once', async () => {
    const { lines, idOf, pageId } = await recorded(
      '<main><h1>Old</h1><p>gone</p><a class="x" href="/">Go</a></main>',
      '.x { color: red; top: 0 }',
      (id) => [
        [
          'insertHtml',
          { parentId: id('body'), html: '<section class="hero"><h2>Fresh bread</h2><p>Daily</p></section>' },
        ],
        ['updateNodeProps', { nodeId: id('h1'), patch: { text: 'New' } }],
        ['updateNodeProps', { nodeId: id('a'), patch: { href: '/buy', class: 'x y' } }],
        ['deleteNode', { nodeId: id('p') }],
        ['applyCss', { css: '.x { color: blue } .new { top: 1px }' }],
        ['addPage', { title: 'About' }],
      ],
    )
    expect(lines.find(({ documentId }) => documentId === pageId)).toMatchObject({
      documentId: pageId,
      title: 'Home',
      lines: [
        { kind: 'changed', what: 'text', target: idOf('h1'), label: 'h1', before: 'Old', after: 'New' },
        { kind: 'changed', what: 'attribute', target: idOf('a'), label: 'a.x href', before: '/', after: '/buy' },
        { kind: 'added', what: 'class', target: idOf('a'), label: 'a.x', after: 'y' },
        { kind: 'added', what: 'section', target: idOf('section'), label: 'section.hero', after: 'Fresh bread Daily' },
        { kind: 'removed', what: 'element', label: 'p', before: 'gone' },
      ],
    })
    const site = lines.find(({ documentId }) => documentId === 'site')?.lines ?? []
    expect(site).toMatchObject([
      { kind: 'added', what: 'page', label: 'About', after: '/about' },
      { kind: 'changed', what: 'declaration', label: '.x color', before: 'red', after: 'blue' },
      { kind: 'added', what: 'rule', label: '.new', after: '.new { top: 1px }' },
    ])
  })
  it('names another order of attributes, and its undo brings the page’s bytes back', async () => {
    const html = '<p class="x" id="a" title="t">1</p>'
    const { page, root, idOf, lines, documents } = await recorded(html, '', (id) => [
      ['replaceNodeHtml', { nodeId: id('body'), html: `<p uid="${id('p')}" title="t" class="x" id="a">1</p>` }],
    ])
    expect(lines).toMatchObject([
      {
        lines: [
          {
            kind: 'changed',
            what: 'attribute order',
            target: idOf('p'),
            label: 'p#a',
            before: 'class id title',
            after: 'title class id',
          },
        ],
      },
    ])
    expect(printInnerHtml(readTree(page), root)).toBe('<p title="t" class="x" id="a">1</p>')
    const patches = documents.flatMap((each) => each.patches)
    for (const { key, after } of undoPatches(page, patches, siteUndoRules).patches) {
      if (after === undefined) page.delete(key)
      else page.set(key, after)
    }
    expect(printInnerHtml(readTree(page), root)).toBe(html)
  })
  it('names a move by where from and where to', async () => {
    const { lines } = await recorded('<ul><li>1</li></ul><ol></ol>', '', (id) => [
      ['moveNode', { nodeId: id('li'), newParentId: id('ol'), newIndex: 0 }],
    ])
    expect(lines).toMatchObject([
      { lines: [{ kind: 'changed', what: 'move', label: 'li', before: 'ul, 1', after: 'ol, 1' }] },
    ])
  })
  it('names templates and components as what they are', async () => {
    const { lines, otherId } = await recorded('<p>x</p>', '', (id, other) => [
      ['createComponent', { title: 'Card', nodeIds: [id('p')] }],
      ['setPageTemplate', { pageId: other, target: { kind: 'everywhere' }, priority: 5 }],
    ])
    const site = lines.find(({ documentId }) => documentId === 'site')?.lines ?? []
    expect(site).toMatchObject([
      {
        kind: 'changed',
        what: 'template',
        target: otherId,
        label: 'template',
        before: 'none',
        after: 'everywhere, priority 5',
      },
      { kind: 'added', what: 'component', label: 'Card', after: 'Card' },
    ])
  })
  it('describes media, code, packages, tokens, stylesheets and redirects in words', () => {
    const entry = {
      name: 'a.png',
      path: 'media/a.png',
      hash: 'a'.repeat(64),
      type: 'image/png',
      bytes: 2048,
      createdAt: 1,
    }
    const script = { type: 'script', path: 'menu.js', createdAt: 1 }
    const view = (fields: Readonly<Record<string, Json>>) => {
      const made = createMemoryView()
      for (const [key, value] of Object.entries(fields)) made.set(key, value)
      return made
    }
    const before = view({
      'media:old': entry,
      'media:moved': { ...entry, path: 'media/b.png', name: 'b.png' },
      'code:menu': script,
      'code:menu/content': 'one\ntwo\n',
      'dependency:@x/y': '1.0.0',
      'color:ink': { slug: 'ink', lightValue: '#111', at: 'a0' },
      'fontToken:head': { name: 'Heading', variable: 'font-heading', at: 'a0' },
      'redirect:old': { to: '/new', at: 1 },
    })
    const after = view({
      ...Object.fromEntries([...before.keys()].map((key) => [key, before.get(key) ?? null])),
      'media:new': { ...entry, name: 'c.png', path: 'media/c.png' },
      'media:old/deleted': true,
      'media:moved/alt': 'A loaf',
      'media:moved/folder': 'bread',
      'code:menu/content': 'one\nthree\nfour\n',
      'code:menu/runtime': { enabled: false },
      'dependency:@x/y': '2.0.0',
      'dependency:z': '3.0.0',
      'color:ink/lightValue': '#222',
      'color:ink/darkValue': '#eee',
      'fontToken:head/deleted': true,
      'scale:type': { steps: ['s', 'm'] },
      'sheet:s1': { name: 'main.css', path: 'css/main.css', at: 'a0' },
      'redirect:old': { to: '/newest', at: 2 },
    })
    const patches = patchesBetween(plainView(before), plainView(after))
    const [site] = describeChanges([{ documentId: 'site', kind: 'site', before, after, patches }])
    const said = (site?.lines ?? []).map(
      ({ kind, what, label, before: was, after: is }) => `${kind} ${what} ${label}: ${was ?? '–'} → ${is ?? '–'}`,
    )
    expect(said.sort()).toEqual([
      'added colour ink darkValue: – → #eee',
      'added package z: – → 3.0.0',
      'added picture b.png alt text: – → A loaf',
      'added picture c.png: – → media/c.png',
      'added scale Type scale: – → ["s","m"]',
      'added stylesheet main.css: – → css/main.css',
      'changed colour ink: #111 → #222',
      'changed package @x/y: 1.0.0 → 2.0.0',
      'changed picture b.png folder: / → /bread',
      'changed redirect /old: /new → /newest',
      'changed script menu.js: on → off',
      'changed script menu.js: – → 2 lines added, 1 removed',
      'removed font token Heading: font-heading → –',
      'removed picture a.png: media/a.png → –',
    ])
  })
  it('leaves out documents in which nothing is to be seen', async () => {
    const { lines } = await recorded('<p>x</p>', '', () => [])
    expect(lines).toEqual([])
  })
})

describe('siteUndoGuard', () => {
  const insert = (id: (tag: string) => string): [string, object][] => [
    [
      'insertHtml',
      { parentId: id('body'), html: '<section><h2>Title</h2><p>Text</p></section><style>.a { top: 0 }</style>' },
    ],
  ]
  const undo = (view: Draft, patches: readonly Patch[]) => {
    const undone = undoPatches(view, patches, siteUndoRules)
    for (const { key, after } of undone.patches) {
      if (after === undefined) view.delete(key)
      else view.set(key, after)
    }
    return undone
  }
  const html = (page: View, root: string) => printInnerHtml(readTree(page), root)

  it('undoes everything if no other user wrote', async () => {
    const { documents, page, root, project } = await recorded('<i>x</i>', '', insert)
    const before = documents.map((each) =>
      JSON.stringify([...each.before.keys()].map((key) => [key, each.before.get(key)])),
    )
    expect(undo(page, documents[1]?.patches ?? []).kept).toEqual([])
    expect(undo(project.site, documents[0]?.patches ?? []).kept).toEqual([])
    const now = [project.site, page].map((view) => JSON.stringify([...view.keys()].map((key) => [key, view.get(key)])))
    expect(now).toEqual(before)
    expect(html(page, root)).toBe('<i>x</i>')
  })
  it('keeps a created node, and its parents, that holds another user’s node', async () => {
    const { documents, page, root, project, idOf } = await recorded('<i>x</i>', '', insert)
    await project.call('insertHtml', { parentId: idOf('section'), html: '<b>mine</b>' })
    const { kept } = undo(page, documents[1]?.patches ?? [])
    expect(html(page, root)).toBe('<i>x</i><section><b>mine</b></section>')
    expect(kept).toEqual([{ key: idOf('section'), reason: 'Something has been added inside it since.' }])
  })
  it('keeps a created text that a user has changed, with the elements around it', async () => {
    const { documents, page, root, project, idOf } = await recorded('<i>x</i>', '', insert)
    await project.call('updateNodeProps', { nodeId: idOf('h2'), patch: { text: 'Mine' } })
    expect(undo(page, documents[1]?.patches ?? []).kept).toHaveLength(3)
    expect(html(page, root)).toBe('<i>x</i><section><h2>Mine</h2></section>')
  })
  it('keeps a created rule that a user has changed', async () => {
    const { documents, project } = await recorded('', '', insert)
    await project.call('applyCss', { css: '.a { top: 1px }' })
    expect(undo(project.site, documents[0]?.patches ?? []).kept).toMatchObject([
      { reason: 'It has been changed since.' },
    ])
  })
  it('does not move a node back to a parent that was deleted', async () => {
    const { documents, page, root, project, idOf } = await recorded('<ul><li>1</li></ul><ol></ol>', '', (id) => [
      ['moveNode', { nodeId: id('li'), newParentId: id('ol'), newIndex: 0 }],
    ])
    await project.call('deleteNode', { nodeId: idOf('ul') })
    expect(undo(page, documents[1]?.patches ?? []).kept).toMatchObject([{ reason: 'The place it came from is gone.' }])
    expect(html(page, root)).toBe('<ol><li>1</li></ol>')
  })
  it('agrees with the view that a change set rebuilds', async () => {
    const { documents } = await recorded('<i>x</i>', '', insert)
    const [, page] = documents
    if (!page) expect.fail()
    expect([...beforeView(page.after, page.patches).keys()].sort()).toEqual([...page.before.keys()].sort())
  })
})
