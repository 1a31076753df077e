import { describe, expect, test } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'

const HTML =
  '<main id="m" class="a b card" data-kind="x"><h1 class="title">T</h1><p class="c">x <a href="/">y</a></p><details open><summary>s</summary></details><input type="checkbox"><img src="/x.png" alt=""><ul><li>1</li></ul><button>b</button></main>'

async function apply(css: string): Promise<{ ok: boolean; code?: string; text: string; warnings: string[] }> {
  const project = createTestProject()
  project.addPage(HTML)
  const result = await project.call('applyCss', { css })
  if (result.ok) return { ok: true, text: '', warnings: result.warnings ?? [] }
  return { ok: false, code: result.error?.code, text: `${result.error?.message} ${result.error?.hint}`, warnings: [] }
}

/** Each wrong CSS, or declarations for `.a`, with a piece of the one warning that it gets. */
const wrong = (name: string, cases: readonly (readonly [css: string, says: string])[]) =>
  describe(name, () => {
    test.each(cases)('%s is reported: %s', async (css, says) => {
      const { ok, warnings } = await apply(css.includes('{') ? css : `.a { ${css} }`)
      expect(ok).toBe(true)
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain(says)
    })
  })

const right = (name: string, cases: readonly string[]) =>
  describe(name, () => {
    test.each(cases)('%s', async (css) => {
      expect(await apply(css.includes('{') ? css : `.a { ${css} }`)).toEqual({ ok: true, text: '', warnings: [] })
    })
  })

wrong('a property that does not exist', [
  ['colour: red', 'Did you mean color?'],
  ['backgroud-color: red', 'Did you mean background-color?'],
  ['font-colour: red', 'Did you mean color?'],
  ['text-color: red', 'Did you mean color?'],
  ['padding-x: 1rem', 'padding-inline'],
  ['fontSize: 1rem', 'Did you mean font-size?'],
  ['boder: 0', 'Did you mean border?'],
  ['heigth: 10px', 'Did you mean height?'],
  ['algin-items: center', 'Did you mean align-items?'],
  ['rounded: 4px', 'border-radius'],
  ['shadow: none', 'box-shadow'],
  ['flex-columns: 3', 'There is no property “flex-columns”'],
  ['@font-face { font-family: "X"; source: url(x.woff2) }', '@font-face has no “source”'],
  ['@media (width > 600px) { .a { widht: 1px } }', 'Did you mean width?'],
  ['.card { & .title { margn: 0 } }', 'Did you mean margin?'],
])

right('a property of today', [
  'text-wrap: balance',
  'field-sizing: content',
  'interpolate-size: allow-keywords',
  'anchor-name: --tip',
  'position-area: top span-right',
  'position-try-fallbacks: flip-block, --other',
  'view-transition-name: hero',
  'view-transition-class: card',
  'animation-timeline: scroll()',
  'animation-range: entry 10% cover 30%',
  'container: card / inline-size',
  'scrollbar-gutter: stable both-edges',
  'accent-color: rebeccapurple',
  'text-box: trim-both cap alphabetic',
  'corner-shape: squircle',
  '-webkit-line-clamp: 3; line-clamp: 3',
  '-webkit-font-smoothing: antialiased; -moz-osx-font-smoothing: grayscale',
  'overscroll-behavior: contain',
  'inset-inline: 0',
  'fill: currentColor; stroke-width: 2; paint-order: stroke',
  'zoom: 1.1',
  '--anything-at-all: 1 2 3',
])

wrong('a value that no browser takes', [
  ['display: flexbox', '`display: flexbox`'],
  ['width: 10', 'write `width: 10px`'],
  ['margin: 5xp', 'did you mean px?'],
  ['color: #12345', '`color: #12345`'],
  ['color: primary', '`color: primary`'],
  ['padding: 10px 20', 'write `padding: 10px 20px`'],
  ['transition: opacity 300', 'write `transition: opacity 300s`'],
  ['transform: translateX(10)', '`transform: translateX(10)`'],
  ['font-weight: semibold', '`font-weight: semibold`'],
  ['position: center', '`position: center`'],
  ['text-align: middle', '`text-align: middle`'],
  ['justify-content: spaced', '`justify-content: spaced`'],
  ['flex-direction: vertical', '`flex-direction: vertical`'],
  ['margin: 1px 2px 3px 4px 5px', '`margin: 1px 2px 3px 4px 5px`'],
  ['background-size: fill', '`background-size: fill`'],
  ['padding: auto', '`padding: auto`'],
  ['border: 1px solid #gggggg', '`border: 1px solid #gggggg`'],
  ['grid-template-columns: 1fr, 1fr', '`grid-template-columns: 1fr, 1fr`'],
  ['animation-duration: 0', 'write `animation-duration: 0s`'],
  ['visibility: none', '`visibility: none`'],
  ['color: red !importent', '`color: red !importent`'],
])

