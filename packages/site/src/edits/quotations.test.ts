import { describe, expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { isRecord } from '../document/node.ts'
import { editText } from './editText.ts'
import { piecesOf } from './markup.ts'

/** Parts of a page as its file shows them, and the words that an edit changes in each. */
const PARTS: readonly { shown: string; from: string; to: string }[] = [
  {
    shown: '<section class="hero" id="top" data-block="hero"><h1>Fish &amp; Chips – since 1920</h1></section>',
    from: 'Chips',
    to: 'Bread',
  },
  { shown: '<p class="lead" lang="en">“We’re open”, says Zoë’s café…</p>', from: 'open', to: 'closed' },
  {
    shown:
      '<form action="/order" method="post"><input name="mail" type="email" required=""><button type="submit" disabled="">Order now</button></form>',
    from: 'Order',
    to: 'Send',
  },
  {
    shown:
      '<ul class="list" id="goods">\n  <li>Rye bread</li>\n  <li>Plum cake</li>\n  <li>Rolls &lt;warm&gt;</li>\n</ul>',
    from: 'Plum',
    to: 'Apple',
  },
  {
    shown:
      '<table class="prices"><tbody><tr><td>Bread</td><td>4&nbsp;€</td></tr><tr><td>Rolls</td><td>1&nbsp;€</td></tr></tbody></table>',
    from: 'Rolls',
    to: 'Buns',
  },
  {
    shown:
      '<figure class="photo"><img src="/oven.jpg" alt="The oven" width="400" height="300"><figcaption>Our oven, built in 1931 — still warm</figcaption></figure>',
    from: 'built',
    to: 'made',
  },
  {
    shown:
      '<nav class="menu" aria-label="Main" data-block="n0000000ab"><a class="item" href="/about/">About us</a> <a class="item" href="/prices/">Prices</a></nav>',
    from: 'Prices',
    to: 'Offers',
  },
  {
    shown:
      '<article class="post" id="first" data-block="first"><h2>Straße, Müller &amp; Söhne</h2><p>Ein Brot – und „mehr“</p></article>',
    from: 'Brot',
    to: 'Kuchen',
  },
  {
    shown: '<dl class="hours"><dt>Monday</dt><dd>6–18</dd><dt>Sunday</dt><dd>8–11</dd></dl>',
    from: 'Sunday',
    to: 'Saturday',
  },
  {
    shown:
      '<svg class="icon" viewBox="0 0 24 24" width="24"><path d="M4 4h16" fill="none"></path><circle cx="12" cy="12" r="3"></circle></svg>',
    from: 'width="24"',
    to: 'width="32"',
  },
  {
    shown: '<aside class="note" data-block="note"><p>L’été<br>c’est ouvert&nbsp;!</p></aside>',
    from: 'ouvert',
    to: 'complet',
  },
  {
    shown:
      '<select name="size" class="pick"><option value="s">Small</option><option value="l" selected="">Large</option></select>',
    from: 'Large',
    to: 'Huge',
  },
  {
    shown: '<footer class="end" id="foot" data-block="end"><p>© Bäckerei 1920–2024</p></footer>',
    from: '2024',
    to: '2025',
  },
  { shown: '<header class="top" data-block="top">', from: 'class="top"', to: 'class="top big"' },
  {
    shown: '<a class="button wide" href="/say?a=1&amp;b=2" title="Tom’s offer">Tom’s offers</a>',
    from: 'offers',
    to: 'prices',
  },
]
const PAGE = `<!doctype html>\n<html lang="en">\n<head><title>Home</title></head>\n<body><main data-block="main">\n${PARTS.map(
  ({ shown }) => `${shown}\n<hr>\n`,
).join('')}</header></main></body>\n</html>\n`

const TAG = /<[a-z][^<>]*>/gi
const ATTRIBUTE = /[\w-]+="[^"]*"/g
/** Each start tag with its attributes written by a function. */
const inTags = (html: string, write: (attributes: string[]) => string[]) =>
  html.replace(TAG, (tag) => {
    const attributes = write(tag.match(ATTRIBUTE) ?? [])
    return `<${[/^<([\w-]+)/.exec(tag)?.[1] ?? '', ...attributes].join(' ')}>`
  })

