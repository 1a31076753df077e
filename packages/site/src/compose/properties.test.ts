import { createMemoryView, type Json } from '@atelier/documents'
import fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { paramsKey } from '../component/params.ts'
import { createSite, listComponent, listPage, page as pageEntry } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { composePage } from './compose.ts'

const names = ['p0', 'p1', 'c0', 'c1', 'c2', 't0', 'zz'] as const
const texts = fc.constantFrom(
  'x',
  ' ',
  '<b>&',
  '{currentEntry.title}',
  '{parentEntry.title}',
  '{params.a}',
  '{page.title}{page.nothing}',
  '{site.name|url}',
  '{{post.title}}',
  '{currentEntry.id|html}',
  'javascript:{params.a}',
  '{params.a}:alert(1)',
  '#x',
)
const tags = fc.constantFrom(
  'div',
  'p',
  'a',
  'span',
  'b',
  'atelier-loop',
  'instatic-loop',
  'atelier-outlet',
  'atelier-component',
  'atelier-component',
  'atelier-slot',
  'img',
)
const attributeNames = fc.constantFrom('id', 'href', 'title', 'style', 'class', 'param-a', 'for', 'data-filter-under')
const attribute: fc.Arbitrary<Json> = fc.oneof(
  fc.tuple(attributeNames, texts),
  fc.tuple(fc.constant('ref'), fc.constantFrom(...names)),
  fc.tuple(fc.constant('data-source-id'), fc.constantFrom('pages', 'media', 'data.rows')),
  fc.tuple(fc.constant('data-tag'), fc.constantFrom('ul', 'custom', 'script', 'br', '')),
  fc.tuple(fc.constant('data-limit'), fc.constantFrom('0', '2', 'x')),
  fc.tuple(fc.constant('data-pagination'), fc.constantFrom('pages', 'none')),
)
const node = fc.record({
  parent: fc.nat(12),
  hidden: fc.integer({ min: 0, max: 9 }),
  value: fc.oneof(
    texts.map((text): Record<string, Json> => ({ kind: 'text', text })),
    fc
      .tuple(
        tags,
        fc.uniqueArray(attribute, { maxLength: 4, selector: (each) => (Array.isArray(each) ? each[0] : '') }),
      )
      .map(([tag, attrs]): Record<string, Json> => ({ kind: 'element', tag, attrs })),
  ),
})
const tree = fc.array(node, { maxLength: 14 })

/** A page whose nodes stand anywhere under each other, cycles of what was written included. */
function viewOf(nodes: readonly { parent: number; hidden: number; value: Record<string, Json> }[]) {
  const view = createMemoryView([
    ['n0', { kind: 'element', tag: 'body', at: ['', 'a0'] }],
    ['root', 'n0'],
  ])
  for (const [i, { parent, hidden, value }] of nodes.entries()) {
    view.set(`n${i + 1}`, { ...value, at: [`n${parent}`, `a${i}`] })
    if (hidden === 0) view.set(`n${i + 1}/hidden`, true)
  }
  return view
}

describe('any pages, templates and components whatever', () => {
  it('are composed to an end, into HTML that reads back as it was printed, with nothing special left', () => {
    fc.assert(
      fc.property(fc.tuple(tree, tree, tree, tree, tree, tree), (trees) => {
        const site = createMemoryView()
        createSite(site, { name: 'S' })
        const views = new Map<string, PageTree>()
        for (const [i, nodes] of trees.entries()) {
          const id = names[i] ?? 'p0'
          if (id.startsWith('c')) listComponent(site, { id, title: id })
          else listPage(site, { id, title: `${id} <i>`, slug: i === 0 ? 'index' : id })
          views.set(id, readTree(viewOf(nodes)))
        }
        site.set('page:t0/template', { target: { kind: 'everywhere' }, priority: 1 })
        site.set(paramsKey('c0'), [{ name: 'a', type: 'text', default: '"><script>' }])
        site.set(paramsKey('c1'), [{ name: 'a', type: 'url', default: '/x' }])
        const composition = { site, tree: (id: string) => views.get(id) }
        for (const id of names) {
          const entry = pageEntry(site, id)
          if (!entry) continue
          const { body, pageCount } = composePage(entry, composition)
          expect(body).toMatch(/^<body[\s>]/)
          expect(body).not.toMatch(/<\/?(atelier|instatic)-|<script|href="\s*javascript/i)
          expect(pageCount).toBeGreaterThan(0)
          const once = serialize(parse(`<!doctype html>${body}`))
          expect(serialize(parse(once))).toBe(once)
          expect(composePage(entry, composition).body).toBe(body)
        }
      }),
      { numRuns: numRuns(40, 300) },
    )
  })

  it('grow no further than a page can bear', () => {
    const site = createMemoryView()
    createSite(site, { name: 'S' })
    const views = new Map<string, PageTree>()
    const instance = (ref: string, i: number) => ({
      parent: 0,
      hidden: 1,
      value: { kind: 'element', tag: 'atelier-component', attrs: [['ref', ref] as Json], n: i },
    })
    const depth = 24
    for (let level = 0; level < depth; level += 1) {
      const id = `c${level}`
      listComponent(site, { id, title: id })
      const inside =
        level + 1 < depth
          ? [instance(`c${level + 1}`, 0), instance(`c${level + 1}`, 1)]
          : [{ parent: 0, hidden: 1, value: { kind: 'element', tag: 'hr' } }]
      views.set(id, readTree(viewOf(inside)))
    }
    const entry = listPage(site, { id: 'p', title: 'P', slug: 'index' })
    views.set('p', readTree(viewOf([instance('c0', 0)])))
    const { problems, body } = composePage(entry, { site, tree: (id) => views.get(id) })
    expect(problems).toMatchObject([{ message: expect.stringContaining('the rest is left out') }])
    expect(body.length).toBeLessThan(10_000_000)
  })
})
