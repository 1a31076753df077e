import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'

function setUp(html: string) {
  const project = createTestProject()
  const { pageId, root } = project.addPage(html)
  const idOf = (tag: string) => {
    const page = project.pages.get(pageId) ?? expect.fail()
    return [...readTree(page).walk()].find((each) => each.tag === tag)?.id ?? expect.fail()
  }
  const warned = async (name: string, input: object) => {
    const result = await project.call(name, input)
    expect(result).toMatchObject({ ok: true })
    return (result.ok ? (result.warnings ?? []) : []).filter((each) => each.includes('Entry.'))
  }
  return { ...project, root, idOf, warned }
}

const LOOPS =
  '<section><atelier-loop data-source-id="pages"><article><b>{currentEntry.title}</b></article></atelier-loop></section><aside><instatic-loop data-source-id="media"><figure><atelier-loop data-source-id="pages"><i>{parentEntry.alt}</i></atelier-loop></figure></instatic-loop></aside><p>x</p>'

describe('a field that the source of the loop around does not have', () => {
  it.each<[where: string, html: string, told: string[]]>([
    [
      'article',
      '<p>{currentEntry.titel}</p>',
      ['{currentEntry.titel} is empty: there is no such field. Did you mean title?'],
    ],
    ['article', '<p>{currentEntry.author}</p>', ['There are title, permalink, slug']],
    ['article', '<a href="{currentEntry.url}">x</a>', ['{currentEntry.url}']],
    [
      'article',
      '<p>{currentEntry.date}</p><p>{currentEntry.excerpt}</p>',
      ['currentEntry.date', 'currentEntry.excerpt'],
    ],
    ['article', '<p>{currentEntry.image|media}</p>', ['currentEntry.image']],
    // The library holds no files, so the loop has no entry that could tell.
    ['figure', '<img src="{currentEntry.src}" alt="{currentEntry.title}">', ['currentEntry.src', 'currentEntry.title']],
    ['figure', '<p>{currentEntry.permalink}</p>', ['There are url, name, alt']],
    ['i', '<b>{parentEntry.permalink}</b>', ['{parentEntry.permalink}']],
    ['i', '<b>{currentEntry.alt} {parentEntry.title}</b>', ['{currentEntry.alt}', '{parentEntry.title}']],
    [
      'aside',
      '<atelier-loop data-source-id="media"><p>{currentEntry.headline}</p></atelier-loop>',
      ['currentEntry.headline'],
    ],
    ['article', '<p>\\\\{currentEntry.titel}</p>', ['currentEntry.titel']],
  ])('in <%s>: %s', async (where, html, told) => {
    for (const name of ['insertHtml', 'replaceNodeHtml']) {
      const site = setUp(LOOPS)
      const id = site.idOf(where)
      const warnings = await site.warned(name, { [name === 'insertHtml' ? 'parentId' : 'nodeId']: id, html })
      expect(warnings).toEqual(told.map((each) => expect.stringContaining(each)))
    }
  })

  it('is reported by updateNodeProps too, and by a loop that is given another source', async () => {
    const site = setUp(LOOPS)
    const b = site.idOf('b')
    expect(await site.warned('updateNodeProps', { nodeId: b, patch: { text: '{currentEntry.name}' } })).toEqual([
      expect.stringContaining('{currentEntry.name} is empty'),
    ])
    // A warning is not repeated at every other edit.
    expect(await site.warned('updateNodeProps', { nodeId: b, patch: { title: 'x' } })).toEqual([])
    expect(
      await site.warned('updateNodeProps', { nodeId: b, patch: { title: '{currentEntry.nope}', text: 'x' } }),
    ).toEqual([expect.stringContaining('{currentEntry.nope} is empty')])
    await site.call('updateNodeProps', { nodeId: b, patch: { title: null, text: '{currentEntry.permalink}' } })
    const loop = site.idOf('atelier-loop')
    expect(await site.warned('updateNodeProps', { nodeId: loop, patch: { 'data-source-id': 'media' } })).toEqual([
      expect.stringContaining('{currentEntry.permalink} is empty'),
    ])
  })
})

describe('no word', () => {
  it.each<[where: string, html: string]>([
    ['article', '<p>{currentEntry.title} {currentEntry.permalink} {currentEntry.index}</p>'],
    ['article', '<img src="{currentEntry.featuredMedia|media}" alt="{currentEntry.description|plain}">'],
    ['article', '<p>{page.title} {site.name} {route.path}</p>'],
    ['figure', '<img src="{currentEntry.url}" alt="{currentEntry.alt}" width="{currentEntry.width}">'],
    ['i', '<b>{currentEntry.title} {parentEntry.url}</b>'],
    ['article', '<p>\\{currentEntry.titel}</p>'],
    ['article', '<p>currentEntry.titel, {currentEntry titel}</p>'],
    ['p', '<b>{currentEntry.anything}</b>'],
    ['article', '<p>{parentEntry.anything}</p>'],
    ['aside', '<atelier-loop data-source-id="media"><p>{currentEntry.name}</p></atelier-loop>'],
  ])('in <%s> of %s', async (where, html) => {
    const site = setUp(LOOPS)
    expect(await site.warned('insertHtml', { parentId: site.idOf(where), html })).toEqual([])
  })
})
