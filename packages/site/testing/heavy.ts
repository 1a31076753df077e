/** Texts that are heavy in one way each, of about as many characters as asked for; for tests of what they cost. */
export type Heavy = Readonly<Record<string, (size: number) => string>>

const fill = (size: number, piece: string) => piece.repeat(Math.max(1, Math.floor(size / piece.length)))

/** Pieces with a number in each. */
function numbered(size: number, piece: (at: number) => string): string {
  const pieces: string[] = []
  for (let at = 0, length = 0; length < size; at += 1) {
    const next = piece(at)
    pieces.push(next)
    length += next.length
  }
  return pieces.join('')
}

const filled = (piece: string) => (size: number) => fill(size, piece)

export const heavyHtml: Heavy = {
  'selects and options': filled('<select><option>'),
  'closed selects and options': filled('<select><option>x</option></select>'),
  'elements in each other': filled('<div>'),
  'inline elements in each other': filled('<b><i>'),
  'formatting that opens anew in each paragraph': (size) =>
    numbered(size / 200, (at) => `<b id=${at}>`) + fill(size, '<p>x</p>'),
  'links in links': filled('<a href=x>'),
  'tables in tables': filled('<table><tr><td>'),
  'text in front of tables': filled('<table>x'),
  'lists in lists': filled('<ul><li>'),
  paragraphs: filled('<p>x</p>'),
  'empty elements': filled('<br>'),
  comments: filled('<!---->'),
  'open comments': filled('<!--'),
  'ends of comments': filled('--> <!--'),
  'open tags without an end': filled('<a b="'),
  'angle brackets': filled('<'),
  'one element of many attributes': (size) => `<p ${numbered(size, (at) => `a${at} `)}>x</p>`,
  'one element of many classes': (size) => `<p class="${numbered(size, (at) => `c${at} `)}">x</p>`,
  'attributes that are refused': (size) => `<p ${numbered(size, (at) => `onx${at}=1 `)}>x</p>`,
  'elements that are refused': filled('<script></script>'),
  drawings: filled('<svg><g>'),
  formulas: filled('<math><mi>'),
  'templates in templates': filled('<template>'),
  entities: filled('&amp;&notit;'),
  'white space': filled(' '),
  'a document of many heads': (size) => `<!doctype html>${fill(size, '<head><title>x</title>')}`,
  'style elements': filled('<style>a{}</style>'),
  'one long style element': (size) => `<style>${fill(size, '.a{color:red}')}</style><p>x</p>`,
  components: filled('<atelier-component ref="x"></atelier-component>'),
  loops: filled('<atelier-loop source="pages">'),
  tokens: (size) => `<p>${fill(size, '{page.title}')}</p>`,
  quotes: filled('<p a="'),
  'ends without a start': filled('</p></div>'),
  'styles of elements': filled('<p style="color:red;top:0">'),
  'forms and buttons': filled('<form><button>'),
  'headings and ruby': filled('<h1><ruby><rt>'),
  'frames and embedded text': filled('<iframe><textarea><title>'),
  uids: (size) => numbered(size, (at) => `<p uid="x${at}">`),
  'paragraphs of text': filled(`<p>${'Some words. '.repeat(40)}</p>`),
}

export const heavyCss: Heavy = {
  'selector parts': (size) => `${numbered(size, (at) => `.a${at % 10},`)}a{color:red}`,
  'selector parts without commas': (size) => `${fill(size, 'a ')}{color:red}`,
  'open brackets': filled('('),
  'open brackets in a selector': (size) => `a:is${fill(size, '(')}{}`,
  ':is( in each other': (size) => `${fill(size, ':is(')}{}`,
  ':not(:is( in each other, closed': (size) => `${fill(size / 2, ':not(:is(')}a${fill(size / 4, '))')}{top:0}`,
  'blocks in each other': filled('a{'),
  'closed blocks in each other': (size) => `${fill(size, 'a{')}${fill(size / 2, '}')}`,
  'at-rules in each other': filled('@media all{'),
  rules: (size) => numbered(size, (at) => `.a${at}{top:0}`),
  'the same rule': filled('a{top:0}'),
  declarations: (size) => `a{${numbered(size, (at) => `--x${at}:1;`)}}`,
  'the same declaration': (size) => `a{${fill(size, 'top:0;')}}`,
  comments: filled('/**/'),
  'open comments': filled('/*'),
  quotes: filled('"'),
  'lines of quotes': filled('"\n'),
  backslashes: filled('\\'),
  braces: filled('}'),
  semicolons: filled(';'),
  'at signs': filled('@a;'),
  colons: filled(':'),
  'brackets of all kinds': filled('([{'),
  'a long value': (size) => `a{background:${fill(size, 'url(x),')}none}`,
  'custom properties of blocks': (size) => `a{${fill(size, '--x:{};')}}`,
  keyframes: (size) => `@keyframes x{${fill(size, '1%{top:0}')}}`,
  'font faces': filled('@font-face{font-family:x}'),
  imports: filled('@import "x";'),
  layers: (size) => numbered(size, (at) => `@layer a${at};`),
  'media queries': (size) => numbered(size, (at) => `@media (width:${at}px){a{top:0}}`),
  'style tags': filled('<style>'),
  'attribute selectors': (size) => `${fill(size, '[a=b]')}{top:0}`,
  'a long selector of each kind': (size) => `${fill(size, 'a>b+c~d ')}{top:0}`,
  'var() in each other': (size) => `a{top:${fill(size, 'var(--x,')}}`,
  'one number': (size) => `a{top:${fill(size, '1')}}`,
  'HTML comments': filled('<!---->'),
}

export const heavyCode: Heavy = {
  brackets: filled('('),
  'templates in templates': filled('`${'),
  'regular expressions': filled('/a/g;'),
  'open regular expressions': filled('/('),
  imports: filled('import "x";'),
  fences: filled('```\n'),
  'functions in functions': filled('()=>{'),
  strings: filled('"'),
  comments: filled('/*'),
  sums: filled('1+'),
}
