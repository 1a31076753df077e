import { expect, test } from 'vitest'
import { lightAndDark, resolveVariables } from './schemes.ts'

test('a colour for both schemes is read as two', () => {
  expect(lightAndDark('light-dark(#fff, rgb(0, 0, 0))')).toEqual({ light: '#fff', dark: 'rgb(0, 0, 0)' })
  expect(lightAndDark('light-dark(var(--a, #fff), #000)')).toEqual({ light: 'var(--a, #fff)', dark: '#000' })
  expect(lightAndDark('#fff')).toBeUndefined()
})

test('a value is shown with the values of its variables, and a circle ends', () => {
  const values: Record<string, string> = { '--a': 'var(--b)', '--b': '#123', '--c': 'var(--c)' }
  const lookUp = (name: string) => values[name]
  expect(resolveVariables('color-mix(in oklch, var( --a ) 20%, var(--x))', lookUp)).toBe(
    'color-mix(in oklch, #123 20%, var(--x))',
  )
  expect(resolveVariables('var(--c)', lookUp)).toBe('var(--c)')
})
