import { expect, test } from 'vitest'
import { choiceOf, defaultChoices, defaultField, noDefault } from './defaults.ts'

const credentials = [
  { id: 'a', label: 'Ours' },
  { id: 'b', label: 'Theirs' },
]
const large = { id: 'large', label: 'Large', contextWindow: 200_000 }
const small = { id: 'small', label: 'Small' }

test('models are listed under their provider, with their window if it is known', () => {
  const options = defaultChoices(credentials, [[large, small], [large]]).map(({ option }) => option)
  expect(options.map(({ label, group }) => [group, label])).toEqual([
    ['Ours', 'Large'],
    ['Ours', 'Small'],
    ['Theirs', 'Large'],
  ])
  expect(options[0]?.hint).toContain('200 k')
  expect(options[1]?.hint).toBeUndefined()
  expect(new Set(options.map(({ value }) => value)).size).toBe(3)
})

test('a provider that does not list its models takes none from another', () => {
  const choices = defaultChoices(credentials, [undefined, [small]])
  expect(choices.map(({ choice }) => choice)).toEqual([{ credentialId: 'b', modelId: 'small' }])
})

test('a scope without a default shows that it has none', () => {
  const { value, options } = defaultField(undefined, defaultChoices(credentials, [[large]]))
  expect(value).toBe(noDefault)
  expect(options.map((option) => option.value)).toContain(noDefault)
  expect(options).toHaveLength(2)
})

test('a default whose model is not listed stays choosable, under its id', () => {
  const current = { credentialId: 'b', modelId: 'gone' }
  const { value, options } = defaultField(current, defaultChoices(credentials, [[large]]))
  expect(options.at(-1)).toEqual({ value, label: 'gone' })
})

test('a default that is listed is listed once', () => {
  const choices = defaultChoices(credentials, [[large]])
  const { value, options } = defaultField({ credentialId: 'a', modelId: 'large' }, choices)
  expect(options.filter((option) => option.value === value)).toHaveLength(1)
  expect(choiceOf(choices, value)).toEqual({ credentialId: 'a', modelId: 'large' })
})

test('an option leads to its model, and none to no model', () => {
  const choices = defaultChoices(credentials, [[large], [large]])
  expect(choiceOf(choices, choices[1]?.option.value ?? '')).toEqual({ credentialId: 'b', modelId: 'large' })
  expect(choiceOf(choices, noDefault)).toBeUndefined()
  expect(choiceOf(choices, 'gone')).toBeUndefined()
})
