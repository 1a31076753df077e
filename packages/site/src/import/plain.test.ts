import { deepStrictEqual } from 'node:assert'
import { createMemoryView } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { importInto, release } from '../../testing/importing.ts'
import { fillText } from '../compose/tokens.ts'
import { isRecord } from '../document/node.ts'
import { escapeTokens, holdsToken, unescapeTokens } from '../document/tokenText.ts'
import { readTree } from '../document/tree.ts'
import { checkPageValue } from '../validate/page.ts'

const html = [
  '<!doctype html><html data-a="{site.name}"><head data-b="\\{page.slug}"><title>Use {page.title}</title>',
  '<meta name="description" content="A {page.title} token"></head>',
  '<body class="{page.slug} x" data-c="{route.path}"><h1 title="{page.title}">Write {page.title|url} here</h1>',
  '<p>{page.title} and \\{page.title} and \\\\{page.title} and {{page.title}} and {other.title}</p>',
  '<a href="foo:{page.title}">scheme</a><b>no tokens</b><textarea>{site.name}</textarea></body></html>',
].join('\n')

async function imported() {
  const { project, take } = importInto()
  const { report } = await take({ 'index.html': html })
  const id = report.pages[0]?.id ?? ''
  const page = project.pages.get(id) ?? createMemoryView()
  const node = (tag: string) => [...readTree(page).walk()].find((each) => each.tag === tag)?.id ?? ''
  const published = async () => (await release(project)).get('index.html') ?? ''
  return { project, id, page, node, published }
}

describe('tokens of an imported page', () => {
  test('are published as they were written', async () => {
    const { published } = await imported()
    const body = /<body[\s\S]*<\/body>/
    const text = await published()
    expect(body.exec(text)?.[0]).toBe(body.exec(html)?.[0])
    expect(text).toContain('<html data-a="{site.name}">')
    expect(text).toContain('<head data-b="\\{page.slug}"><title>Use {page.title}</title>')
    expect(text).toContain('content="A {page.title} token"')
  })

  test('are listed in the births that hold one, and in no other', async () => {
    const { page } = await imported()
    const births = [...page.keys()].flatMap((key) => {
      const value = page.get(key)
      return isRecord(value) ? [value] : []
    })
    const plain = new Set(births.flatMap(({ plain: names }) => (names === undefined ? [] : [JSON.stringify(names)])))
    expect(plain).toEqual(
      new Set(['["data-a"]', '["data-b"]', '["#text"]', '["content"]', '["class","data-c"]', '["title"]', '["href"]']),
    )
    expect(births.find(({ tag }) => tag === 'b')).not.toHaveProperty('plain')
    for (const [key, value] of births.entries())
      expect(checkPageValue(`n${key}`, value, () => undefined)).toBe(undefined)
  })

  test('are read so that what is read can be written back', async () => {
    const { project, id, node, published } = await imported()
    const before = await published()
    const read = JSON.stringify(await project.call('read_document', { document: { id } }))
    expect(read).toContain('>Write \\\\{page.title|url} here<')
    const got = await project.call('getNodeHtml', { nodeId: node('body') })
    const inner = /"html":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(got))?.[1] ?? '""'
    const written: unknown = JSON.parse(inner)
    expect(written).toContain('<h1 uid')
    expect(written).toContain('title="\\{page.title}"')
    expect(written).toContain('\\{page.title} and \\\\\\{page.title} and \\\\\\\\\\{page.title} and {{page.title}}')
    const inside = String(written).replace(/^<body[^>]*>|<\/body>$/g, '')
    for (const each of [inside, inside.replace(/ uid="[^"]*"/g, '')]) {
      expect(await project.call('replaceNodeHtml', { nodeId: node('body'), html: each })).toMatchObject({ ok: true })
      expect(await published()).toBe(before)
    }
  })

  test('stay in copies', async () => {
    const { project, node, published } = await imported()
    const once = (await published()).split('Write {page.title|url} here').length
    expect(await project.call('duplicateNode', { nodeId: node('h1'), count: 1 })).toMatchObject({ ok: true })
    const text = await published()
    expect(text.split('Write {page.title|url} here').length).toBe(once + 1)
    expect(text.split('<h1 title="{page.title}">')).toHaveLength(3)
  })

  test('of a copied page stay, and what was edited is live in both', async () => {
    const { project, id, node } = await imported()
    await project.call('updateNodeProps', { nodeId: node('h1'), patch: { text: 'Now {page.slug}' } })
    expect(await project.call('duplicatePage', { pageId: id, title: 'Copy', slug: 'copy' })).toMatchObject({ ok: true })
    const copy = (await release(project)).get('copy/index.html')
    expect(copy).toContain('<h1 title="{page.title}">Now copy</h1>')
    expect(copy).toContain('<p>{page.title} and')
  })

  test('of an edited value are filled in, and literal again once that is undone', async () => {
    const { project, page, node, published } = await imported()
    const before = await published()
    const patch = { title: '{page.slug}', text: 'At {page.slug}, \\{page.slug} and \\\\{page.slug}' }
    expect(await project.call('updateNodeProps', { nodeId: node('h1'), patch })).toMatchObject({ ok: true })
    expect(await published()).toContain('<h1 title="index">At index, {page.slug} and \\index</h1>')
    for (const key of [...page.keys()]) if (/\/(?:text|attr:title)$/.test(key)) page.delete(key)
    expect(await published()).toBe(before)
  })

  test('stay beside a class that is added', async () => {
    const { project, node, published } = await imported()
    await project.call('applyCss', { css: '.more { color: red }' })
    const call = { nodeId: node('body'), classId: 'more' }
    expect(await project.call('assignClass', call)).toMatchObject({ ok: true })
    expect(await published()).toMatch(/<body class="\{page.slug} x more"/)
  })
})