right('a value of today', [
  'color: oklch(60% 0.1 20 / 50%)',
  'color: oklch(from var(--x, red) calc(l * 0.8) c h)',
  'color: rgb(from red r g b / 50%)',
  'color: color-mix(in oklch, red 40%, blue)',
  'color: light-dark(#000, #fff)',
  'color: color(display-p3 1 0 0)',
  'color: rgb(0 0 0 / 10%); background: rgba(0, 0, 0, 0.1)',
  'color: CanvasText; color: AccentColor',
  'width: min(100% - 2rem, 60ch)',
  'width: clamp(1rem, 2vw + 1rem, 3rem)',
  'width: calc(100% - (2 * var(--gap, 1rem)))',
  'width: calc(100%/3 - 2*1em - 2*1px)',
  'width: round(up, 10px, 3px); height: mod(10px, 3px)',
  'height: calc-size(auto, size * 0.5)',
  'height: 100dvh; width: 50cqi',
  'width: fit-content; height: stretch; min-width: -webkit-fill-available',
  'width: attr(data-w px, 10px)',
  'width: if(style(--wide: yes): 100%; else: 50%)',
  'padding: env(safe-area-inset-top, 20px)',
  'inset-block-start: anchor(bottom); width: anchor-size(width)',
  'display: inline flow-root; display: grid-lanes',
  'grid-template: "a b" 1fr "c c" auto / 2fr 1fr',
  'grid-template-columns: [full-start] minmax(1rem, 1fr) [main-start] minmax(0, 62rem) [main-end] minmax(1rem, 1fr) [full-end]',
  'grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); grid-template-rows: subgrid',
  'grid-area: header; grid-column: main / span 2',
  'background: url(a.png) center / cover no-repeat, linear-gradient(in oklch to right, red, blue 40% 60%)',
  'background-image: image-set(url("a.avif") type("image/avif"), "b.png" 2x)',
  'background: conic-gradient(from 45deg at 50% 50%, red 0turn, blue)',
  'font: italic 700 1rem/1.5 system-ui, "Segoe UI", sans-serif',
  'font-family: Inter Variable, ui-rounded, Open Sans',
  'font-variation-settings: "wght" 450; font-feature-settings: "liga" on, "ss01"',
  'transition: opacity .3s ease, display .3s allow-discrete',
  'animation: spin 1s linear infinite; animation-timing-function: linear(0, 0.5 50%, 1)',
  'transform: translate(-50%, -50%) rotate(0.25turn); rotate: x 45deg; scale: 1.1; translate: 10px',
  'clip-path: polygon(0 0, 100% 0, 50% 100%); clip-path: shape(from 0 0, line to 10px 10px)',
  'content: "→" / "next"; content: counter(item) ". "; quotes: "«" "»"',
  'mask: linear-gradient(black, transparent) no-repeat; mask-composite: intersect',
  'filter: drop-shadow(0 2px 4px rgb(0 0 0 / 20%)) blur(2px)',
  'line-height: 1.5; flex: 1; opacity: .5; z-index: -1; order: 2; tab-size: 4; aspect-ratio: 16 / 9',
  'opacity: 50%; margin: 0 auto; padding: 0',
  'will-change: transform, opacity; contain: layout paint; touch-action: pan-x pinch-zoom',
  'all: unset; color: revert-layer; width: inherit',
  'text-decoration: underline wavy red 2px; text-emphasis: filled dot',
  'font-size: large; vertical-align: -0.125em; cursor: url(c.cur) 4 4, pointer',
  'list-style: "–  "; counter-reset: section 1; hyphens: auto; hanging-punctuation: first',
  'offset-path: path("M0 0 L10 10"); d: path("M0 0")',
  'flex: 0 1 calc(50% - 1rem); gap: normal 1rem',
  'width: calc(1px * sibling-index()); color: contrast-color(red)',
  'filter: progid:DXImageTransform.Microsoft.gradient(startColorstr="#80000000")'.replace(
    /^.*$/,
    '-ms-filter: "progid:x"',
  ),
  '@font-face { font-family: X; src: url(x.woff2) format("woff2") tech(variations); unicode-range: U+0-FF, U+26; font-weight: 100 900; font-display: swap; size-adjust: 90% } .a { font-family: X }',
  '@property --p { syntax: "<length>"; inherits: false; initial-value: 0px } .a { width: var(--p) }',
])

