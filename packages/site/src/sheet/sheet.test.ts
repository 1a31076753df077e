import { createMemoryView } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingIds } from '../../testing/memoryDraft.ts'
import { checkSiteValue } from '../validate/site.ts'
import { sheetText } from './text.ts'
import { writeSheet } from './write.ts'

function stored(css: string, bom = false) {
  const site = createMemoryView()
  const written = writeSheet(site, { name: 'x.css', path: 'css/x.css', css, bom }, countingIds())
  return { site, written, text: sheetText(site, written.entry.id) }
}

describe('a stylesheet that was authored elsewhere', () => {
  it.each([
    ['an empty one', ''],
    ['white space alone', '\n\n'],
    ['a charset, comments and a last newline', '@charset "UTF-8";\n/*! x */\n\n.a { color: red }\n/* end */\n'],
    ['a minified one', '.a{color:red}.b{margin:0;padding:0}@media print{.a{color:#000}}'],
    ['Windows line ends', '.a {\r\n  color: red;\r\n}\r\n'],
    ['old hacks', '.a { *zoom: 1; _height: 1px; color: red\\9; filter: progid:X(a="b"); ; }'],
    ['semicolons that end nothing', '.a{;;color:red;;}'],
    ['a block that is left open', '@media print { .a { color: red; '],
    ['a string that is left open', '.a { content: "x'],
    ['a comment that is left open', '.a { } /* x'],
    ['statements', '@import url("a.css") screen;\n@layer a, b;\n@import "late.css"'],
    ['garbage', '} .a { } ; <!-- .b { } --> @x { y } .c'],
    ['nesting', '.a { color: red; &:hover { color: blue } @media print { color: black; .b & { top: 0 } } left: 0 }'],
    ['the end of a style element', '.a::after { content: "</style>" } /* </style> */'],
  ])('%s is kept to the last character', (_, css) => {
    expect(stored(css).text).toBe(css)
  })

  it('keeps a byte order mark', () => {
    expect(stored('.a { }', true).text).toBe('\ufeff.a { }')
  })

  it('leaves out what could run script, and says so', () => {
    const { text, written } = stored('.a { color: red; background: url(javascript:x); top: 0 }')
    expect(text).toBe('.a { color: red; top: 0 }')
    expect(written.refused).toEqual([
      { what: '.a { background: url(javascript:x) }', why: 'the URL `javascript:x` runs script' },
    ])
  })

  it('whatever it is, is kept to the last character, and every value of it passes the checks', () => {
    const piece = fc.constantFrom(
      '.a',
      '{',
      '}',
      'color: red',
      ';',
      '\n',
      ' ',
      '/* x */',
      '/*',
      '@media print',
      '@font-face',
      '@keyframes k',
      '50%',
      '"',
      "'",
      '\\',
      '(',
      ')',
      '[',
      '--x: {a}',
      '&:hover',
      ',',
      '@layer a, b;',
      '@import "x.css";',
      '!important',
      '@x y',
      '*zoom: 1',
      '<!--',
      '-->',
      'url(',
      '\r\n',
      '\f',
      '}}',
      'a:b',
      '\ufeff',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const css = pieces.join('')
        const { site, text } = stored(css)
        expect(text).toBe(css)
        for (const key of site.keys()) {
          expect(checkSiteValue(key, site.get(key) ?? null), key).toBeUndefined()
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