test('a value is judged by what is printed of it', async () => {
  const { project, node, published } = await imported()
  const set = (href: string) => project.call('updateNodeProps', { nodeId: node('a'), patch: { href } })
  expect(await set('javascript:\\{page.title}')).toMatchObject({ ok: false })
  expect(await set('x:\\{page.title}')).toMatchObject({ ok: true })
  expect(await published()).toContain('href="x:{page.title}"')
  expect(checkPageValue('n/attr:href', 'javascript:\\{page.title}', () => undefined)).toBeTypeOf('string')
})

test('an instance that is detached keeps what is literal', async () => {
  const { project } = importInto()
  const { root } = project.addPage('<p>\\{params.who} {params.who} \\{page.title} {page.title}</p>')
  const nodeId = readTree(project.pages.get([...project.pages.keys()][0] ?? '') ?? createMemoryView()).children(root)[0]
    ?.id
  const made = await project.call('createComponent', { title: 'Card', nodeIds: [nodeId] })
  const componentId = made.ok && isRecord(made.data) ? made.data.componentId : ''
  const params = [{ name: 'who', type: 'text', default: '{site.name}' }]
  expect(await project.call('setComponentParams', { componentId, params })).toMatchObject({ ok: true })
  const published = async () => /<p>.*<\/p>/.exec((await release(project)).get('index.html') ?? '')?.[0]
  const shown = '<p>{params.who} {site.name} {page.title} Home</p>'
  expect(await published()).toBe(shown)
  const [instance] = [...project.pages.values()].flatMap((view) =>
    [...readTree(view).walk()].filter(({ tag }) => tag === 'atelier-component'),
  )
  expect(await project.call('detachComponent', { nodeId: instance?.id })).toMatchObject({ ok: true })
  expect(await published()).toBe(shown)
})

describe('any text', () => {
  const piece = fc.constantFrom('\\', '{', '}', '{page.title}', '{site.name|url}', '{a.b}', '|', 'x', '{route.path}')
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
  const filling = { lookup: () => 'VALUE', report: () => undefined, mediaUrl: () => undefined }

  test('is escaped so that nothing in it is filled in, and it prints as it was', () => {
    fc.assert(
      fc.property(text, (each) => {
        deepStrictEqual(fillText(escapeTokens(each), filling), each)
        deepStrictEqual(unescapeTokens(escapeTokens(each)), each)
        if (!holdsToken(each)) deepStrictEqual([escapeTokens(each), fillText(each, filling)], [each, each])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['\\', '{page.', '\\{'])('takes no longer for many backslashes and braces: %s', async (piece) => {
    const prepare = (length: number) => {
      const long = `${piece.repeat(length / piece.length)}{page.title}`
      return () => escapeTokens(long)
    }
    expect(await growthOf(prepare, 300_000)).toBeLessThan(LINEAR)
  })
})