wrong('a function, a variable or arithmetic of another language', [
  ['color: darken(red, 10%)', 'color-mix('],
  ['color: lighten($brand, 10%)', 'another language'],
  ['color: $brand', 'another language'],
  ['color: @brand', 'another language'],
  ['width: #{$w}', 'another language'],
  ['width: calc(100%-20px)', 'white space on both sides'],
  ['width: calc(100% -20px)', 'white space on both sides'],
  ['color: theme(colors.red.500)', 'write var(--name)'],
  ['width: map-get($w, a)', 'another language'],
  ['color: rbg(0, 0, 0)', 'rgb'],
  ['background: liner-gradient(red, blue)', 'linear-gradient'],
  ['padding: spacing(4)', 'write var(--name)'],
  ['width: clacl(1px)', 'no browser has a function clacl()'],
])

wrong('an at-rule that no browser knows', [
  ['.a { @apply px-4 py-2; }', 'Write out the declarations'],
  ['@tailwind base;\n.a { color: red }', 'no Tailwind'],
  ['.a { @include button; color: red }', 'mixin'],
  ['@mixin x { color: red }', 'No browser knows @mixin'],
  ['@use "sass:math";\n.a { color: red }', 'Sass does not run here'],
  ['@theme { --x: 1px }', 'on :root'],
  ['@meida (width > 1px) { .a { color: red } }', 'Did you mean @media?'],
  ['@screen md { .a { color: red } }', '@media'],
  ['.a { @extend .b; color: red }', 'both classes'],
  ['@custom-media --m (width > 1px);\n.a { color: red }', 'No browser knows @custom-media'],
  ['@if $x { .a { color: red } }', 'No browser knows @if'],
  ['@brand: red;\n.a { color: red }', 'another language'],
  ['@keyframe spin { to { rotate: 1turn } }', 'Did you mean @keyframes?'],
])

right('an at-rule of today', [
  '@layer reset, base; @layer base { .a { color: red } }',
  '@container card (inline-size > 30em) { .a { color: red } }',
  '@container (width > 400px) and style(--x: y) { .a { color: red } }',
  '@container scroll-state(stuck: top) { .a { color: red } }',
  '@supports (display: grid) and (not (display: inline-grid)) { .a { color: red } }',
  '@scope (.card) to (.c) { :scope { color: red } img { width: 1px } }',
  '@starting-style { .a { opacity: 0 } }',
  '@view-transition { navigation: auto }',
  '@position-try --other { position-area: bottom }',
  '@counter-style dots { system: cyclic; symbols: "•"; suffix: " " }',
  '@font-palette-values --p { font-family: X; base-palette: 1 }',
  '@page :first { margin: 1in }',
  '@keyframes spin { 0%, 50% { rotate: 0deg } to { rotate: 1turn } }',
  '@-webkit-keyframes x { from { opacity: 0 } to { opacity: 1 } }',
  '@function --double(--x) { result: calc(2 * var(--x)) }',
  '@font-feature-values X { @styleset { nice: 12 } }',
  '@import url("x.css") layer(base) supports(display: grid) screen;',
])

