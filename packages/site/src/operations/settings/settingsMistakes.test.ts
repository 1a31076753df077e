import { describe, expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'

type Call = readonly [name: string, input: object]

async function answer(calls: readonly Call[], given?: TestProject) {
  const project = given ?? createTestProject()
  if (!given) {
    project.addPage('<h1 class="big">x</h1>')
    project.addPage('<p>y</p>', { title: 'About', slug: 'about' })
  }
  let result = await project.call('list_documents', {})
  for (const [name, input] of calls) {
    const pageId = [...project.pages.keys()][name === 'renamePage' ? 1 : 0]
    result = await project.call(name, 'pageId' in input ? { ...input, pageId } : input)
  }
  if (result.ok) return { ok: true, said: result.warnings ?? [] }
  return { ok: false, said: [`${result.error?.message} ${result.error?.hint}`] }
}

const wrong = (what: string, cases: readonly (readonly [call: Call, says: string])[]) =>
  describe(what, () => {
    test.each(cases.map(([call, says]) => [JSON.stringify(call), says, call] as const))(
      '%s is told: %s',
      async (_, says, call) => {
        const { said } = await answer([call])
        expect(said).toHaveLength(1)
        expect(said[0]).toContain(says)
      },
    )
  })

const right = (what: string, cases: readonly Call[]) =>
  describe(what, () => {
    test.each(cases.map((call) => [JSON.stringify(call), call] as const))('%s', async (_, call) => {
      expect(await answer([call])).toEqual({ ok: true, said: [] })
    })
  })

const site = (input: object): Call => ['setSiteSettings', input]
const page = (input: object): Call => ['setPageSettings', { pageId: '', ...input }]
const added = (input: object): Call => ['addPage', { title: 'New', ...input }]
const type = (input: object): Call => ['set_type_scale', input]
const space = (input: object): Call => ['set_spacing_scale', input]
const color = (lightValue: string, more: object = {}): Call => [
  'set_color_tokens',
  { tokens: [{ slug: 'brand', lightValue, ...more }] },
]
const font = (input: object): Call => ['set_font_tokens', { tokens: [{ name: 'Body', ...input }] }]
const width = (label: string, px: number): Call => ['addBreakpoint', { label, width: px }]

wrong('what is not a language', [
  [site({ language: 'English' }), 'Did you mean en?'],
  [site({ language: 'german' }), 'Did you mean de?'],
  [site({ language: 'Deutsch' }), 'Did you mean de?'],
  [site({ language: 'français' }), 'Did you mean fr?'],
  [site({ language: 'en_US' }), 'Did you mean en-US?'],
  [site({ language: 'jp' }), 'Did you mean ja?'],
  [site({ language: 'cn' }), 'Did you mean zh?'],
  [site({ language: 'en-UK' }), 'Did you mean en-GB?'],
  [site({ language: 'xx' }), 'no language has the code'],
  [site({ language: 'en, de' }), 'is not a language'],
  [page({ language: 'Spanish' }), 'Did you mean es?'],
  [page({ language: 'gr' }), 'Did you mean el?'],
  [page({ language: 'en-XX' }), 'there is no region'],
])
right('a language', [
  site({ language: 'en' }),
  site({ language: 'pt-BR' }),
  site({ language: 'zh-Hant-TW' }),
  site({ language: 'sr-Latn' }),
  site({ language: 'es-419' }),
  site({ language: 'uk' }),
  site({ language: 'gsw' }),
  site({ language: 'en-GB' }),
  page({ language: 'de-CH-1996' }),
  page({ language: 'sv' }),
  page({ language: null }),
])

wrong('a slug that is more than a path', [
  [added({ slug: 'https://example.com/contact' }), 'the path counts: contact'],
  [added({ slug: 'http://localhost:4001/site/blog/first' }), 'the path counts: site/blog/first'],
  [added({ slug: '//example.com/contact/' }), 'the path counts: contact'],
  [added({ slug: 'www.example.com/contact' }), 'the path counts: contact'],
  [added({ slug: 'example.com/contact' }), 'the path counts: contact'],
  [added({ slug: 'contact?from=menu' }), 'became contact'],
  [added({ slug: 'contact#form' }), 'became contact'],
  [added({ slug: 'Contact us!' }), 'became contact-us'],
  [added({ slug: 'contact_us' }), 'became contact-us'],
  [added({ slug: 'blog//first post' }), 'became blog/first-post'],
  [['renamePage', { pageId: '', title: 'Home', slug: 'https://example.com/start' }], 'the path counts: start'],
])
right('a slug', [
  added({ slug: 'contact' }),
  added({ slug: '/contact/' }),
  added({ slug: 'blog/first-post' }),
  added({ slug: 'old.html' }),
  added({ slug: 'Contact' }),
  added({ slug: 'ueber-uns' }),
  added({ slug: '404' }),
  added({ slug: '2026/01/hello' }),
  added({ title: 'About us & more!' }),
  added({ title: 'example.com in the press', slug: 'press' }),
  ['renamePage', { pageId: '', title: 'Start' }],
])

wrong('a text that people would see as it is written', [
  [site({ name: '<b>Bakery</b>' }), 'holds HTML'],
  [site({ metaTitle: 'Bread &amp; cake' }), 'holds an escape'],
  [site({ metaDescription: 'Your description goes here' }), 'is a placeholder'],
  [site({ name: 'https://bakery.test' }), 'is an address'],
  [site({ metaTitle: 'TODO' }), 'is a placeholder'],
  [page({ metaTitle: 'Fresh <em>bread</em>' }), 'holds HTML'],
  [page({ description: 'Lorem ipsum dolor sit amet' }), 'is a placeholder'],
  [page({ ogTitle: 'Cake&nbsp;shop' }), 'holds an escape'],
  [page({ ogDescription: '[Insert text here]' }), 'is a placeholder'],
  [added({ title: '<h1>About</h1>', slug: 'us' }), 'holds HTML'],
  [['renamePage', { pageId: '', title: 'www.bakery.test/start' }], 'is an address'],
])
right('a text', [
  site({ name: 'Bread & cake' }),
  site({ metaTitle: 'a < b > c' }),
  site({ metaDescription: 'How we use HTML: <3 and more' }),
  page({ metaTitle: 'Example.com was our first shop' }),
  page({ description: 'Your company deserves better bread' }),
  site({ name: 'Todo lists' }),
  page({ ogTitle: '“Quoted” — and dashed' }),
  page({ ogTitle: 'Tom & Jerry' }),
  page({ metaTitle: null }),
  added({ title: 'Your account' }),
  added({ title: '[Draft] Plans' }),
])

wrong('an address that leads nowhere', [
  [site({ baseUrl: 'http://localhost:4001' }), 'only this computer reaches'],
  [site({ baseUrl: 'http://127.0.0.1:4001' }), 'only this computer reaches'],
  [site({ baseUrl: 'https://example.com' }), 'a placeholder'],
  [site({ baseUrl: 'https://www.yourdomain.com' }), 'a placeholder'],
  [site({ favicon: '/favicon.ico' }), 'no such file'],
  [site({ touchIcon: '/media/none.png' }), 'no such file'],
  [site({ ogImage: 'media/none.jpg' }), 'no such file'],
  [page({ ogImage: '/media/none.jpg' }), 'no such file'],
  [page({ canonical: '/nowhere/' }), 'no page lies there'],
  [page({ canonical: '/blog/none' }), 'no page lies there'],
  [site({ robots: 'User-agent: *\nDisallow: /' }), 'out of the whole site'],
  [site({ robots: 'https://bakery.test/robots.txt' }), 'means nothing in a robots.txt'],
  [site({ robots: 'noindex, nofollow' }), 'means nothing in a robots.txt'],
  [site({ robots: 'Disallow: /private/' }), 'no line User-agent'],
])
right('an address', [
  site({ baseUrl: 'https://bakery.test' }),
  site({ baseUrl: 'https://example-bakery.test' }),
  site({ baseUrl: null }),
  site({ favicon: 'https://cdn.bakery.test/icon.svg' }),
  site({ ogImage: null }),
  page({ canonical: '/about/' }),
  page({ canonical: 'about' }),
  page({ canonical: 'https://bakery.test/elsewhere' }),
  page({ canonical: '/' }),
  site({ robots: 'User-agent: *\nDisallow: /private/\nAllow: /\n\nSitemap: https://bakery.test/sitemap.xml' }),
  site({ robots: '# nothing to hide\nUser-agent: *\nDisallow:' }),
  site({ robots: null }),
])

wrong('a scale that does what nobody means', [
  [type({ min: { fontSize: 20 }, max: { fontSize: 16 } }), 'swap the two'],
  [type({ min: { scaleRatio: 1.4, fontSize: 16 }, max: { scaleRatio: 1.2, fontSize: 16 } }), 'swap the two'],
  [type({ min: { fontSize: 1 } }), 'for 1rem write 16'],
  [type({ max: { fontSize: 40 }, steps: 's,m', baseScaleIndex: 1 }), 'max.fontSize 40'],
  [type({ min: { scaleRatio: 0.8 } }), 'below 1'],
  [type({ max: { scaleRatio: 1, fontSize: 20 }, min: { scaleRatio: 1.0001 } }), 'one size'],
  [type({ max: { scaleRatio: 3 } }), 'more than twice'],
  [type({ manual: { huge: { min: 40, max: 60 } } }), 'which the scale does not have'],
  [type({ manual: { xl: { min: 60, max: 40 } } }), 'swap the two'],
  [type({ minScreenWidth: 20 }), 'narrower than any screen'],
  [type({ maxScreenWidth: 9_000 }), 'wider than most screens'],
  [type({ minScreenWidth: 1_000, maxScreenWidth: 1_040 }), 'jump instead'],
  [type({ steps: ['xl', 'l', 'm', 's'] }), 'out of order'],
  [space({ min: { size: 30 }, max: { size: 10 } }), 'swap the two'],
  [space({ min: { size: 1 } }), 'for 1rem write 16'],
  [space({ steps: ['s', 'm', 'l', 'xl', '2xl', '3xl', '4xl'], baseScaleIndex: 0, max: { scaleRatio: 2 } }), 'comes to'],
])
right('a scale', [
  type({}),
  space({}),
  type({ min: { fontSize: 16 }, max: { fontSize: 20 } }),
  type({ min: { fontSize: 18, scaleRatio: 1.2 }, max: { fontSize: 18, scaleRatio: 1.2 } }),
  type({ min: { scaleRatio: 1.333 }, max: { fontSize: 20, scaleRatio: 1.25 } }),
  type({ manual: { xl: { min: 30, max: 40 }, m: { min: 16, max: 16 } } }),
  type({ steps: 'small,normal,large', baseScaleIndex: 1 }),
  type({ steps: ['1', '2', '3', '4'], baseScaleIndex: 1 }),
  type({ minScreenWidth: 360, maxScreenWidth: 1_920 }),
  space({ min: { size: 8 }, max: { size: 12 } }),
  space({ steps: ['xs', 'sm', 'md', 'lg', 'xl'], baseScaleIndex: 2 }),
])

wrong('a colour token that is not a colour, or another than it looks', [
  [color('16px'), 'is not a CSS colour'],
  [color('linear-gradient(red, blue)'), 'is not a CSS colour'],
  [color('primary'), 'is not a CSS colour'],
  [color('#12345'), 'is not a CSS colour'],
  [color('rgb(300 0 0)'), 'cut off'],
  [color('rgb(0.2, 0.4, 0.6)'), 'nearly black'],
  [color('hsl(200, 50, 50)'), 'no % on'],
  [color('hsl(200 0.5 0.5)'), 'nearly black'],
  [color('oklch(60 0.1 20)'), 'write 60%'],
  [color('oklch(60% 25 20)'), 'far beyond'],
  [color('rgb(0 0 0 / 50)'), 'write 50%'],
  [color('var(--nowhere)'), 'which nothing defines'],
  [color('color-mix(in srgb, var(--brand), red)'), 'asks for itself'],
  [color('#fff', { darkValue: '#000', darkModeEnabled: false }), 'never shows'],
  [
    [
      'set_color_tokens',
      {
        tokens: [
          { slug: 'a', lightValue: 'red' },
          { slug: 'A', lightValue: 'blue' },
        ],
      },
    ],
    'given twice',
  ],
])
right('a colour token', [
  color('#36f'),
  color('rgb(51 102 255 / 50%)'),
  color('rgba(0, 0, 0, 0.5)'),
  color('rgb(20% 40% 60%)'),
  color('rgb(1 1 1)'),
  color('hsl(200 50% 50%)'),
  color('hsl(200 50 50)'),
  color('oklch(0.6 0.1 20)'),
  color('oklch(60% 0.1 20 / 0.5)'),
  color('oklch(from red l c h)'),
  color('color-mix(in oklch, red 40%, blue)'),
  color('var(--nowhere, red)'),
  color('transparent'),
  color('#fff', { darkValue: '#000' }),
  color('currentColor'),
])

wrong('a font token whose fallback is none', [
  [font({}), 'neither a family nor a fallback'],
  [font({ fallback: 'Georgia' }), 'does not end in a generic family'],
  [font({ fallback: 'Georgia, san-serif' }), 'did you mean sans-serif?'],
  [font({ fallback: 'Georgia, sansserif' }), 'did you mean sans-serif?'],
  [font({ fallback: 'Menlo, monospaced' }), 'did you mean monospace?'],
  [font({ fallback: 'Arial, Helvetica' }), 'does not end in a generic family'],
  [font({ fallback: '16px Georgia, serif' }), 'holds a size'],
  [font({ fallback: '"Open Sans"' }), 'does not end in a generic family'],
  [font({ fallback: 'Courier, "monospace2"' }), 'did you mean monospace?'],
  [font({ fallback: 'Palatino, seriff' }), 'did you mean serif?'],
])
right('a font token', [
  font({ fallback: 'Georgia, serif' }),
  font({ fallback: 'system-ui' }),
  font({ fallback: 'system-ui, -apple-system, "Segoe UI", sans-serif' }),
  font({ fallback: 'ui-monospace, Menlo, monospace' }),
  font({ fallback: 'Inter, Arial, Sans-Serif' }),
  font({ fallback: 'cursive' }),
  font({ fallback: 'Inter, var(--rest)' }),
  font({ fallback: 'Iowan Old Style, ui-serif' }),
  font({ fallback: 'Noto Color Emoji, emoji' }),
  font({ fallback: 'Font 2000, fantasy' }),
])

wrong('a breakpoint that overlaps, or is absurd', [
  [width('Small mobiles', 1_300), 'is 1300 px wide'],
  [width('Phone', 1_000), '“Phone” is 1000 px wide'],
  [width('Big desktop', 500), '“Big desktop” is 500 px wide'],
  [width('Large tablet', 2_400), '“Large tablet” is 2400 px wide'],
  [width('Laptop', 450), '“Laptop” is 450 px wide'],
  [width('Cinema', 9_999), 'wider than screens are'],
  [width('Tiny', 380), 'is next to “Mobile”'],
  [width('In between', 1_430), 'is next to “Desktop”'],
  [width('tablet', 900), 'is the label of another'],
  [['updateBreakpoint', { breakpointId: 'tablet', label: 'mobile' }], 'is the label of another'],
])
right('a breakpoint', [
  width('Small', 480),
  width('Wide', 1_920),
  width('Large phone', 430),
  width('Laptop', 1_200),
  width('Landscape tablet', 1_024),
  width('Ultra wide', 2_560),
  width('Retina desktop', 2_880),
  width('Watch', 210),
  width('Between', 1_100),
  ['updateBreakpoint', { breakpointId: 'tablet', label: 'Reader' }],
])

describe('what is deleted while others name it', () => {
  async function project(css: string, html = '<h1 class="big">x</h1>') {
    const made = createTestProject()
    made.addPage(html, { css })
    const tokens = [
      { slug: 'ink', lightValue: '#111' },
      { slug: 'inky', lightValue: '#222' },
    ]
    await made.call('set_color_tokens', { tokens })
    await made.call('set_spacing_scale', {})
    return made
  }
  const remove: Call = ['deleteTokens', { colors: ['ink'] }]
  const script = (path: string, content: string): Call => [
    'write_code_asset',
    { path, type: path.endsWith('.css') ? 'style' : 'script', content },
  ]

  test.each<[string, string, string, Call[], string]>([
    ['a rule', 'h1 { color: var(--ink) }', '<h1>x</h1>', [remove], 'the rule h1'],
    ['a shade in a rule', 'h1 { color: var(--ink-d-1) }', '<h1>x</h1>', [remove], 'the rule h1'],
    ['a style attribute', '', '<h1 style="color: var(--ink)">x</h1>', [remove], '1 element on “Home”'],
    ['a utility class', '', '<h1 class="text-ink">x</h1><p class="bg-ink-5">y</p>', [remove], '2 elements on “Home”'],
    ['a script', '', '<h1>x</h1>', [script('a.js', "e.style.color = 'var(--ink)'"), remove], 'the code asset a.js'],
    ['a style', '', '<h1>x</h1>', [script('a.css', 'h1 { color: var(--ink) }'), remove], 'the code asset a.css'],
    [
      'another token',
      '',
      '<h1>x</h1>',
      [['set_color_tokens', { tokens: [{ slug: 'soft', lightValue: 'var(--ink)' }] }], remove],
      'the token --soft',
    ],
    ['a scale', 'h1 { gap: var(--space-m) }', '<h1>x</h1>', [['deleteTokens', { scales: ['space'] }]], 'the rule h1'],
    [
      'a class',
      '.big { top: 0 }',
      '<h1 class="big">x</h1>',
      [['removeCss', { selector: '.big' }]],
      '1 element on “Home”',
    ],
    [
      'an animation',
      '@keyframes spin { to { top: 0 } } h1 { animation: spin 1s }',
      '<h1>x</h1>',
      [['removeCss', { selector: '@keyframes spin' }]],
      'the rule h1',
    ],
    [
      'a custom property',
      ':root { --gap: 1px } h1 { gap: var(--gap) }',
      '<h1>x</h1>',
      [['removeCss', { selector: ':root', properties: ['--gap'] }]],
      'the rule h1',
    ],
    [
      'a script that is imported',
      '',
      '<h1>x</h1>',
      [
        script('lib/a.js', 'export const a = 1'),
        script('main.js', "import { a } from './lib/a'\na()"),
        ['deleteCodeAsset', { path: 'lib/a.js' }],
      ],
      'still imported by main.js',
    ],
    [
      'a breakpoint',
      '@media (max-width: 768px) { h1 { top: 0 } }',
      '<h1>x</h1>',
      [['removeBreakpoint', { breakpointId: 'tablet' }]],
      '1 @media rule at 768px',
    ],
  ])('%s is named', async (_, css, html, calls, says) => {
    const { said } = await answer(calls, await project(css, html))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(says)
  })

  test.each<[string, string, string, Call[]]>([
    ['a token that nobody names', 'h1 { color: red }', '<h1>x</h1>', [remove]],
    ['a token whose name another begins with', 'h1 { color: var(--inky) }', '<h1 class="text-inky">x</h1>', [remove]],
    ['a token that a rule declares itself', ':root { --ink: red } h1 { color: red }', '<h1>x</h1>', [remove]],
    [
      'a class that no element has',
      '.big { top: 0 }',
      '<h1 class="bigger">x</h1>',
      [['removeCss', { selector: '.big' }]],
    ],
    [
      'a class that has another rule',
      '.big { top: 0 } @media print { .big { left: 0 } }',
      '<h1 class="big">x</h1>',
      [['removeCss', { selector: '.big', atRule: '@media print' }]],
    ],
    [
      'an animation of which another is left',
      '@keyframes spin { to { top: 0 } } @media print { @keyframes spin { to { top: 1px } } } h1 { animation: spin 1s }',
      '<h1>x</h1>',
      [['removeCss', { selector: '@keyframes spin', atRule: '@media print' }]],
    ],
    [
      'a custom property that is declared elsewhere too',
      ':root { --gap: 1px } .dark { --gap: 2px } h1 { gap: var(--gap) }',
      '<h1>x</h1>',
      [['removeCss', { selector: '.dark' }]],
    ],
    ['a declaration', 'h1 { top: 0; left: 0 }', '<h1>x</h1>', [['removeCss', { selector: 'h1', properties: ['top'] }]]],
    [
      'a script that none imports',
      '',
      '<h1>x</h1>',
      [
        script('lib/a.js', 'export const a = 1'),
        script('main.js', "import { a } from './lib/b.js'\na()"),
        ['deleteCodeAsset', { path: 'lib/a.js' }],
      ],
    ],
    ['a scale that nobody uses', 'h1 { gap: 1rem }', '<h1>x</h1>', [['deleteTokens', { scales: ['space'] }]]],
    [
      'a breakpoint that no rule is about',
      '@media (max-width: 900px) { h1 { top: 0 } }',
      '<h1>x</h1>',
      [['removeBreakpoint', { breakpointId: 'tablet' }]],
    ],
  ])('%s goes without a word', async (_, css, html, calls) => {
    expect(await answer(calls, await project(css, html))).toEqual({ ok: true, said: [] })
  })
})
