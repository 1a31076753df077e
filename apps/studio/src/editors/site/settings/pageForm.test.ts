import { expect, test } from 'vitest'
import { dataProblems, pageForm, pageInput, pageRename, pathChange } from './pageForm.ts'

test('the form opens with what is set, and empty otherwise; the home page has no path', () => {
  const form = pageForm({ title: 'Home', slug: 'index' }, { description: 'Bread.', noindex: true })
  expect(form).toMatchObject({ title: 'Home', slug: '', description: 'Bread.', ogTitle: '', noindex: true })
  expect([form.hidden, form.inFeed]).toEqual([false, false])
  expect(pageForm({ title: 'Menu', slug: 'food/menu' }, {}).slug).toBe('food/menu')
})

test('a path moves a page once it means another slug', () => {
  expect(pathChange('menu', 'Our Menu')).toEqual({ isHome: false, next: 'our-menu', moves: true })
  expect(pathChange('menu', ' /Menu/ ').moves).toBe(false)
  expect(pathChange('menu', 'food/menu').next).toBe('food/menu')
})

test('an empty path keeps the page where it is', () => {
  expect(pathChange('menu', '  ')).toEqual({ isHome: false, next: 'menu', moves: false })
})

test('the home page does not move', () => {
  expect(pathChange('index', 'start')).toMatchObject({ isHome: true, moves: false })
})

test('a page is renamed only if its name or its path changes', () => {
  const page = { title: 'Menu', slug: 'menu' }
  expect(pageRename(page, { title: ' Menu ', slug: 'menu' })).toBeUndefined()
  expect(pageRename(page, { title: 'Food', slug: 'menu' })).toEqual({ title: 'Food' })
  expect(pageRename(page, { title: 'Menu', slug: 'food' })).toEqual({ title: 'Menu', slug: 'food' })
})

test('an empty name keeps the old one', () => {
  expect(pageRename({ title: 'Menu', slug: 'menu' }, { title: ' ', slug: 'menu' })).toEqual({ title: 'Menu' })
})

test('data is sent without empty blocks, and what is wrong with one is said beside it', () => {
  const block = (text: string) => ({ type: 'application/ld+json' as const, text })
  const form = pageForm({ title: 'Menu', slug: 'menu' }, { data: [block('{}')], direction: 'rtl' })
  expect(pageInput({ ...form, data: [block('{}'), block(' ')] })).toMatchObject({
    direction: 'rtl',
    data: [block('{}')],
  })
  expect(pageInput(pageForm({ title: 'Menu', slug: 'menu' }, {}))).toMatchObject({ direction: null, data: [] })
  expect(dataProblems([block('{}'), block('{"a"')])).toEqual([undefined, expect.stringContaining('no JSON')])
})