wrong('a condition that never applies', [
  ['@media (max-width 768px) { .a { color: red } }', 'a colon is missing'],
  ['@media (max-width: 768) { .a { color: red } }', 'write 768px'],
  ['@media max-width: 768px { .a { color: red } }', 'no parentheses'],
  ['@media (max-width: $md) { .a { color: red } }', 'another language'],
  ['@media (max-width: var(--md)) { .a { color: red } }', 'does not work in conditions'],
  ['@media mobile { .a { color: red } }', 'no media type “mobile”'],
  ['@media (mobile) { .a { color: red } }', 'no feature “mobile”'],
  ['@media (min-widht: 600px) { .a { color: red } }', 'did you mean min-width?'],
  ['@media screen and max-width: 600px { .a { color: red } }', 'no parentheses'],
  ['@media (min-width: 900px) and (max-width: 600px) { .a { color: red } }', 'swap the two'],
  ['@media (prefers-color-scheme: night) { .a { color: red } }', 'no value “night”'],
  ['@media (orientation: horizontal) { .a { color: red } }', 'portrait, landscape'],
  ['@media (max-width >= 600px) { .a { color: red } }', '(width <= …)'],
  ['@media screen and(max-width: 600px) { .a { color: red } }', 'white space behind'],
  ['@media (max-width: 600xp) { .a { color: red } }', 'unit “xp”'],
  ['@media screen and { .a { color: red } }', 'ends without a condition'],
  ['@container (min-widht: 3em) { .a { color: red } }', 'did you mean min-width?'],
  ['@container card min-width: 300px { .a { color: red } }', 'no parentheses'],
])

right('a condition', [
  '@media (max-width: 768px) { .a { color: red } }',
  '@media (400px <= width <= 700px) { .a { color: red } }',
  '@media (width >= 40em) and (hover) { .a { color: red } }',
  '@media only screen and (min-width: 600px) and (max-width: 900px) { .a { color: red } }',
  '@media (min-width: 900px) or (max-width: 600px) { .a { color: red } }',
  '@media not (prefers-reduced-motion: reduce) { .a { color: red } }',
  '@media not all and (monochrome) { .a { color: red } }',
  '@media print, (prefers-color-scheme: dark) { .a { color: red } }',
  '@media (-webkit-min-device-pixel-ratio: 2), (min-resolution: 192dpi) { .a { color: red } }',
  '@media ((hover: hover) and (pointer: fine)) or (any-pointer: coarse) { .a { color: red } }',
  '@media (aspect-ratio > 16/9) { .a { color: red } }',
  '@media (min-width: calc(40rem + 1px)) { .a { color: red } }',
  '@media (prefers-contrast: more) and (forced-colors: active) { .a { color: red } }',
  '@media screen { @media (scripting: none) { .a { color: red } } }',
  '@media (dynamic-range: high) and (update: fast) and (display-mode: standalone) { .a { color: red } }',
  '@media (min-width: 0) { .a { color: red } }',
  '@media all and (transform-3d), (-webkit-transform-3d) { .a { color: red } }',
])

wrong('what swallows the next line', [
  ['.a {\n  color: red\n  margin: 0;\n}', 'A semicolon is missing behind `color: red`'],
  ['.a {\n  --x: 1px\n  color: red;\n}', 'A semicolon is missing behind `--x: 1px`'],
  ['.a {\n  font-family: Inter, sans-serif\n  font-size: 1rem;\n}', 'A semicolon is missing'],
  ['.a {\n  width: calc(1px + 2px)\n\n  height: 1px;\n}', 'A semicolon is missing'],
  ['.a {\n  background: url(x.png)\n  -webkit-mask: none;\n}', 'A semicolon is missing'],
  ['.a {\n  color: red // why\n  ;margin: 0 }', 'CSS has no // comments'],
  ['// the card\n.a { color: red }', 'CSS has no // comments'],
  ['.a {\n  // the colour\n  color: red;\n}', 'CSS has no // comments'],
  ['.a { color: red; } // done\n.b { color: blue }', 'CSS has no // comments'],
  ['.a { color: red; // why\n margin: 0; }', 'CSS has no // comments'],
])

right('what does not', [
  '.a { background: url(//cdn.example/x.png) }',
  '.a { background: url("https://cdn.example/x.png") }',
  '.a { background: url(https://cdn.example/x.png) no-repeat }',
  '.a { content: "// no comment" }',
  '.a {\n  grid-template-areas:\n    "a b"\n    "c d";\n  color: red\n}',
  '.a {\n  transition:\n    opacity 1s,\n    color 2s;\n}',
  '.a {\n  color: red;\n  &:hover { color: blue }\n  margin: 0\n}',
  '.a { color: red /* https://example.com // x */ }',
  '/* // */ .a { color: red }',
  '.a { --json: {\n "color": 1 }; --url: https://x.example/y }',
  '.a {\n  color: red; /* a: b\n c: d */\n}',
  '@import "//cdn.example/x.css";',
])

