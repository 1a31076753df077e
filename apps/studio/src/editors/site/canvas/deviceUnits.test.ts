import { expect, test } from 'vitest'
import { cssOnDevice, deviceHeight, lengthsOnDevice, mediaOnDevice } from './deviceUnits.ts'

const phone = { width: 390, height: 844 }

test('a frame has the height of the devices that are as wide', () => {
  expect([375, 390, 768, 1024, 1440].map(deviceHeight)).toEqual([844, 844, 1024, 900, 900])
})

test.each([
  ['100vh', '844px'],
  ['calc(100dvh - 4rem)', 'calc(844px - 4rem)'],
  ['min(50svh, 20lvh) -10vh', 'min(422px, 168.8px) -84.4px'],
  ['10vmin 10vmax .5vh', '39px 84.4px 4.22px'],
  ['100vw', '100vw'],
  ['var(--h-100vh)', 'var(--h-100vh)'],
])('%s on a phone is %s', (value, shown) => {
  expect(lengthsOnDevice(value, phone)).toBe(shown)
})

test('selectors keep their names, and nested rules and properties are read', () => {
  expect(cssOnDevice('.h-\\[100vh\\]{min-height:100vh;--half:50vh}.a{& .b-10vh{top:10vh}}', phone)).toBe(
    '.h-\\[100vh\\]{min-height:844px;--half:422px}.a{& .b-10vh{top:84.4px}}',
  )
})

test('a page that fills the window fills the device', () => {
  expect(cssOnDevice('html, body { height: 100% } .a { height: 100% }', phone)).toBe(
    'html, body { height: 844px } .a { height: 100% }',
  )
})

test.each([
  ['@media (min-height: 700px) and (width < 500px)', '@media (min-width: 0px) and (width < 500px)'],
  ['@media (max-height: 40em)', '@media (max-width: 0px)'],
  ['@media (height >= 844px)', '@media (min-width: 0px)'],
  ['@media (height < 844px)', '@media (max-width: 0px)'],
  ['@media (orientation: landscape)', '@media (max-width: 0px)'],
])('%s is decided by the device', (query, shown) => {
  expect(mediaOnDevice(query, phone)).toBe(shown)
})
