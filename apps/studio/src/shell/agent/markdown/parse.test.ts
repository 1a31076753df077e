import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../../../scripts/testing/growth.ts'
import {
  type Block,
  blocksOf,
  continueMarkdown,
  type Inline,
  type ParsedMarkdown,
  parseInline,
  parseMarkdown,
} from './parse.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })

function plain(children: readonly Inline[]): string {
  return children.map((child) => ('children' in child ? plain(child.children) : child.text)).join('')
}

function links(blocks: readonly Block[]): string[] {
  const walk = (children: readonly Inline[]): string[] =>
    children.flatMap((child) => [
      ...(child.kind === 'link' ? [child.href] : []),
      ...('children' in child ? walk(child.children) : []),
    ])
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(links)
    if (block.kind === 'quote') return links(block.blocks)
    if (block.kind === 'table') return [block.header, ...block.rows].flatMap((row) => row.flatMap(walk))
    return 'children' in block ? walk(block.children) : []
  })
}

const paragraph = (value: string): Block => ({ kind: 'paragraph', children: [text(value)] })
const pieces = fc.constantFrom(
  ...['*', '**', '_', '`', '```', '[', '](', ')', '#', '- ', '1. ', '> ', '|', '|-|-|\n', '~~', '<b>', '---', '==='],
  ...[
    '\n',
    '\n\n',
    '\t',
    '    ',
    ' ',
    'a',
    'http://b',
    'javascript:',
    '[a]: http://c',
    '- [ ] ',
    '\\',
    '![',
    '&amp;',
    '<!--',
  ],
)
const sources = fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 })

describe('what an agent says', () => {
  it('parts paragraphs at blank lines and keeps single line breaks', () => {
    expect(parseMarkdown('One\ntwo\n\nThree')).toEqual([
      { kind: 'paragraph', children: [text('One\ntwo')] },
      { kind: 'paragraph', children: [text('Three')] },
    ])
  })

  it('reads bold, italics, code and links inside a sentence', () => {
    expect(parseInline('a **b *c*** `d*e*` [f](https://g.example/h)')).toEqual([
      text('a '),
      { kind: 'strong', children: [text('b '), { kind: 'emphasis', children: [text('c')] }] },
      text(' '),
      { kind: 'code', text: 'd*e*' },
      text(' '),
      { kind: 'link', href: 'https://g.example/h', children: [text('f')] },
    ])
  })

  it('leaves snake_case words and single asterisks as they are', () => {
    expect(parseInline('read_document and 2 * 3 * 4')).toEqual([text('read_document and 2 * 3 * 4')])
  })

  it('makes no link of any other kind of address', () => {
    for (const source of ['[x](javascript:alert(1))', '[x](data:text/html,y)', '[x](//evil.example)']) {
      expect(links(parseMarkdown(source))).toEqual([])
      expect(plain(parseInline(source))).toBe(source)
    }
  })

  it('ends a bare address before the full stop of its sentence', () => {
    expect(links(parseMarkdown('See https://a.example/b.'))).toEqual(['https://a.example/b'])
  })

  it('reads lists within lists, also if two spaces are all that says so, and their first number', () => {
    expect(parseMarkdown('3. a\n4. b\n  - c\n\nafter')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          [paragraph('a')],
          [paragraph('b'), { kind: 'list', ordered: false, start: 1, items: [[paragraph('c')]] }],
        ],
      },
      paragraph('after'),
    ])
  })

  it('reads tables with the sides that their columns lean to, and quotes and code within lists', () => {
    expect(parseMarkdown('| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 |')).toEqual([
      {
        kind: 'table',
        align: ['left', 'right'],
        header: [[text('a')], [text('b')]],
        rows: [
          [[text('1')], [{ kind: 'strong', children: [text('2')] }]],
          [[text('3')], []],
        ],
      },
    ])
    expect(parseMarkdown('- a\n  > b\n\n  ```css\n  c\n  ```')).toEqual([
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [
          [paragraph('a'), { kind: 'quote', blocks: [paragraph('b')] }, { kind: 'code', language: 'css', text: 'c' }],
        ],
      },
    ])
  })

  it('shows no picture, which would be fetched from elsewhere: a link replaces it', () => {
    expect(parseInline('![x](https://a.example/p.png)')).toEqual([
      { kind: 'link', href: 'https://a.example/p.png', children: [text('x')] },
    ])
    expect(parseInline('![x](file:///p.png)')).toEqual([text('![x](file:///p.png)')])
  })

  it('shows a code block while its end has not come yet', () => {
    expect(parseMarkdown('```html\n<p>**not bold**')).toEqual([
      { kind: 'code', language: 'html', text: '<p>**not bold**' },
    ])
  })

  it('treats tags as text', () => {
    expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'paragraph', children: [text('<img src=x onerror=alert(1)>')] },
    ])
  })

  it('takes any text without an exception, and never links elsewhere than http and mail', () => {
    fc.assert(
      fc.property(sources, (parts) => {
        for (const href of links(parseMarkdown(parts.join('')))) expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
      }),
    )
  })

  it('reads a text that grows as it reads the whole of it', () => {
    fc.assert(
      fc.property(sources, (parts) => {
        let source = ''
        let parsed: ParsedMarkdown | undefined
        for (const part of parts) {
          source += part
          parsed = continueMarkdown(parsed, source)
          expect(blocksOf(parsed)).toEqual(parseMarkdown(source))
        }
      }),
    )
  })

  it('keeps the blocks that a longer text has not changed', () => {
    const source = Array.from({ length: 40 }, (_, index) => `## Part ${index}\n\nSome **words**.\n\n`).join('')
    const before = continueMarkdown(undefined, source)
    const after = continueMarkdown(before, `${source}And more`)
    const same = new Set<Block>(blocksOf(before))
    expect(blocksOf(after).filter((block) => same.has(block)).length).toBeGreaterThanOrEqual(78)
    expect(blocksOf(after)).toEqual(parseMarkdown(`${source}And more`))
  })

  it('takes texts that are nested as deep as one likes', () => {
    for (const mark of ['> ', '- ', '1. ', '> - ', '* > ']) {
      const blocks = parseMarkdown(`${mark.repeat(20_000)}deep`)
      expect(JSON.stringify(blocks)).toContain('deep')
    }
    for (const [open, close] of [
      ['**a ', '**'],
      ['*a ', '*'],
      ['~~a ', '~~'],
      ['[', '](https://a.example)'],
    ] as const) {
      const source = `${open.repeat(3_000)}b${close.repeat(3_000)}`
      expect(plain(parseInline(source))).toContain('b')
    }
  })

  it('stays quick on long unclosed marks', async () => {
    const prepare = (count: number) => {
      const source = `${'*a '.repeat(count)}${'**b '.repeat(count)}${'['.repeat(count)}`
      return () => parseMarkdown(source)
    }
    expect(await growthOf(prepare, 3_000)).toBeLessThan(LINEAR)
  })
})

describe('marks without an end', () => {
  it.each(['**a ', '__a ', '*a', '_a ', '`', '[a](', '`a``', 'https://,'])(
    '“%s” many times takes no longer each',
    async (mark) => {
      expect(plain(parseInline(mark.repeat(40_000))).length).toBeGreaterThan(0)
      const prepare = (count: number) => {
        const source = mark.repeat(count)
        return () => parseInline(source)
      }
      expect(await growthOf(prepare, 40_000)).toBeLessThan(LINEAR)
    },
  )
})