wrong('a selector that browsers drop, or that matches nothing', [
  ['.a:hovered { color: red }', 'Did you mean :hover?'],
  ['.a::befor { content: "" }', 'Did you mean ::before?'],
  ['.a:placeholder { color: red }', 'Write ::placeholder.'],
  ['.a::hover { color: red }', 'Write :hover.'],
  ['.card { &__title { color: red } }', 'CSS does not join &'],
  ['.hero-card { color: red }', 'Nothing on any page matches .hero-card'],
  ['#nope { color: red }', 'Nothing on any page matches #nope'],
  ['article > p { color: red }', 'Nothing on any page matches article > p'],
  ['.x { color: red } .y { color: red }', 'Nothing on any page matches .x, .y, so these rules'],
  ['.a .zzz:hover { color: red }', 'Nothing on any page matches .a .zzz:hover'],
  ['.card:has(> video) { color: red }', 'Nothing on any page matches'],
  ['@media print { .x { color: red } }', 'Nothing on any page matches .x'],
  ['[data-missing] { color: red }', 'Nothing on any page matches [data-missing]'],
])

right('a selector', [
  '.a:hover, .zzz { color: red }',
  ':root { color: red } html { color: red } body { color: red } * { color: red }',
  '::selection { color: red } ::backdrop { color: red }',
  '.card:has(> h1) { color: red }',
  '.card { & > .title { color: red } .c & { color: red } &:not(:last-child) { color: red } }',
  'details[open] summary::marker { color: red }',
  'input:user-invalid { color: red } input[aria-invalid="true"] { color: red }',
  ':is(h1, h2, h3) { color: red } :where(ol, ul) { color: red }',
  '[data-theme="dark"] .a { color: red } .theme-dark .a { color: red }',
  'a:not([href^="http"]) { color: red }',
  '::view-transition-old(root) { animation: none }',
  'li:nth-child(2n + 1 of li) { color: red }',
  'button::-webkit-inner-spin-button { color: red } button::-moz-focus-inner { border: 0 }',
  '#m.a.b { color: red }',
  'main { color: red }',
  '.a:focus-visible:not(:disabled) { color: red }',
])

wrong('a custom property that nothing defines', [
  ['color: var(--nope)', 'Nothing defines --nope'],
  ['--own: red; color: var(--onw)', 'Nothing defines --onw'],
  ['border: 1px solid var(--line)', 'Nothing defines --line'],
  ['color: color-mix(in srgb, var(--nope) 50%, red)', 'Nothing defines --nope'],
  ['padding: var(--a) var(--b)', 'Nothing defines --a, --b'],
  ['width: calc(100% - var(--gutter-xl))', 'Nothing defines --gutter-xl'],
  ['--one: var(--two-x); color: var(--one)', 'Nothing defines --two-x'],
  ['background: linear-gradient(var(--from-here), white)', 'Nothing defines --from-here'],
  ['color: var( --spaced-out )', 'Nothing defines --spaced-out'],
  ['color: var(--Own); --own: red', 'Nothing defines --Own'],
])

right('a custom property', [
  'color: var(--nope, red)',
  '--own: red; color: var(--own)',
  'color: var(--nope,)',
  'color: var(--nope, var(--also-not, red))',
  '--a: 1px; --b: calc(var(--a) * 2); width: var(--b)',
  'color: var( --own ); --own: red',
  'width: calc(100% - var(--gap-x, 1rem))',
  '/* var(--only-said) */ color: red',
  'content: "var(--only-said)"',
  '@property --reg { syntax: "*"; inherits: true } .a { color: var(--reg) }',
])

