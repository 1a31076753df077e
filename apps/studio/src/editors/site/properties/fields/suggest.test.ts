import { expect, test } from 'vitest'
import { accept, suggestDeclaration, suggestProperties, suggestValues, type ValueSource } from './suggest.ts'

const source: ValueSource = {
  tokens: [
    { name: '--space-s', value: '8px' },
    { name: '--space-m', value: '16px' },
    { name: '--gutter', value: '24px' },
  ],
  words: ['auto', 'min-content', 'max-content', 'fit-content()'],
  kinds: new Set(['length', 'percentage']),
}
const texts = (text: string, caret?: number) => suggestValues(source, text, caret).map((each) => each.text)

test('an empty field offers the tokens first, then the keywords', () => {
  expect(texts('')).toEqual([
    'var(--space-s)',
    'var(--space-m)',
    'var(--gutter)',
    'auto',
    'min-content',
    'max-content',
    'fit-content()',
  ])
})

test('a font is shown in its own face, a colour as itself', () => {
  const tokens = [
    { name: '--serif', value: 'Georgia, serif', isFont: true },
    { name: '--ink', value: '#123', isColor: true },
  ]
  const [font, color] = suggestValues({ ...source, tokens }, '')
  expect([font?.face, font?.color, color?.face, color?.color]).toEqual(['Georgia, serif', undefined, undefined, '#123'])
})

test('a number offers units, and only those that the property takes', () => {
  expect(texts('24').slice(0, 3)).toEqual(['24px', '24rem', '24em'])
  expect(texts('24r')).toEqual(['24rem'])
  expect(texts('24px')).toEqual([])
  expect(texts('24')).not.toContain('24ms')
})

test('what is typed is found at the beginning of a name first, then within it', () => {
  expect(texts('m')).toEqual(['var(--space-m)', 'min-content', 'max-content'])
  expect(texts('--sp')).toEqual(['var(--space-s)', 'var(--space-m)'])
  expect(texts('var(gu')).toEqual(['var(--gutter)'])
  expect(texts('inh')).toEqual(['inherit'])
})

test('a suggestion takes the place of the word at the caret and of nothing else', () => {
  const [token] = suggestValues(source, '0 spa 4px', 5)
  expect(token && accept('0 spa 4px', 5, token)).toEqual({ text: '0 var(--space-s) 4px', caret: 16 })
  const [inVar] = suggestValues(source, '0 var(--gut)', 11)
  expect(inVar && accept('0 var(--gut)', 11, inVar)).toEqual({ text: '0 var(--gutter)', caret: 15 })
  const [fit] = suggestValues(source, 'fit')
  expect(fit && accept('fit', 3, fit)).toEqual({ text: 'fit-content()', caret: 12 })
})

test('properties are found by how they begin, by a part, and by their letters', () => {
  const names = ['animation', 'background', 'background-color', 'border-color', 'color', 'column-gap']
  const found = (typed: string) => suggestProperties(names, typed).map((each) => each.text)
  expect(found('col')).toEqual(['color', 'column-gap', 'background-color', 'border-color'])
  expect(found('bgc')).toEqual(['background-color'])
  expect(found('zzz')).toEqual([])
})

test('a line for a declaration offers properties, then the values of the one that it names', () => {
  const vocabulary = { names: ['color', 'column-gap', 'width'], of: () => source }
  const found = (text: string) => suggestDeclaration(vocabulary, text, text.length).map((each) => each.text)
  expect(found('')).toEqual([])
  expect(found('wid')).toEqual(['width: '])
  expect(found('width:')).toEqual(found('width: '))
  expect(found('width: fit')).toEqual(['fit-content()'])
  expect(suggestDeclaration(vocabulary, 'wi: auto', 2).map((each) => each.text)).toEqual(['width'])
})
