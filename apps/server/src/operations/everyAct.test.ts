import { siteOperations } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png, upload } from '../../testing/media.ts'
import { join, type Member } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Made = Type.Object({ id: Type.String() })
const Project = Type.Object({ siteDocumentId: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Done = Type.Object({
  ok: Type.Literal(true),
  data: Type.Record(Type.String(), Type.Unknown()),
  changeSetId: Type.Optional(Type.String()),
})

const start = {
  html: '<main class="page"><h1>Bread</h1><p class="lead">Baked at night</p><p class="note">Of the other user</p><ul><li>Rye</li><li>Oat</li></ul><div class="box"><a class="more" href="/about">More</a></div><aside>Kept</aside><b style="top: 0; left: 0">x</b><i style="top: 0">y</i><q></q></main>',
  css: ':root { --gap: 8px; --kiln: #1f5f3a; --sand-100: #eed; --sand-200: #dcb; --sand-300: #cba } .lead { color: #1f3a5f; margin: 0 } .more { color: #1f3a5f } .old { top: 0 }',
}

/** A call of each operation that writes. A name with `$` is an id that the site got when it was made. */
const acts: Readonly<Record<string, object>> = {
  insertHtml: { parentId: '$main', html: '<p>New</p>' },
  insertLayout: { parentId: '$main', layout: 'quote' },
  pasteContent: { parentId: '$main', text: '## Pasted\n\n- one' },
  replaceNodeHtml: { nodeId: '$ul', html: '<ol><li>First</li></ol>' },
  updateNodeProps: { nodeId: '$a', patch: { tag: 'button', title: 'Go' } },
  moveNode: { nodeId: '$h1', newParentId: '$div', newIndex: 0 },
  duplicateNode: { nodeId: '$li', count: 7 },
  renameNode: { nodeId: '$h1', label: 'Name of the shop' },
  setHidden: { nodeIds: ['$h1', '$ul'], hidden: true },
  deleteNode: { nodeId: '$ul' },
  setLocked: { ids: ['$h1', '$about', '--gap'], locked: true },
  wrapNodes: { nodeIds: ['$h1', '$p'] },
  wrapInLayout: { nodeIds: ['$h1', '$p'], layout: 'row' },
  unwrapNode: { nodeId: '$div' },
  saveSection: { nodeIds: ['$ul'], title: 'Sorts' },
  deleteSection: { sectionId: '$section' },
  setTexts: { texts: [{ nodeId: '$h1', text: 'Rolls' }] },
  setRichText: { nodeId: '$h1', html: '<em>Bread</em> and<br>rolls' },
  setStyle: { nodeIds: ['$p'], selector: '.lead', state: ':hover', declarations: { color: 'red', margin: null } },
  applyCss: { css: '.lead { color: red } .new { top: 1px }' },
  removeCss: { selector: '.old' },
  addRule: { selector: '.box' },
  addDeclaration: { ruleId: '$rule', declaration: 'left: 0' },
  setDeclaration: { ruleId: '$rule', declarationId: '$declaration', declaration: 'color: red' },
  switchDeclaration: { ruleId: '$rule', declarationId: '$declaration', on: false },
  removeDeclaration: { ruleId: '$rule', declarationId: '$declaration' },
  assignClass: { nodeId: '$h1', classId: 'lead' },
  removeClass: { nodeId: '$p', classId: 'lead' },
  renameClass: { from: 'lead', to: 'intro', scripts: true },
  duplicateClass: { name: 'lead', to: 'lead-two' },
  mergeClasses: { from: 'more', into: 'lead' },
  extractClass: { name: 'wide', nodeIds: ['$b', '$i'] },
  deleteClass: { name: 'more' },
  moveRule: { ruleId: '$rule', targetId: '$laterRule', where: 'after' },
  set_color_tokens: { tokens: [{ slug: 'ink', lightValue: '#111', darkValue: '#eee' }] },
  set_font_tokens: { tokens: [{ name: 'Georgia', variable: 'font-text', fallback: 'serif' }] },
  set_type_scale: { namingConvention: 'text', steps: ['s', 'm', 'l'] },
  set_spacing_scale: { namingConvention: 'space', steps: ['s', 'm', 'l'], baseScaleIndex: 1 },
  renameToken: { from: 'gap', to: 'space', scripts: true },
  deleteTokens: { colors: ['clay'] },
  makeColorRamp: { name: 'kiln' },
  removeColorRamp: { name: 'sand' },
  promoteValue: { value: '#1f3a5f', name: 'navy' },
  addPage: { title: 'Hours' },
  addEntryPages: { model: 'loaf' },
  renamePage: { pageId: '$about', title: 'The bakers', slug: 'bakers' },
  duplicatePage: { pageId: '$about', title: 'Über uns', locale: 'de' },
  updateTranslation: { pageId: '$translation', texts: [{ nodeId: '$later', text: 'Sonra' }] },
  setPageTemplate: { pageId: '$about', target: { kind: 'everywhere' } },
  clearPageTemplate: { pageId: '$template' },
  deletePage: { pageId: '$about' },
  createComponent: { title: 'List', nodeIds: ['$ul'] },
  insertComponent: { componentId: '$component', parentId: '$main', params: { words: 'Mine' } },
  setComponentParams: { componentId: '$component', params: [{ name: 'size', type: 'number', default: '2' }] },
  addComponentParam: { nodeId: '$link', attribute: 'href' },
  detachComponent: { nodeId: '$instance' },
  addBreakpoint: { label: 'Wide', width: 1800 },
  updateBreakpoint: { breakpointId: '$breakpoint', label: 'Watch' },
  removeBreakpoint: { breakpointId: '$breakpoint' },
  setPageSettings: { pageId: '$about', description: 'Who bakes', noindex: true },
  setSiteSettings: { name: 'The bakery', favicon: '/media/icon.png' },
  setRedirects: {
    redirects: [
      { from: '/old', to: '/about', status: 302 },
      { from: '/gone', to: null },
    ],
  },
  restoreChanges: { versionId: '$version', changes: '$changes' },
  restoreVersion: { versionId: '$version', pageId: '$about' },
  undoRun: { changeSetId: '$changeSet' },
  write_code_asset: { path: 'new.js', type: 'script', content: 'let b = 2' },
  patch_code_asset: { path: 'a.js', expectedHash: '$hash', replacements: [{ oldText: 'lead', newText: 'more' }] },
  renameCodeAsset: { path: 'a.js', to: 'b.js' },
  deleteCodeAsset: { path: 'a.js' },
  writeFiles: { files: { 'hours.html': `<!doctype html><title>Hours</title><p>${'Open daily. '.repeat(9)}</p>` } },
  writeFile: { filename: 'about.html', content: `<main><h1>Who bakes</h1><p>${'We do. '.repeat(9)}</p></main>` },
  editBlock: { file: 'index.html', selector: 'h1', action: 'setText', value: 'Rolls' },
  editFiles: {
    edits: [{ file: 'styles.css', replaceOperations: [{ search: 'margin: 0', replace: 'margin: 1px' }] }],
  },
  deleteFile: { file: 'about.html' },
  searchImages: { queries: [{ query: 'fresh bread on a wooden table in the morning' }] },
  updateMedia: { mediaId: '$picture', alt: 'A loaf' },
  moveMediaFolder: { folder: 'shop', to: 'bakery' },
  replaceMedia: { mediaId: '$picture', withMediaId: '$other' },
  deleteMedia: { mediaId: '$other' },
  batch: {
    calls: [
      { name: 'deleteNode', input: { nodeId: '$h1' } },
      { name: 'addRule', input: { selector: 'h6' } },
    ],
  },
}

/** Operations that write no document of the site, so that there is nothing to undo. */
const NOTHING_TO_UNDO: ReadonlySet<string> = new Set(['saveVersion', 'publish', 'publishContent', 'setDependency'])

let server: TestServer
let other: Member
let projectId = ''
let siteId = ''
const ids = new Map<string, unknown>()

async function operate(name: string, input: unknown, call = server.call) {
  const id = name.includes('.') ? name : `site.${name}`
  const { body } = await call('POST', `/api/projects/${projectId}/operations/${id}`, { input })
  if (!Value.Check(Done, body)) throw new Error(`${name}: ${JSON.stringify(body)}`)
  return Value.Parse(Done, body)
}

const filled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) => (typeof each === 'string' ? (ids.get(each) ?? each) : each))