describe('CSS that is refused whole', () => {
  test.each([
    ['.a { color: red', 'unbalanced_css', 'never closed'],
    ['.a { color: red }}', 'unbalanced_css', 'never opened'],
    ['@media (width > 1px) { .a { color: red }', 'unbalanced_css', 'never closed'],
    ['.a { color: red } /* the rest', 'unbalanced_css', 'no end'],
    ['.a { width: calc(1px + 2px; color: red }', 'unbalanced_css', 'bracket'],
    ['.a[data-x { color: red }', 'unbalanced_css', 'bracket'],
    ['.a { color: red } .b { color: blue', 'unbalanced_css', 'never closed'],
    ['.a { background: url(x.png }', 'unbalanced_css', 'not closed'],
    ['.a { content: "x }', 'unbalanced_css', 'no end'],
    ['} .a { color: red }', 'unbalanced_css', 'never opened'],
    ['.a { color: red }\n/* rest stays the same */', 'elided', 'Line 2'],
    ['.a { color: red }\n/* ... */', 'elided', 'Line 2'],
    ['.a { color: red }\n/* ... existing styles ... */', 'elided', 'left out'],
    ['.a { color: red; /* other properties unchanged */ }', 'elided', 'left out'],
    ['.a { color: red }\n...', 'elided', 'Line 2'],
    ['/* previous styles remain the same */\n.a { color: red }', 'elided', 'Line 1'],
    ['.a { color: red }\n// ... rest of the styles', 'elided', 'Line 2'],
    ['.a { color: red }\n/* (remaining rules omitted for brevity) */', 'elided', 'left out'],
    ['.a { color: red }\n/* keep existing styles */', 'elided', 'left out'],
    ['.a { color: red }\n/* everything else stays the same */', 'elided', 'left out'],
    ['.a { color: red }\n/* … */', 'elided', 'left out'],
  ])('%s is %s', async (css, code, says) => {
    const answer = await apply(css)
    expect(answer).toMatchObject({ ok: false, code })
    expect(answer.text).toContain(says)
  })

  right('but not for words that only look so', [
    '/* Rest of the header sits on the right */ .a { color: red }',
    '/* Existing customers get a blue badge */ .a { color: red }',
    '/* same colour as the logo */ .a { color: red }',
    '/* ---- */ .a { color: red }',
    '/* 1. Layout ... 2. Colour */ .a { color: red }',
    '/* Other sections */ .a { color: red }',
    '/* unchanged in dark mode because of contrast */ .a { color: red }',
    '/* the rest is handled by the grid */ .a { color: red }',
    '/* more room on phones */ .a { color: red }',
    '.a { content: "..." }',
    '.a::after { content: "…" }',
    '/* } { */ .a { content: "}" }',
  ])
})

test('a Markdown fence and the sentences around it are left out', async () => {
  const project = createTestProject()
  project.addPage(HTML)
  for (const css of ['```css\n.a { color: red }\n```', 'Here it is:\n\n```css\n.a { color: blue }\n```\n\nEnjoy!']) {
    const result = await project.call('applyCss', { css })
    expect(result).toMatchObject({ ok: true, warnings: ['The Markdown fence around the CSS was left out.'] })
  }
})

test('style blocks that come with HTML are judged the same way', async () => {
  const project = createTestProject()
  const { root } = project.addPage('<p>x</p>')
  const broken = await project.call('insertHtml', {
    parentId: root,
    html: '<p class="n">y</p><style>.n { color: red</style>',
  })
  expect(broken).toMatchObject({ ok: false, error: { code: 'unbalanced_css', path: '/html' } })
  const warned = await project.call('insertHtml', {
    parentId: root,
    html: '<p class="n">y</p><style>.n { colr: red }</style>',
  })
  expect(warned).toMatchObject({ ok: true })
  expect(warned.ok && warned.warnings?.join()).toContain('Did you mean color?')
  expect(warned.ok && warned.warnings?.join()).not.toContain('Nothing on any page')
  const replaced = await project.call('replaceNodeHtml', {
    nodeId: root,
    html: '<p>z</p><style>p { width: 10 }</style>',
  })
  expect(replaced.ok && replaced.warnings?.join()).toContain('write `width: 10px`')
  const elided = await project.call('replaceNodeHtml', { nodeId: root, html: '<p>z</p><style>/* ... */</style>' })
  expect(elided).toMatchObject({ ok: false, error: { code: 'elided' } })
})

test('repeats are one warning with their lines, and one call gets at most twelve', async () => {
  const project = createTestProject()
  project.addPage(HTML)
  const same = await project.call('applyCss', { css: '.a { colr: red }\n.b { colr: red }\n.c { colr: red }' })
  expect(same.ok && same.warnings).toHaveLength(1)
  expect(same.ok && same.warnings?.[0]).toContain('Lines 1, 2, 3')
  const many = Array.from(
    { length: 300 },
    (_, i) => `.k${i} { nonsense-${i}: 1; width: ${i + 1}; color: x${i}(1); margin: ${i}zz }`,
  )
  const result = await project.call('applyCss', { css: many.join('\n') })
  expect(result.ok && result.warnings?.length).toBeLessThanOrEqual(12)
  expect(JSON.stringify(result.ok && result.warnings).length).toBeLessThan(6_000)
})
