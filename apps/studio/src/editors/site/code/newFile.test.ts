import { expect, it } from 'vitest'
import { newFilePath } from './newFile.ts'

it('a new file of code has the first free path of its kind, whatever the case of the others', () => {
  expect(newFilePath('script', [])).toBe('scripts/main.js')
  expect(newFilePath('style', ['scripts/main.js'])).toBe('styles/main.css')
  expect(newFilePath('script', ['Scripts/Main.js', 'scripts/main-3.js'])).toBe('scripts/main-2.js')
  expect(newFilePath('style', ['styles/main.css', 'styles/main-2.css'])).toBe('styles/main-3.css')
})
