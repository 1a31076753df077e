import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from './applyEdits.ts'

const page = `<main>
    <section class="hero" data-block="hero">
        <h1>Bread from the stone oven</h1>
        <p>We bake every morning from six, with flour from the mill beside the river.</p>
        <a class="button" href="/order">Order today</a>
    </section>
    <pre>
  a  b
    c</pre>
</main>
`
const edit = (search: string, replace: string, expectedReplacements?: number) =>
  applyEdits(page, [{ search, replace, ...(expectedReplacements && { expectedReplacements }) }], true)

describe('a search that is there to the letter', () => {
  test('becomes the replacement, byte for byte', () => {
    const { text, matchTiers } = edit('Order today', "  Order\n it's")
    expect(text).toBe(page.replace('Order today', "  Order\n it's"))
    expect(matchTiers).toEqual(['exact'])
  })

  test('is refused with its lines if it stands more often than expected', () => {
    const { text, failed } = edit('class="', 'id="')
    expect(text).toBe(page)
    expect(failed[0]?.error).toContain('It stands 2 times, in line 2, 5, not once.')
    expect(edit('class="', 'id="', 2).text).toBe(page.replaceAll('class="', 'id="'))
    expect(edit('class="', 'id="', 3).text).toBe(page)
  })
})

test('a search with overlapping places is refused, as the right one cannot be told', () => {
  const nested = '<div>\n  <div>\n    <div>\n    </div>\n  </div>\n</div>\n'
  const refused = (search: string) => applyEdits(nested, [{ search, replace: '' }], true)
  expect(refused('</div> </div>')).toMatchObject({
    text: nested,
    failed: [{ error: expect.stringContaining('places that overlap, in line 4, 5') }],
  })
  const edit = { search: '<br><br>', replace: '<hr>' }
  expect(applyEdits('<br><br><br>', [edit], true).appliedCount).toBe(0)
  expect(applyEdits('<br><br><br><br>', [{ ...edit, expectedReplacements: 2 }], true).text).toBe('<hr><hr>')
})

describe('other white space and quotes', () => {
  test('are those of the file where search and replacement agree', () => {
    const search = `<section class='hero' data-block='hero'>
  <h1>Bread from the stone oven</h1>`
    const { text, matchTiers } = edit(search, search.replace('stone', 'wood-fired stone'))
    expect(text).toBe(page.replace('the stone', 'the wood-fired stone'))
    expect(matchTiers).toEqual(['whitespace'])
  })

  test('new lines are indented as the file is', () => {
    const search = '<h1>Bread from the stone oven</h1>\n<p>We bake every morning'
    const replace = '<h1>Bread from the stone oven</h1>\n<div>\n  <hr>\n</div>\n<p>We bake every morning'
    const { text } = edit(search, replace)
    expect(text).toBe(
      page.replace('oven</h1>\n        <p>', 'oven</h1>\n        <div>\n          <hr>\n        </div>\n        <p>'),
    )
  })

  test('quotes around a value change as a pair, and never where the value holds one', () => {
    const search = "<a  class='button' href='/order'>Order today</a>"
    expect(edit(search, "<a  class='button' href='/order' title='Now'>Order today</a>").text).toBe(
      page.replace('href="/order"', `href="/order" title='Now'`),
    )
    expect(edit(search, `<a  class='button' href='/say?"x"'>Order today</a>`).text).toBe(
      page.replace('href="/order"', `href='/say?"x"'`),
    )
  })

  test('count inside of elements that keep white space', () => {
    expect(edit('<pre>\n a b\n c</pre>', 'x').text).toBe(page)
    expect(edit('<pre>\n  a  b\n    c</pre>', 'x').text).toBe(page.replace(/<pre>.*<\/pre>/s, 'x'))
  })

  test('count between the parts of a selector', () => {
    const css = '.card.wide { color: red }\n'
    expect(applyEdits(css, [{ search: '.card .wide {color:red}', replace: '' }], false).text).toBe(css)
    expect(applyEdits(css, [{ search: '.card.wide{color:red}', replace: '.card{color:red}' }], false).text).toBe(
      '.card { color: red }\n',
    )
  })

  test('a line is deleted with its indentation if the search names both', () => {
    const { text } = edit('\n  <p>We bake every morning from six, with flour from the mill beside the river.</p>', '')
    expect(text).toBe(page.replace(/\n *<p>.*<\/p>/, ''))
  })
})