/** The fields of the site and of every page and component that it lists, as they are stored. */
async function stored(): Promise<Record<string, unknown>> {
  const { documents } = server.services
  const fields: Record<string, unknown> = {}
  const documentIds = [
    siteId,
    ...['$root', '$about', '$template', '$component', '$translation'].map((name) => String(ids.get(name))),
  ]
  for (const id of documentIds) fields[id] = (await documents.projection(id))?.fields
  return fields
}

/** The same with another text in the paragraph that the other user writes. */
const withNote = (fields: unknown, text: string) => JSON.parse(JSON.stringify(fields).replaceAll(/Beside \d+/g, text))

const Node = Type.Object({ html: Type.String() })
const Stale = Type.Array(Type.Object({ nodeId: Type.String(), text: Type.Optional(Type.String()) }))
const Rules = Type.Object({
  rules: Type.Array(
    Type.Object({
      ruleId: Type.String(),
      selector: Type.String(),
      declarations: Type.Array(Type.Object({ declarationId: Type.String() })),
    }),
  ),
})
const Listed = Type.Object({ styles: Type.Array(Type.Object({ ruleId: Type.String() })) })
const Compared = Type.Object({
  documents: Type.Array(
    Type.Object({ documentId: Type.String(), lines: Type.Array(Type.Object({ part: Type.Optional(Type.String()) })) }),
  ),
})

