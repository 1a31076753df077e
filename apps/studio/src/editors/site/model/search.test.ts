import type { PageTree } from '@atelier/site'
import { expect, test } from 'vitest'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { indexLayers } from './search.ts'

const html =
  '<header id="top"><a href="/prices">See prices</a></header><main><section class="card loud"><h2>Bread  and butter</h2><p>Fresh <b>every</b> morning</p></section><section class="card"><h2>Cake</h2></section></main>'

const indexOf = (tree: PageTree) => indexLayers(tree, () => undefined)

test('layers are found by name, text, attribute, tag and selector, in the order of the page', () => {
  const index = indexOf(pageOf(html).tree)
  const found = (query: string) => index.find(query).map(({ kind, title }) => `${kind} ${title}`)
  expect(found('BREAD and')).toEqual(['h2 Bread and butter'])
  expect(found('every')).toEqual(['p Fresh every morning', 'b every'])
  expect(found('/prices')).toEqual(['a See prices'])
  expect(found('h2')).toEqual(['h2 Bread and butter', 'h2 Cake'])
  expect(found('.card > h2')).toEqual(['h2 Bread and butter', 'h2 Cake'])
  expect(found('.loud')).toEqual(['section .card'])
  expect(found('#top')).toEqual(['header #top'])
  expect(found('nothing like it')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('a query that continues, and one that goes back, find the same as by themselves', () => {
  const { tree } = pageOf(html)
  const going = indexOf(tree)
  for (const query of ['b', 'br', 'bre', 'b', 'ca', 'cake']) {
    expect(going.find(query)).toEqual(indexOf(tree).find(query))
  }
})

test('words are looked for without reading a page of 10,000 nodes again', () => {
  const { tree } = pageOf(
    `<main>${'<section><h2>Title</h2><p>Some words</p></section>'.repeat(2_000)}<p>Needle</p></main>`,
  )
  let reads = 0
  const counted = new Proxy(tree, {
    get(target, name, self) {
      reads += 1
      return Reflect.get(target, name, self)
    },
  })
  const index = indexOf(counted)
  const afterIndexing = reads
  for (const query of ['n', 'ne', 'nee', 'needl']) index.find(query)
  expect(index.find('needl').map(({ title }) => title)).toEqual(['Needle'])
  expect(reads).toBe(afterIndexing)
})