describe('a slip in a long search', () => {
  const search = 'We bake evrey morning from six, with flour from the mill beside the river.'

  test('is forgiven in a word that stands nowhere else', () => {
    const { text, matchTiers } = edit(search.replace('evrey', 'evry'), 'We bake at night, with flour from the mill.')
    expect(text).toContain('<p>We bake at night, with flour from the mill.</p>')
    expect(matchTiers).toEqual(['fuzzy'])
  })

  test.each([
    ['a name', 'every', 'Every'],
    ['two letters of a short word', 'every', 'evrey'],
    ['a word that the file has', 'mill', 'order'],
    ['a number', 'six', '6'],
    ['a word too many', 'every morning', 'every early morning'],
    ['a sign', 'river.', 'river!'],
  ])('is not forgiven in %s', (_, right, wrong) => {
    const { text, failed } = edit(search.replace('evrey', 'every').replace(right, wrong), 'gone')
    expect(text).toBe(page)
    expect(failed[0]?.bestMatch).toMatchObject({ line: 4 })
  })

  test('is never forgiven in tags, attributes and addresses', () => {
    for (const [right, wrong] of [
      ['button', 'buton'],
      ['order', 'ordre'],
      ['class', 'clas'],
    ] as const) {
      const tag = '<a class="button" href="/order">Order today</a>\n    </section>\n'
      expect(edit(tag.replace(right, wrong), 'gone').text).toBe(page)
    }
  })
})

test('an edit of text that a failed one would have made is called a consequence of it', () => {
  const { failed } = applyEdits(
    page,
    [
      { search: '<h2>Nothing like that</h2>', replace: '<h2>Opening hours on holidays</h2>' },
      { search: 'Opening hours on holidays', replace: 'Hours' },
      { search: 'Cakes and much more besides', replace: 'Hours' },
    ],
    true,
  )
  expect(failed.map(({ cascade }) => cascade)).toEqual([undefined, true, undefined])
})

test('successful edits stay though others fail, and their places are returned', () => {
  const { text, appliedCount, changed } = applyEdits(
    page,
    [
      { search: 'Order today', replace: 'Order' },
      { search: 'No such text anywhere', replace: '' },
      { search: 'Bread', replace: 'Cakes and bread' },
    ],
    true,
  )
  expect(appliedCount).toBe(2)
  expect(changed.map(({ from, to }) => text.slice(from, to))).toEqual(['Cakes and bread', 'Order'])
})

test('no byte outside of a match ever changes', () => {
  const pieces = fc.constantFrom('<p>', '</p>', ' ', '\n  ', 'word', 'other words', '"', "'", 'a1', '.', '=')
  const texts = fc.array(pieces, { minLength: 1, maxLength: 40 }).map((list) => list.join(''))
  fc.assert(
    fc.property(texts, texts, texts, texts, (before, search, replace, after) => {
      const source = `${before}${search}${after}`
      const loose = search.replaceAll('\n  ', ' ').replaceAll('"', "'")
      const { text, appliedCount, changed } = applyEdits(source, [{ search: loose, replace }], true)
      if (appliedCount === 0) expect(text).toBe(source)
      else {
        const [{ from, to } = { from: 0, to: 0 }] = changed
        expect(source.startsWith(text.slice(0, from))).toBe(true)
        expect(source.endsWith(text.slice(to))).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