/** The ways in which a model quotes a part. */
const FORMS: Readonly<Record<string, (html: string) => string>> = {
  'without the block’s name': (html) => html.replace(/ data-block="[^"]*"/g, ''),
  'with the attributes in another order': (html) => inTags(html, (list) => list.toReversed()),
  'with single quotes': (html) => inTags(html, (list) => list.map((each) => each.replaceAll('"', "'"))),
  'with a handler that was dropped': (html) => html.replace(/<([a-z]\w*)/, '<$1 onclick="go(1)"'),
  'with bare attributes': (html) => html.replace(/ (required|disabled|selected)=""/g, ' $1'),
  'with attributes that name themselves': (html) => html.replace(/ (required|disabled|selected)=""/g, ' $1="$1"'),
  'with slashes in empty elements': (html) => html.replace(/<((?:img|br|input|hr)\b[^>]*)>/g, '<$1 />'),
  'with drawings that close themselves': (html) => html.replace(/><\/(?:path|circle)>/g, '/>'),
  'without end tags that may be missing': (html) => html.replace(/<\/(?:li|p|td|tr|dt|dd|option)>(?=\s*<)/g, ''),
  'without the body of a table': (html) => html.replace(/<\/?tbody>/g, ''),
  'with plain signs': (html) =>
    html.replace(/[’‘]/g, "'").replace(/[“”„]/g, '"').replace(/[–—]/g, '-').replace(/…/g, '...'),
  'with entities for signs': (html) =>
    html
      .replace(/’/g, '&rsquo;')
      .replace(/“/g, '&ldquo;')
      .replace(/”/g, '&rdquo;')
      .replace(/–/g, '&ndash;')
      .replace(/—/g, '&#8212;'),
  'with entities for letters': (html) =>
    html
      .replace(/é/g, '&eacute;')
      .replace(/ü/g, '&uuml;')
      .replace(/ö/g, '&#246;')
      .replace(/ä/g, '&#xe4;')
      .replace(/ß/g, '&szlig;'),
  'with decomposed letters': (html) => html.normalize('NFD'),
  'with bare ampersands': (html) => html.replace(/&amp;/g, '&'),
  'with blanks that break': (html) => html.replace(/&nbsp;/g, ' '),
  'with blanks that do not break': (html) => html.replace(/&nbsp;/g, '\u00a0'),
  'with quotes as numbers': (html) => html.replace(/’/g, '&#39;'),
  'in capitals': (html) =>
    html.replace(/<(\/?)([a-z]\w*)/g, (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`),
  'on lines of its own': (html) => html.replace(/></g, '>\n    <'),
}

const QUOTATIONS = PARTS.flatMap(({ shown, from, to }) =>
  Object.entries(FORMS).flatMap(([form, write]) => {
    const search = write(shown)
    const replace = search.replace(from, to)
    return search === shown || replace === search ? [] : [{ form, shown, search, replace, from, to }]
  }),
)

const meaning = (html: string) => piecesOf(html, false).list.map(({ text }) => text)
const blocks = (html: string) => html.match(/data-block="[^"]*"/g)

test('there are enough quotations', () => {
  expect(QUOTATIONS.length).toBeGreaterThanOrEqual(120)
})

test.each(QUOTATIONS)('a part quoted $form is found: $search', ({ shown, search, replace, from, to }) => {
  const { text, failed } = editText(PAGE, [{ search, replace }], 'html')
  expect(failed).toEqual([])
  const at = PAGE.indexOf(shown)
  expect(text.startsWith(PAGE.slice(0, at))).toBe(true)
  expect(text.endsWith(PAGE.slice(at + shown.length))).toBe(true)
  expect(meaning(text)).toEqual(meaning(PAGE.replace(shown, shown.replace(from, to))))
  expect(blocks(text)).toEqual(blocks(PAGE))
})

test.each(['Prices.HTML#top', '../prices.html#top', './prices/index.html#top'])(
  'a link quoted as %s is found',
  (href) => {
    const source = '<main>\n<p>See <a href="/prices/#top">prices</a></p>\n</main>\n'
    const edit = { search: `<p>See <a href="${href}">prices</a></p>`, replace: `<p>See <a href="${href}">all</a></p>` }
    expect(editText(source, [edit], 'html').text).toContain('>all</a>')
  },
)

test('what a file does not change of a quotation stays byte for byte', () => {
  const edit = {
    search: '<p class="lead" lang="en">"We\'re open", says',
    replace: '<p class="lead" lang="en">"We\'re closed", says',
  }
  expect(editText(PAGE, [edit], 'html').text).toBe(PAGE.replace('open”', 'closed”'))
})

test('parts of tags are found beside a block’s name', () => {
  const edit = { search: "id='top'>\n<h1>Fish", replace: "id='top'>\n<h1>Cod" }
  expect(editText(PAGE, [edit], 'html').text).toBe(PAGE.replace('<h1>Fish', '<h1>Cod'))
})

test('a page is edited by what was written, though its file shows it otherwise', async () => {
  const project = createTestProject()
  const section = `<SECTION class=hero onclick="go()"><p>Caf&eacute; &#39;Zo&euml;&#39; &ndash; open<p>Tea &amp; more<br/>today</SECTION>`
  const html = `<!doctype html><html><head><title>Home</title></head><body><main>${section}<p>${'More words. '.repeat(9)}</p></main></body></html>`
  expect(await project.call('writeFiles', { files: { 'index.html': html } })).toMatchObject({ ok: true })
  const operation = { search: section, replace: section.replace('open', 'closed') }
  const edited = await project.call('editFiles', { edits: [{ file: 'index.html', replaceOperations: [operation] }] })
  expect(edited).toMatchObject({ ok: true, data: { success: true } })
  const data = edited.ok && isRecord(edited.data) && Array.isArray(edited.data.results) ? edited.data.results : []
  expect(data[0]?.content).toContain('– closed</p>')
})

const SENTENCE = (word: string) => `<p>In our house it was ${word} to bake in the evening, and so it will stay.</p>`
/** Words that are each other's negation, in languages whose words a slip is forgiven in. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['possible', 'impossible'],
  ['regular', 'irregular'],
  ['available', 'unavailable'],
  ['nothing', 'noting'],
  ['nine', 'none'],
  ['increase', 'decrease'],
  ['eine', 'keine'],
  ['einer', 'keiner'],
  ['möglich', 'unmöglich'],
  ['nicht', 'licht'],
  ['jemand', 'niemand'],
  ['dans', 'sans'],
  ['possible', 'impossibles'],
  ['connu', 'inconnu'],
  ['chacun', 'aucun'],
  ['nada', 'cada'],
  ['posible', 'imposible'],
  ['alguno', 'ninguno'],
  ['nenhum', 'nenhuma'],
  ['possível', 'impossível'],
  ['fortunato', 'sfortunato'],
  ['possibile', 'impossibile'],
  ['nessuno', 'nessuna'],
  ['geliyor', 'gelmiyor'],
  ['kapatıldı', 'kapatılmadı'],
  ['tereyağlı', 'tereyağsız'],
  ['возможно', 'невозможно'],
  ['никто', 'некто'],
  ['можно', 'нужно'],
  ['нельзя', 'нельза'],
]

describe('a slip is never forgiven in', () => {
  test.each(OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))('%s for %s', (there, sought) => {
    const source = `<main>${SENTENCE(there)}</main>`
    const { text, failed } = editText(source, [{ search: SENTENCE(sought), replace: '<p>Closed.</p>' }], 'html')
    expect(text).toBe(source)
    expect(failed).toHaveLength(1)
  })
})

const card = '<div class="card"><h2>Bread</h2><p>From the <b>stone</b> oven</p></div>'
const SOURCE = `<main>\n${card}\n<p class="end">Come again</p>\n</main>\n`

test('a quotation of which a line is missing within an end tag is not found', () => {
  const source = '<div class="a">\n  <i class="b"></i\n  ><b>Write</b>\n</div>\n'
  const { text, failed } = editText(
    source,
    [{ search: '<div class="a">\n  <i class="b"></i\n</div>', replace: '<div class="a"></div>' }],
    'html',
  )
  expect(text).toBe(source)
  expect(failed).toHaveLength(1)
})

const PAGE_OF_SECTIONS = '<main><section><h2>Bread</h2><p>Every day</p></section><footer>Open</footer></main>'

describe('half an element is refused', () => {
  test.each([
    ['a tag that is cut', '<div class="card"><h2>Bread</h2><p cla'],
    ['a name that is cut', '<div class="card"><h2>Bread</h2></div><sect'],
    ['an open quote', '<div class="card><h2>Bread</h2></div>'],
    ['an open quote at the end', '<div class="card"><h2>Bread</h2></div><a href="/order'],
    ['an open emphasis', '<div class="card"><p>From the <strong>stone oven</p></div>'],
    ['an open link', '<div class="card"><a href="/">Bread</div>'],
    ['an open element', '<div class="card"><h2>Bread</h2>'],
    ['an open section', '<section><div class="card"><h2>Bread</h2></div>'],
    ['an end without a beginning', '<h2>Bread</h2></div>'],
    ['an end too many', '<div class="card"><h2>Bread</h2></div></section>'],
    ['a heading that is not closed', '<div class="card"><h2>Bread<p>Text</p></div>'],
    ['a list that is not closed', '<ul><li>Bread'],
    ['a drawing that is not closed', '<div><svg viewBox="0 0 1 1"><g></svg></div>'],
    ['a comma for a quote', '<div class="card\'><h2>Bread</h2></div>'],
  ])('%s', (_, replace) => {
    const { text, failed } = editText(SOURCE, [{ search: card, replace }], 'html')
    expect(text).toBe(SOURCE)
    expect(failed[0]?.refused).toBe(true)
  })

  test.each([
    ['in its name', '<h2>Bread</', ''],
    ['behind its name', '<p class="end"', ''],
    ['behind a quote', '<div class="card', 'Today: '],
  ])('also of a tag that the search ends in the middle of, %s', (_, search, replace) => {
    const { text, failed } = editText(SOURCE, [{ search, replace }], 'html')
    expect(text).toBe(SOURCE)
    expect(failed[0]?.refused).toBe(true)
  })

  test('a replacement that closes first and opens then is one half of two elements', () => {
    const of = (replace: string) => editText(PAGE_OF_SECTIONS, [{ search: '<h2>Bread</h2>', replace }], 'html')
    expect(of('</h2><h2>')).toMatchObject({ text: PAGE_OF_SECTIONS, failed: [{ index: 0 }] })
    expect(of('</section><section><h2>Bread</h2>').failed).toEqual([])
  })

  test('the words of an answer around a replacement are left out, words of the page stay', () => {
    const of = (replace: string) => editText(PAGE_OF_SECTIONS, [{ search: '<h2>Bread</h2>', replace }], 'html')
    const wanted = PAGE_OF_SECTIONS.replace('Bread', 'Cake')
    for (const [before, after] of [
      ['Here is the updated heading:', 'Let me know if you want more.'],
      ['Sure! Here you go:', ''],
      ['Hier ist die neue Fassung:', ''],
      ['Voici le titre :', ''],
      ['Aquí está el título:', ''],
      ['以下是更新后的标题：', ''],
    ])
      expect(of(`${before}\n\n<h2>Cake</h2>\n${after}`)).toMatchObject({ text: wanted, notes: [{ index: 0 }] })
    expect(of('<p>Here is our bread:</p>\n<h2>Cake</h2>').text).toContain('<p>Here is our bread:</p>')
    expect(of('Open daily:\n<h2>Cake</h2>').text).toContain('Open daily:')
  })

  test('signs of a text, a rule and a class are no half of a tag', () => {
    const replace = `${card}<p class="[&>b]:mt-1">5 > 3, a -> b</p><style>ul>li{top:0}</style>`
    expect(editText(SOURCE, [{ search: card, replace }], 'html').failed).toEqual([])
  })

  test('unless another edit of the call brings the other half', () => {
    const edits = [
      { search: '<div class="card">', replace: '<section><div class="card">' },
      { search: '<p class="end">', replace: '</section>\n<p class="end">' },
    ]
    expect(editText(SOURCE, edits, 'html')).toMatchObject({ appliedCount: 2, failed: [] })
    expect(editText(SOURCE, edits.slice(0, 1), 'html').text).toBe(SOURCE)
  })
})

describe('what surrounds an edit is left out', () => {
  const done = SOURCE.replace('Come again', 'Goodbye')
  const end = '<p class="end">Come again</p>'
  const next = '<p class="end">Goodbye</p>'
  test.each([
    ['a fence', end, `\`\`\`html\n${next}\n\`\`\``],
    ['fences on both sides', `\`\`\`html\n${end}\n\`\`\``, `\`\`\`\n${next}\n\`\`\`\n`],
    ['a fence of tildes', end, `~~~\n${next}\n~~~`],
    ['words of an assistant', end, `Here is the paragraph:\n\n\`\`\`html\n${next}\n\`\`\`\n\nLet me know!`],
    ['a mark at the end', end, `${next}\n>>>>>>> REPLACE`],
    ['marks around both', `<<<<<<< SEARCH\n${end}\n=======`, `=======\n${next}\n>>>>>>> REPLACE\n`],
    ['escaped quotes in both', end.replaceAll('"', '\\"'), next.replaceAll('"', '\\"')],
    ['escaped quotes in the replacement', end, next.replaceAll('"', '\\"')],
  ])('%s', (_, search, replace) => {
    const { text, notes } = editText(SOURCE, [{ search, replace }], 'html')
    expect(text).toBe(done)
    expect(notes).toHaveLength(1)
  })

  test('line ends that were written out', () => {
    const search = '<main>\\n<div class="card"><h2>Bread</h2>'
    const replace = '<main>\\n<div class="card"><h2>Cake</h2>'
    expect(editText(SOURCE, [{ search, replace }], 'html').text).toBe(SOURCE.replace('Bread', 'Cake'))
    const list = '<ul>\\n  <li>One</li>\\n</ul>'
    expect(editText(SOURCE, [{ search: end, replace: list }], 'html').text).toContain('<ul>\n  <li>One</li>\n</ul>')
  })

  test.each([
    ['a block of marks', `<<<<<<< SEARCH\n${end}\n=======\n${next}\n>>>>>>> REPLACE\n${next}`],
    ['a fence that is not closed', `${next}\n\`\`\``],
    ['a fence in the middle', `${next}\n\`\`\`html\n${next}\n\`\`\`\n${next}`],
  ])('%s is refused', (_, replace) => {
    const { text, failed } = editText(SOURCE, [{ search: end, replace }], 'html')
    expect(text).toBe(SOURCE)
    expect(failed).toHaveLength(1)
  })

  test('in code only what its text does not have', () => {
    const script = 'const text = "a\\nb"\nrun(text)\n'
    const edit = { search: 'run(text)', replace: 'run("x\\ny;\\n")' }
    expect(editText(script, [edit], 'script').text).toBe('const text = "a\\nb"\nrun("x\\ny;\\n")\n')
  })
})

test('an edit that changes nothing says so, and one that was made before', () => {
  const same = editText(SOURCE, [{ search: 'Come again', replace: 'Come again' }], 'html')
  expect(same).toMatchObject({ text: SOURCE, unchanged: [0] })
  expect(same.notes[0]?.says).toContain('changes nothing')
  const again = editText(
    SOURCE,
    [{ search: '<p class="end">Goodbye, all of you</p>', replace: '<p class="end">Come again</p>' }],
    'html',
  )
  expect(again.failed[0]?.error).toContain('in the file already')
})
