import { describe, expect, test } from 'vitest'
import { readHtml } from './readable.ts'

function read(html: string, most = 50_000) {
  const work = readHtml(html, 'https://example.com/shop/', most)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
const text = (html: string) => read(html).text

describe('a page as text', () => {
  test('has its title, headings, lists, links and pictures, and nothing that a reader does not see', () => {
    const page = read(`<!doctype html><html><head><title> Bread &amp; more </title>
      <meta name="description" content="A bakery."><style>p { color: red }</style><script>var a = "<h1>no</h1>"</script></head>
      <body><nav><a href="/">Home</a><ul><li>Menu</li></ul></nav><header>Top bar</header>
      <main><h1>Fresh <em>bread</em></h1><p>Baked
        daily, see <a href="../visit?a=1&amp;b=2"> our shop </a>.</p>
      <ul><li>Rye<ul><li>Dark</li></ul></li><li><a href="#x">Spelt</a></li></ul>
      <img src="/loaf.jpg" alt="A loaf"><img src="/x.png" alt=""><br>After
      <table><tr><th>Day</th><td>Hours</td></tr></table><pre>
  two  spaces
</pre><blockquote>Good.</blockquote><h3>Prices</h3></main><footer>Imprint</footer></body></html>`)
    expect(page).toEqual({
      title: 'Bread & more',
      description: 'A bakery.',
      text: [
        '# Fresh bread',
        'Baked daily, see [our shop](https://example.com/visit?a=1&b=2) .',
        '- Rye',
        '  - Dark',
        '- Spelt',
        '![A loaf](https://example.com/loaf.jpg)',
        'After',
        'Day | Hours',
        '  two  spaces',
        '> Good.',
        '### Prices',
      ].join('\n'),
    })
  })

  test('is the whole page if it has no main part, and its menus if it has nothing else', () => {
    expect(text('<nav>Menu</nav><div>One<div>Two</div></div><p>Three<p>Four<footer>Foot</footer>')).toBe(
      'One\nTwo\nThree\nFour',
    )
    expect(text('<nav><a href="/a">Menu</a></nav>')).toBe('[Menu](https://example.com/a)')
    const words = 'word '.repeat(100).trim()
    expect(text(`<p>${words}</p><article></article><div role="MAIN">Short</div>`)).toContain('word word')
  })

  test('leaves out hidden text, which may hold instructions for models', () => {
    for (const hidden of [
      '<p hidden>X</p>',
      '<div style="DISPLAY : none"><p>X</p></div>',
      '<span style="color:red;font-size:0">X</span>',
      '<span style="visibility: hidden">X</span>',
      '<i></i><span aria-hidden="true">X</span>',
      '<noscript>X</noscript>',
      '<template><p>X</p></template>',
      '<svg><title>X</title><style>X</style><text>X</text></svg>',
      '<select><option>X</option></select>',
      '<textarea>X</textarea>',
      '<!-- X -->',
      '<iframe><p>X</p></iframe>',
    ])
      expect([hidden, text(`<p>Before</p>${hidden}<p>After</p>`)]).toEqual([hidden, 'Before\nAfter'])
    expect(text('<p hidden>X<p>Seen')).toBe('Seen')
  })

  test('names only addresses that can be opened', () => {
    expect(text('<a href="javascript:x()">a</a> <a href="data:,x">b</a> <a href="http://[">c</a>')).toBe('a b c')
    expect(text(`<a href="/${'x'.repeat(500)}">long</a>`)).toBe('long')
    expect(text('<a href="mailto:a@b.c">Mail</a>')).toBe('[Mail](mailto:a@b.c)')
    expect(text('<a href="/one"><h2>Card</h2><p>More</p></a>')).toBe('## [Card](https://example.com/one)\nMore')
  })

  test('is made from any HTML, however broken', () => {
    expect(text('')).toBe('')
    expect(text('words')).toBe('words')
    expect(text('</div></ul></p></a></h1>x<<>&<a href="')).toBe('x<<>&')
    expect(text('<svg/>after')).toBe('after')
    expect(text('<title>never closed')).toBe('')
    expect(text('<pre>a')).toBe('a')
  })

  test.each([
    ['formatting elements that are opened again and again', `${'<b><i a=1>'.repeat(20_000)}${'<p>x'.repeat(20_000)}`],
    ['unclosed links', '<a href=x>y'.repeat(60_000)],
    ['attributes', `<p ${'a=1 b=2 '.repeat(60_000)}>x</p>`],
    ['nested elements', `${'<div>'.repeat(100_000)}x`],
    ['end tags of nothing', '</div>'.repeat(100_000)],
    ['words in one line', '<i>a</i> '.repeat(60_000)],
    ['one long word', 'x'.repeat(600_000)],
    ['entities', '&amp;'.repeat(120_000)],
  ])('comes in steps of 4,096 characters and stays small, for a page with many %s', (_, html) => {
    let steps = 0
    const work = readHtml(html, 'https://example.com/', 50_000)
    for (;;) {
      const step = work.next()
      steps += 1
      if (!step.done) continue
      expect(step.value.text.length).toBeLessThan(1_000_000)
      break
    }
    expect(steps).toBeGreaterThan(html.length / 4096)
  })
})
