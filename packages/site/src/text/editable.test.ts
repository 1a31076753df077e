import { expect, test } from 'vitest'
import { setUpPage } from '../../testing/onePage.ts'
import { readTree } from '../document/tree.ts'
import { textBeside } from './editable.ts'

const html = `<main><h1>One <strong>two</strong></h1><style>.a { top: 0 }</style><div><img alt=""><p></p></div>
<atelier-component ref="shown"></atelier-component><atelier-component ref="mute"></atelier-component><a href="/">Three</a></main>`

test('Tab goes through the texts of a page in their order, and through instances that show texts', () => {
  const { page, idOf: id } = setUpPage(html)
  const tree = readTree(page())
  const hasTexts = (instance: { id: string }) => instance.id === id('atelier-component')
  const beside = (from: string, isBackwards = false) => textBeside(tree, from, isBackwards, hasTexts)
  const order = ['h1', 'p', 'atelier-component', 'a'].map((tag) => id(tag))
  expect(order.map((each) => beside(each))).toEqual([...order.slice(1), undefined])
  expect(order.map((each) => beside(each, true))).toEqual([undefined, ...order.slice(0, -1)])
  expect(beside('gone')).toBeUndefined()
})
