// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { cssShownAs, markState, mediaShownAs, STATE_ATTRIBUTE } from './shownAs.ts'

const hover = (css: string) => cssShownAs(css, { state: ':hover' })
const dark = (css: string) => cssShownAs(css, { scheme: 'dark' })
const is = `:is(:hover,[${STATE_ATTRIBUTE}~="hover"])`

describe('a state', () => {
  test('matches marked elements too, with the same specificity', () => {
    expect(hover('a:hover{color:red}')).toBe(`a${is}{color:red}`)
    expect(hover('.a:hover > b:not(:hover), c:hover::before { x: y }')).toBe(
      `.a${is} > b:not(${is}), c${is}::before { x: y }`,
    )
    expect(hover('a{color:red;&:hover{color:blue}}')).toBe(`a{color:red;&${is}{color:blue}}`)
    expect(hover('@media (width > 1px){a:hover{b:c}}')).toBe(`@media (width > 1px){a${is}{b:c}}`)
  })

  test.each([
    '@media (hover:hover){a{b:c}}',
    '/* a:hover{ */a{b:c}',
    'a{mode:hover;--x:hover}',
    'a{content:"x:hover{"}',
    '[title=":hover"]{a:b}',
    '.sm\\:hover{a:b}',
    'a:hover-not{a:b}',
    'a{b:c}/* open :hover{',
    'a{b:":hover{',
  ])('is left alone in %s', (css) => {
    expect(hover(css)).toBe(css)
  })

  test('takes time in proportion to the text', () => {
    const css = '/*'.repeat(20_000) + '"'.repeat(20_000) + ':hover'.repeat(20_000)
    expect(hover(css).length).toBeGreaterThanOrEqual(css.length)
  })

  test('marks the element, and with :hover its ancestors', () => {
    const page = document.implementation.createHTMLDocument('')
    page.body.innerHTML = '<main><a></a></main><p></p>'
    const marks = () => [...page.querySelectorAll(`[${STATE_ATTRIBUTE}]`)].map(({ localName }) => localName)
    const link = page.querySelector('a') ?? undefined
    markState(page, link, ':hover')
    expect(marks()).toEqual(['html', 'body', 'main', 'a'])
    markState(page, link, ':focus-visible')
    expect(marks()).toEqual(['a'])
    markState(page, page.querySelector('p') ?? undefined, undefined)
    expect(marks()).toEqual([])
  })
})

describe('a scheme', () => {
  test('makes queries about it true or false, whatever else they ask', () => {
    expect(dark('@media (prefers-color-scheme: dark) and (width > 9px){a{b:c}}')).toBe(
      '@media (min-width: 0px) and (width > 9px){a{b:c}}',
    )
    expect(dark('a{b:c}@media not (prefers-color-scheme:light){a{b:c}}')).toBe(
      'a{b:c}@media not (max-width: 0px){a{b:c}}',
    )
    expect(dark('/* x */ @media (prefers-color-scheme){a{b:c}}')).toBe('/* x */ @media (min-width: 0px){a{b:c}}')
    expect(mediaShownAs('screen and (prefers-color-scheme: dark)', 'light')).toBe('screen and (max-width: 0px)')
  })

  test('is the one of pages that leave it to the browser', () => {
    expect(dark(':root{a:b;color-scheme:light dark}')).toBe(':root{a:b;color-scheme: dark}')
    expect(dark('x{color-scheme:only light}')).toBe('x{color-scheme:only light}')
    expect(dark('x{--my-color-scheme:light dark}')).toBe('x{--my-color-scheme:light dark}')
    expect(dark('x{content:"; color-scheme: light dark"}')).toBe('x{content:"; color-scheme: light dark"}')
  })
})
