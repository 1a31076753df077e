import { expect, test } from 'vitest'
import { pageOf } from '../../../../testing/site/pageOf.ts'
import { instanceSlots } from './instanceSlots.ts'

test('the slots of a component, as one instance fills them', () => {
  const { tree, id } = pageOf(
    '<atelier-component ref="c"><atelier-slot name="a"><p>1</p></atelier-slot><atelier-slot name="b"> </atelier-slot> </atelier-component>',
  )
  const instance = tree.node(id('atelier-component')) ?? expect.fail()
  expect(instanceSlots(tree, instance, ['a', 'b', 'c', ''])).toEqual([
    { name: 'a', nodeId: id('atelier-slot'), isFilled: true },
    { name: 'b', nodeId: id('atelier-slot', 1), isFilled: false },
    { name: 'c', nodeId: undefined, isFilled: false },
    { name: '', nodeId: instance.id, isFilled: false },
  ])
})
