import { Type } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { fail, isResultOf, makeHandles, ok } from './index.ts'

interface Rename {
  readonly id: 'site.rename'
  readonly input: ReturnType<typeof input>
  readonly output: typeof output
}
const input = () => Type.Object({ name: Type.String() })
const output = Type.Object({ renamed: Type.Boolean() })

describe('a handle', () => {
  it('is the id of its operation, with the types of its input and output', () => {
    const rename = makeHandles<Rename>()('site.rename')
    expect(rename).toEqual({ id: 'site.rename' })
    expectTypeOf(rename.types).toEqualTypeOf<{ input: { name: string }; output: { renamed: boolean } } | undefined>()
  })
})

describe('a result', () => {
  it('is that of an operation if its data is what the operation returns', () => {
    expect(isResultOf({ output }, ok({ renamed: true }))).toBe(true)
    expect(isResultOf({ output }, ok({ renamed: 'yes' }))).toBe(false)
  })
  it('that refuses is that of any operation', () => {
    expect(isResultOf({ output }, fail('locked', 'It is locked.'))).toBe(true)
  })
})
