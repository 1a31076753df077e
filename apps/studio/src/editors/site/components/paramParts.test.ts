import { expect, test } from 'vitest'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { canVary, paramParts, typedClasses } from './paramParts.ts'

test('a text, a link and a picture can become parameters, each once', () => {
  const { tree, id } = pageOf(
    '<h1>Hi</h1><h2>{params.title}</h2><a href="/x">More</a><img src="/p.png" alt=""><p>One <b>two</b></p>',
  )
  const parts = (tag: string) => {
    const node = tree.node(id(tag))
    return node ? paramParts(tree, node).map(({ attribute = 'text' }) => attribute) : []
  }
  expect(parts('h1')).toEqual(['text'])
  expect(parts('a')).toEqual(['text', 'href'])
  expect(parts('img')).toEqual(['src', 'alt'])
  expect(parts('p')).toEqual([])
})

test('variants are typed as classes, in any form', () => {
  expect(typedClasses(' .plain, featured  plain {x}')).toEqual(['plain', 'featured'])
  const { tree, id } = pageOf('<p class="card">x</p>')
  const node = tree.node(id('p'))
  expect(node && canVary(node)).toBe(true)
})
