import { expect, test } from 'vitest'
import { askedValue } from './askedValue.ts'

test('a tag is typed in any form, and a number of copies counts the one that is there', () => {
  expect(askedValue('changeTag', ' <Figcaption> ')).toEqual({ tag: 'figcaption' })
  expect(askedValue('changeTag', 'my-card')).toEqual({ tag: 'my-card' })
  expect(askedValue('changeTag', 'two words')).toBeUndefined()
  expect(askedValue('multiply', '5')).toEqual({ count: 4 })
  for (const wrong of ['1', '2.5', 'many', '1000']) expect(askedValue('multiply', wrong)).toBeUndefined()
})
