/** A page and its stylesheet as authored, for checks that both keep their meaning. */
export interface CssCase {
  name: string
  html: string
  css: string
}

const boxes =
  '<div class="x y" id="one">One <b>bold</b></div>\n<div class="y"><span class="x">Two</span></div>\n<p>Three</p>'

/** Each is a way in which stylesheets were seen to change when an editor took them in. */
export const cssCases: readonly CssCase[] = [
  {
    name: 'a media rule between two rules of equal weight',
    html: boxes,
    css: '.x { color: red }\n.y { color: blue }\n@media (min-width: 1px) { .x { color: green } }',
  },
  { name: 'a selector repeated behind another', html: boxes, css: '.x{color:red}.y{color:blue}.x{color:green}' },
  {
    name: 'a media rule in front of the rule it is about',
    html: boxes,
    css: '@media (min-width: 1px) { .x { color: green } }\n.x { color: red }',
  },
  {
    name: 'three media rules whose order decides',
    html: boxes,
    css: '@media (min-width: 1px) { .x { color: red } }\n@media (max-width: 768px) { .x { color: blue } }\n@supports (display: grid) { .x { color: green } }\n@media (min-width: 1000px) { .x { color: teal } }',
  },
  {
    name: 'nesting with an ampersand',
    html: boxes,
    css: '.x { color: red; &.y { color: green; font-weight: 700 } & b { color: blue } .y & { color: teal } }',
  },
  {
    name: 'nesting without an ampersand, and with combinators',
    html: boxes,
    css: '.y { color: red; > span { color: green } + & { margin-top: 9px } b { color: blue } + p { color: teal } }',
  },
  {
    name: 'declarations behind a nested rule',
    html: boxes,
    css: '.x { color: red; & { color: blue } color: green; @media (min-width: 1px) { top: 1px; color: teal } position: relative; }',
  },
  {
    name: 'nesting three levels deep',
    html: '<nav class="n"><ul><li><a href="#">A</a></li><li class="on"><a href="#">B</a></li></ul></nav>',
    css: '.n { ul { list-style: none; li { display: inline-block; &.on a { color: red } & + & { margin-left: 7px } } } }',
  },
  {
    name: 'nested media within nested media',
    html: boxes,
    css: '@media screen { @media (min-width: 1px) { .x { color: green; @media (max-width: 600px) { color: red } } } }',
  },
  {
    name: 'layers stated before they are filled',
    html: boxes,
    css: '@layer base, theme;\n@layer theme { .x { color: green } }\n@layer base { .x#one { color: red } .y { padding: 3px } }',
  },
  {
    name: 'an unlayered rule over layers',
    html: boxes,
    css: 'p { color: green }\n@layer a { body p { color: red } }\n@layer a.b { p { margin: 4px } }\n@layer a { p { margin: 5px } }',
  },
  {
    name: 'important turns layers round',
    html: boxes,
    css: '@layer one { .x { color: green !important } }\n@layer two { .x { color: red !important } }\n.x { color: blue !important }',
  },
  { name: 'an anonymous layer', html: boxes, css: '@layer { .x { color: red } }\n@layer { .x { color: green } }' },
  {
    name: 'fallbacks that the browser takes the last it knows of',
    html: boxes,
    css: '.x { height: 100px; height: 10dvh; display: -webkit-box; display: flex; color: red; color: nonsense(1); width: 50px; width: -moz-nothing }',
  },
  {
    name: 'a prefix the browser does not know',
    html: boxes,
    css: '.x::-moz-selection { color: red }\n.x { -moz-appearance: none; -webkit-font-smoothing: antialiased; -webkit-line-clamp: 2 }\n.x::-moz-x, .y { color: red }',
  },
  {
    name: 'keyframes and an animation that stands still',
    html: boxes,
    css: '@keyframes grow { from { width: 10px } 50.5% { width: 20px; animation-timing-function: ease-in } to { width: 30px } }\n.x { animation: grow 10s -5s linear paused both }',
  },
  {
    name: 'keyframes that come twice',
    html: boxes,
    css: '@keyframes k { from, to { opacity: .2 } }\n@keyframes k { from, to { opacity: .7 } }\n.x { animation: k 1s paused both }',
  },
  {
    name: 'supports, not, and, or',
    html: boxes,
    css: '@supports not (display: nothing) { .x { color: green } }\n@supports (display: grid) and (not (display: nothing)) { .y { color: blue } }\n@supports selector(:has(a)) or (a: b) { p { color: teal } }',
  },
  {
    name: 'container queries',
    html: '<div class="c"><p class="t">Text</p></div><div class="c small"><p class="t">Text</p></div>',
    css: '.c { container: box / inline-size; width: 400px }\n.small { width: 200px }\n@container box (min-width: 300px) { .t { color: green; font-size: 5cqw } }\n@container (width < 300px) { .t { color: red } }',
  },
  {
    name: 'a registered property',
    html: boxes,
    css: '@property --size { syntax: "<length>"; inherits: false; initial-value: 12px }\n.x { --size: 20px; width: var(--size) }\n.x b { display: inline-block; width: var(--size) }',
  },
  {
    name: 'custom properties of every shape',
    html: boxes,
    css: ':root { --a: 10px; --B:  spaced   out ; --empty:; --json: {"a": [1, 2]}; --fallback: var(--none, 3px); --Case: red; --case: blue }\n.x { width: calc(var(--a) * 3); margin: var(--fallback); color: var(--Case); padding: var(--empty) 5px; border: var(--nope, 1px solid var(--case)) }',
  },
  {
    name: 'important against order and weight',
    html: boxes,
    css: '#one { color: red }\n.x { color: green !important; margin: 1px!important; padding: 2px ! important }\n.y { color: blue !important; margin: 9px }',
  },
  {
    name: 'print with a width is not a width',
    html: boxes,
    css: '.x { color: green }\n@media print and (max-width: 9999px) { .x { color: red } }\n@media print, (min-width: 1000px) { .y { padding: 8px } }',
  },
  {
    name: 'range media queries',
    html: boxes,
    css: '@media (width >= 700px) { .x { color: green } }\n@media (300px < width <= 400px) { .x { color: red } }\n@media (min-width: 600px) and (max-width: 768px) { .y { color: blue } }\n@media not all and (width > 400px) { p { color: teal } }',
  },
  {
    name: 'is, where and has',
    html: boxes,
    css: ':is(.x, #nope) { color: red }\n:where(#one, .y) { color: blue; padding: 4px }\ndiv:has(> span) { margin: 6px }\n.x:not(:has(b), p) { color: teal }\n:is(div, :bogus(1)) { left: 2px; position: relative }',
  },
  {
    name: 'attribute selectors',
    html: '<a href="https://x.test/a.PDF" title="a, b" lang="en-GB" data-n="a&quot;b">A</a><a href="#" data-state="open now">B</a><input type="TEXT" value="v">',
    css: 'a[href^="https"] { color: green }\na[href$=".pdf" i] { padding: 3px }\n[data-state~=now] { color: red }\n[lang|="en"] { margin: 2px }\na[title="a, b"] { border: 1px solid }\n[data-n="a\\"b"] { top: 1px }\ninput[type=text] { width: 77px }',
  },
  {
    name: 'at-rules nobody knows',
    html: boxes,
    css: '@nothing at all;\n@unknown (x) { .x { color: red } a: b; { } }\n.x { @nonsense { color: red } color: green }\n.y { color: blue }',
  },
  {
    name: 'comments everywhere',
    html: boxes,
    css: '/* a */.x/* b */,/* c */.z { /* d */ color/* e */: /* f */ green /* g */; /* h; } */ margin: 1px/**/2px }/* i */\n@media /* j */ (min-width:/* k */1px) { /* l */ .y { padding: 3px } /* m */ }\n/* n */',
  },
  {
    name: 'escapes in names',
    html: '<p class="md:w-1/2 1st a.b é" id="1">One</p><p class="w-[3px]">Two</p>',
    css: '.md\\:w-1\\/2 { width: 50% }\n.\\31 st { color: green }\n.a\\.b { margin: 3px }\n.\\e9 { padding: 4px }\n.w-\\[3px\\] { width: 3px }\n#\\31  { left: 1px; position: relative }',
  },
  {
    name: 'characters beyond ASCII',
    html: '<p class="größe 日本 😀">One</p>',
    css: '.größe { color: green }\n.日本 { padding: 5px }\n.😀 { margin: 6px }\n.größe::before { content: "→ “😀” \\2014 \\a x"; white-space: pre }',
  },
  {
    name: 'urls without quotes, with semicolons and brackets',
    html: boxes,
    css: ".x { background: url( data:image/png;base64,iVBORw0KGgo= ) no-repeat; width: 20px }\n.y { background-image: url(\"data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'></svg>\"), url('a(b).png') }\np { background: URL(a\\)b.png) }",
  },
  {
    name: 'an import at the top that is not there',
    html: boxes,
    css: '@charset "utf-8";\n@import url("missing.css") layer(x) supports(display: grid) screen;\n@layer y;\n.x { color: green }',
  },
  {
    name: 'an import too late to count',
    html: boxes,
    css: '.x { color: green }\n@import "late.css";\n.y { color: blue }',
  },
  {
    name: 'what a browser drops between what it keeps',
    html: boxes,
    css: '.x { color red; width: 40px; : blue; *zoom: 1; _height: 3px; margin: ; color: green }\n.y, { color: red }\np:bogus(1), p { color: red }\np { color: teal }',
  },
  {
    name: 'a stray semicolon takes the next rule with it',
    html: boxes,
    css: '.x { color: green };\n.x { color: red }\n.y { color: blue };;\np { color: red }\nb { color: teal }',
  },
  { name: 'a stray brace', html: boxes, css: '.x { color: green } }\n.x { color: red }\n.y { color: blue }' },
  {
    name: 'a string that breaks off at the line end',
    html: boxes,
    css: '.x { content: "oops\n; color: green }\n.y { color: blue }\np { font-family: "A\\\nB" }',
  },
  {
    name: 'a sheet that is never closed',
    html: boxes,
    css: '.x { color: green }\n@media screen { .y { color: blue; width: calc(1px + (2px',
  },
  {
    name: 'shorthands after and before longhands',
    html: boxes,
    css: '.x { margin-left: 9px; margin: 1px; padding: 1px; padding-left: 8px; border: 1px solid red; border-color: blue; font-weight: 700; font: 14px/2 serif; background: red; background-size: 3px }',
  },
  {
    name: 'everything reset and then set',
    html: boxes,
    css: '.x { color: red; all: unset; display: block; padding: 2px }\np { all: revert-layer }',
  },
  {
    name: 'scoped rules',
    html: '<div class="s"><p>In</p><div class="end"><p>Out</p></div></div><p>Outside</p>',
    css: '@scope (.s) to (.end) { p { color: green } :scope { padding: 3px } & > p { margin: 4px } }\np { color: gray }',
  },
  {
    name: 'a starting style',
    html: boxes,
    css: '.x { opacity: .8; @starting-style { opacity: 0 } }\n@starting-style { .y { opacity: 0 } }',
  },
  {
    name: 'counters and generated content',
    html: '<ol class="l"><li>A</li><li>B</li></ol>',
    css: '@counter-style stars { system: cyclic; symbols: "★" "☆"; suffix: " " }\n.l { list-style: stars; counter-reset: n }\n.l li { counter-increment: n }\n.l li::before { content: counter(n, upper-roman) ". "; color: green }\n.l li::after { content: attr(class) open-quote "x" close-quote }',
  },
  {
    name: 'a font that is named and not there',
    html: boxes,
    css: '@font-face { font-family: "My Font"; src: url(my.woff2) format("woff2"), local("Arial"); unicode-range: U+0025-00FF, u+4?? ; font-display: swap }\n.x { font-family: "My Font", monospace }',
  },
  {
    name: 'colours of every kind',
    html: boxes,
    css: '.x { color: oklch(60% 0.15 150 / 80%); background: color-mix(in oklab, red 30%, blue); border: 2px solid #abc8 }\n.y { color: light-dark(red, blue); background: linear-gradient(in hsl longer hue, red, blue 50% 60%); outline: 1px solid hsl(120deg 50% 50%) }',
  },
  {
    name: 'grid with named lines and areas',
    html: '<div class="g"><i class="a">A</i><i class="b">B</i></div>',
    css: '.g { display: grid; grid: [top] "a b" 40px [mid] "a c" auto [end] / minmax(0, 1fr) [m] 2fr; gap: 3px 4px }\n.a { grid-area: a }\n.b { grid-column: m / -1 }',
  },
  {
    name: 'clamp, min and max over widths',
    html: boxes,
    css: ':root { font-size: clamp(14px, 1vw + 8px, 22px) }\n.x { width: min(90%, 60rem); padding: max(1em, 2vw) }\n@media (max-width: 375px) { :root { font-size: 13px } }',
  },
  {
    name: 'carriage returns and form feeds',
    html: boxes,
    css: '.x\r\n{\r\n\tcolor:\fgreen;\r}\r\n\r\n.y\t{ content: "a\\\r\nb"; padding: 3px }',
  },
  {
    name: 'no white space at all',
    html: boxes,
    css: '.x{color:red;margin:0 auto!important;&.y{color:green}}@media(min-width:1px){.y{padding:2px}}p{color:teal;}',
  },
]
