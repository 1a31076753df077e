import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, type Inline, parseInline, parseMarkdown } from './parse.ts'

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
  return blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap((item) => walk(item.children))
      : 'children' in block
        ? walk(block.children)
        : [],
  )
}

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

  it('leaves snake_case words and lone asterisks alone', () => {
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

  it('reads lists with their depth and their first number', () => {
    expect(parseMarkdown('3. a\n4. b\n  - c\n\nafter')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          { children: [text('a')], depth: 0 },
          { children: [text('b')], depth: 0 },
          { children: [text('c')], depth: 1 },
        ],
      },
      { kind: 'paragraph', children: [text('after')] },
    ])
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

  it('takes any text without an exception, in reasonable time, and never links elsewhere than http and mail', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '#',
      '- ',
      '1. ',
      '> ',
      '\n',
      ' ',
      'a',
      'http://b',
      'javascript:',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 60 }), (parts) => {
        for (const href of links(parseMarkdown(parts.join('')))) expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
      }),
    )
  })

  it('stays quick on long unclosed marks', () => {
    const started = performance.now()
    parseMarkdown(`${'*a '.repeat(3000)}${'**b '.repeat(3000)}${'['.repeat(3000)}`)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('marks without an end', () => {
  it.each(['**a ', '__a ', '*a', '_a ', '`', '[a](', '`a``', 'https://,'])(
    '“%s” many times takes no longer each',
    (mark) => {
      const started = process.cpuUsage()
      const source = mark.repeat(40_000)
      expect(plain(parseInline(source)).length).toBeGreaterThan(0)
      expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
    },
  )
})
