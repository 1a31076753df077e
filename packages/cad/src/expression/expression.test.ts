import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createParameters } from './parameters.ts'
import { ExpressionError, parseExpression } from './parse.ts'

const parameters = createParameters(
  [
    { name: 'w', expression: '80 mm' },
    { name: 'h', expression: 'w / 2' },
    { name: 'n', expression: '4' },
    { name: 'loop', expression: 'pool + 1' },
    { name: 'pool', expression: 'loop' },
  ],
  1,
)

test.each([
  ['w/2 + 3 mm', 'length', 43],
  ['1 in + 3/8 in', 'length', 34.925],
  ['w + 3', 'length', 83],
  ['2 * (h - 5)', 'length', 70],
  ['-2^2 * 1', 'number', -4],
  ['sqrt(w * h * 2)', 'length', 80],
  ['90', 'angle', 90],
  ['pi * 1 rad / pi', 'angle', 180 / Math.PI],
  ['atan(1)', 'angle', 45],
  ['w * sin(30 deg)', 'length', 40],
  ['max(w, 90, 1 in)', 'length', 90],
  ['n * 2', 'number', 8],
  ['1e-1', 'length', 0.1],
] as const)('%s is a %s of %d', (text, as, value) => {
  expect(parameters.value(text, as)).toBeCloseTo(value, 10)
})

test('bare numbers count in the unit of the document', () => {
  const inches = createParameters([{ name: 'a', expression: '2' }], 25.4)
  expect(inches.value('1 + 1 mm', 'length')).toBeCloseTo(26.4)
  expect(inches.value('a', 'length')).toBeCloseTo(50.8)
  expect(inches.value('a', 'number')).toBe(2)
})

test.each([
  ['w * h', 'unit_mismatch'],
  ['w + 3 deg', 'unit_mismatch'],
  ['1/0', 'invalid_expression'],
  ['1 +', 'invalid_expression'],
  ['2 $ 3', 'invalid_expression'],
  ['constructor', 'unknown_parameter'],
  ['constructor(1)', 'invalid_expression'],
  ['toString(1)', 'invalid_expression'],
  ['loop', 'parameter_cycle'],
  ['('.repeat(400), 'invalid_expression'],
  ['sqrt(-1 * 1)', 'invalid_expression'],
])('%s is refused as %s', (text, code) => {
  const refused = () => parameters.value(text, 'length')
  expect(refused).toThrow(ExpressionError)
  expect(refused).toThrow(expect.objectContaining({ code }))
})

test('any text is an expression or is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'12.+-*/^(), inwx'), maxLength: 60 }), (text) => {
      try {
        parseExpression(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
      }
    }),
  )
})