beforeAll(async () => {
  server = await startTestServer()
  projectId = Value.Parse(
    Made,
    (await server.call('POST', '/api/projects', { name: 'Acts', starter: 'blank' })).body,
  ).id
  other = await join(server, {
    email: 'grace@example.com',
    role: 'member',
    projects: [{ projectId, role: 'editor' }],
  })
  siteId = Value.Parse(Project, (await server.call('GET', `/api/projects/${projectId}`)).body).siteDocumentId
  const { pages } = Value.Parse(Pages, (await server.call('GET', `/api/projects/${projectId}/pages`)).body)
  const root = pages[0]?.documentId ?? ''
  ids.set('$root', root)
  const loaf = { id: 'loaf', name: 'Loaves', kind: 'collection', fields: { name: { type: 'string' } } }
  await operate('content.init_project', { locales: ['en', 'tr', 'de'], models: [loaf] })
  await operate('content.setRoute', { model: 'loaf', route: 'loaves' })
  await operate('replaceNodeHtml', { nodeId: root, html: start.html })
  await operate('applyCss', { css: start.css })
  ids.set('$about', (await operate('addPage', { title: 'About' })).data.pageId)
  ids.set('$template', (await operate('addPage', { title: 'Around' })).data.pageId)
  await operate('insertHtml', { parentId: ids.get('$template'), html: '<atelier-outlet></atelier-outlet>' })
  await operate('setPageTemplate', { pageId: ids.get('$template'), target: { kind: 'notFound' } })
  await operate('set_color_tokens', { tokens: [{ slug: 'clay', lightValue: '#a52' }] })
  ids.set('$breakpoint', (await operate('addBreakpoint', { label: 'Tiny', width: 280 })).data.breakpointId)
  await operate('write_code_asset', { path: 'a.js', type: 'script', content: 'find(".lead")' })
  ids.set('$hash', (await operate('read_code_asset', { path: 'a.js' })).data.hash)
  for (const [name, file] of [
    ['$picture', 'loaf.png'],
    ['$other', 'roll.png'],
  ] as const) {
    const { body } = await upload(server, projectId, file, png(name === '$other' ? 3 : 2, 2), '&folder=shop')
    ids.set(name, body.id)
    const html = `<img src="/${body.path}" alt="">`
    if (name === '$picture') await operate('insertHtml', { parentId: ids.get('$about'), html })
  }
  await operate('insertHtml', { parentId: ids.get('$about'), html: '<img src="/media/loaf.png" alt="">' })
  const part = await operate('insertHtml', {
    parentId: root,
    html: '<section class="card"><h2>Card</h2><cite><a href="/x">Link</a></cite></section><nav>Saved</nav>',
  })
  const [card, nav] = Value.Parse(Type.Array(Type.String()), part.data.nodeIds)
  const component = await operate('createComponent', { title: 'Card', nodeIds: [card] })
  ids.set('$component', component.data.componentId)
  ids.set('$instance', component.data.nodeId)
  const words = { name: 'words', type: 'text', default: 'Card' }
  await operate('setComponentParams', { componentId: component.data.componentId, params: [words] })
  ids.set('$section', (await operate('saveSection', { nodeIds: [nav], title: 'Menu' })).data.sectionId)
  const inside = await operate('getNodeHtml', { nodeId: component.data.rootNodeId })
  ids.set('$link', /<a uid="(\w+)"/.exec(Value.Parse(Node, inside.data).html)?.[1])
  const { data } = await operate('getNodeHtml', { nodeId: root })
  for (const [, tag = '', id = '', rest] of Value.Parse(Node, data).html.matchAll(/<(\w+) uid="(\w+)"([^>]*)/g)) {
    const name = rest?.includes('note') ? '$note' : `$${tag}`
    if (!ids.has(name)) ids.set(name, id)
  }
  const styles = Value.Parse(Rules, (await operate('getNodeStyles', { nodeId: ids.get('$p') })).data)
  const rule = styles.rules.find(({ selector }) => selector === '.lead')
  ids.set('$rule', rule?.ruleId)
  const { data: later } = await operate('listStyles', { query: '.more' })
  ids.set('$laterRule', Value.Parse(Listed, later).styles[0]?.ruleId)
  ids.set('$declaration', rule?.declarations[0]?.declarationId)

  await operate('setTexts', { texts: [{ nodeId: ids.get('$note'), text: 'Beside 0' }] }, other.call)
  const version = await server.call('POST', `/api/projects/${projectId}/versions`, { name: 'Before' })
  ids.set('$version', Value.Parse(Made, version.body).id)
  const changed = await operate('setTexts', { texts: [{ nodeId: ids.get('$aside'), text: 'Changed' }] })
  ids.set('$changeSet', changed.changeSetId)
  await operate('insertHtml', { parentId: ids.get('$about'), html: '<p>Later</p>' })
  const translation = { pageId: ids.get('$about'), title: 'Hakkında', locale: 'tr' }
  ids.set('$translation', (await operate('duplicatePage', translation)).data.pageId)
  const { texts } = (await operate('listStaleTexts', { pageId: ids.get('$translation') })).data
  ids.set('$later', Value.Parse(Stale, texts).find(({ text }) => text === 'Later')?.nodeId)
  const { body } = await server.call('GET', `/api/projects/${projectId}/versions/${ids.get('$version')}/changes`)
  const document = Value.Parse(Compared, body).documents.find(({ documentId }) => documentId === root)
  ids.set('$changes', [{ documentId: root, part: document?.lines[0]?.part }])
})
afterAll(() => server.close())

