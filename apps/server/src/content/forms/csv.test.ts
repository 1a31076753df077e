import { expect, test } from 'vitest'
import { csvRows } from './csv.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\uFEFF@x',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '=1;2',
])('a spreadsheet takes %j for a text', (text) => {
  expect(csvRows([[text]]).replace(/^"/, '')).toMatch(/^'/)
})

test('other texts stay, numbers are numbers, and what ends a cell is quoted', () => {
  expect(
    csvRows([['a = b', 'ada@example.com', -1, true, null, undefined, ['a', '=b'], 'x;y', 'x,"y"\n', 'ığdır']]),
  ).toBe('a = b,ada@example.com,-1,true,,,"[""a"",""=b""]","x;y","x,""y""\n",ığdır\r\n')
})