describe('every operation that writes, over HTTP, while another user writes in the same page', () => {
  let round = 0
  test.each(Object.keys(acts))('%s changes the site, and its change set is undone and redone', async (name) => {
    round += 1
    const before = await stored()
    const { changeSetId } = await operate(name, filled(acts[name]))
    const after = await stored()
    expect(after).not.toEqual(before)

    const text = `Beside ${round}`
    await operate('setTexts', { texts: [{ nodeId: ids.get('$note'), text }] }, other.call)
    const way = `/api/projects/${projectId}/changes/${changeSetId}`
    expect((await server.call('POST', `${way}/undo`)).body).toMatchObject({ undone: true, kept: [] })
    expect(await stored()).toEqual(withNote(before, text))
    expect((await server.call('POST', `${way}/redo`)).body).toMatchObject({ undone: false })
    expect(await stored()).toEqual(withNote(after, text))
    expect((await server.call('POST', `${way}/undo`)).body).toMatchObject({ undone: true })
    expect(await stored()).toEqual(withNote(before, text))
  })

  test('the undo of a text takes one’s own words out of it, and leaves those of the other user', async () => {
    const nodeId = ids.get('$q')
    const write = (html: string, base: string, call = server.call) =>
      operate('setRichText', { nodeId, html, base }, call)
    const text = async () => /<q[^>]*>(.*)<.q>/.exec(String((await operate('getNodeHtml', { nodeId })).data.html))?.[1]
    await write('four five six', '')
    const mine = await write('mine four five six', 'four five six')
    await write('four five six theirs', 'four five six', other.call)
    expect(await text()).toBe('mine four five six theirs')
    const way = `/api/projects/${projectId}/changes/${mine.changeSetId}`
    expect((await server.call('POST', `${way}/undo`)).body).toMatchObject({ undone: true, kept: [] })
    expect(await text()).toBe('four five six theirs')
    await server.call('POST', `${way}/redo`)
    expect(await text()).toBe('mine four five six theirs')
  })

  test('there is an act for each of them', () => {
    const without = siteOperations.filter(
      ({ name, effect }) => effect !== 'read' && !acts[name] && !NOTHING_TO_UNDO.has(name),
    )
    expect(without.map(({ name }) => name)).toEqual([])
  })
})
