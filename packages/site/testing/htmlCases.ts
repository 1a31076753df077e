/** A page that must come out of import and publishing with the DOM, and the looks, that a browser gives its source. */
export interface HtmlCase {
  name: string
  html: string
  css?: string
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const htmlCases: readonly HtmlCase[] = [
  { name: 'headings and paragraphs', html: '<h1>One</h1><h2>Two</h2><p>Text</p><h6>Six</h6>' },
  {
    name: 'inline formatting with links inside',
    html: '<p>A <b>bold <i>both</i></b> <a href="/x?a=1&amp;b=2">link</a>.</p>',
  },
  { name: 'misnested formatting', html: '<p><b>one<i>two</b>three</i>four</p>' },
  { name: 'unclosed paragraphs', html: '<p>one<p>two<p>three' },
  { name: 'unclosed list items', html: '<ul><li>one<li>two<ul><li>in<li>ner</ul><li>three</ul>' },
  { name: 'definition list', html: '<dl><dt>Flour<dd>500 g<dt>Salt<dd>10 g<dd>or less</dl>' },
  {
    name: 'ordered list with start, type and value',
    html: '<ol start="3" type="i" reversed><li>c<li value="7">g</ol>',
  },
  {
    name: 'table with everything',
    html: '<table><caption>Prices</caption><colgroup><col span="2"><col class="c"></colgroup><thead><tr><th scope="col">A<th>B<th>C</thead><tbody><tr><td colspan="2">1<td>2</tbody><tfoot><tr><td>x<td>y<td>z</tfoot></table>',
    css: 'td{border:1px solid} .c{width:90px}',
  },
  { name: 'table without a body tag', html: '<table><tr><td>1<td>2<tr><td>3</table>' },
  { name: 'text in a table is fostered out', html: '<table>stray<tr><td>cell</table>' },
  { name: 'nested tables', html: '<table><tr><td><table><tr><td>in</table><td>out</table>' },
  { name: 'form in a table cell', html: '<table><tr><td><form action="/go"><input name="q"></form></table>' },
  {
    name: 'named and numeric entities',
    html: '<p>&amp; &lt; &gt; &quot; &copy; &#8212; &#x1F35E; &hellip; &notanentity; &AMP</p>',
  },
  {
    name: 'entities in attributes',
    html: '<a href="/?a=1&copy=2&amp;b" title="&quot;q&quot; &lt;b&gt; &#39;s&#39;">x</a>',
  },
  { name: 'non-breaking spaces', html: '<p>10&nbsp;km&nbsp;&nbsp;&nbsp;far</p>' },
  { name: 'carriage return by reference', html: '<p title="a&#13;b">one&#13;two</p>' },
  { name: 'white space kept as it is', html: '<div>\n  <span> a </span>\n\n\t<span>b</span>  </div>\n' },
  { name: 'pre with a leading blank line', html: '<pre>\n\n  indented\n\ttab  \n</pre>' },
  { name: 'pre without a newline', html: '<pre>x\n y</pre><pre>\nfirst</pre>' },
  {
    name: 'textarea with markup and a leading newline',
    html: '<textarea rows="3">\n\n<b>not bold</b> &amp; &lt;</textarea>',
  },
  { name: 'listing', html: '<listing>\n\ncode</listing>' },
  {
    name: 'inline svg with camel case',
    html: '<svg viewBox="0 0 20 20" width="20" preserveAspectRatio="xMidYMid meet"><defs><linearGradient id="g" gradientTransform="rotate(90)"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient><clipPath id="c"><circle r="9" cx="10" cy="10"/></clipPath></defs><rect width="20" height="20" fill="url(#g)" clip-path="url(#c)"/></svg>',
  },
  {
    name: 'svg with xlink, text and title',
    html: '<svg viewBox="0 0 9 9"><title>T &amp; t</title><a xlink:href="/x" xlink:title="y"><text x="1" y="8">A<tspan dy="1">b</tspan></text></a></svg>',
  },
  {
    name: 'svg use and symbol',
    html: '<svg hidden><symbol id="s" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></symbol></svg><svg width="9" height="9"><use href="#s"/></svg>',
  },
  {
    name: 'svg foreignObject holds HTML',
    html: '<svg width="90" height="40"><foreignObject width="90" height="40"><div class="x"><p>HTML <br> here</p></div></foreignObject></svg>',
    css: '.x{color:green}',
  },
  {
    name: 'svg inside a button',
    html: '<button type="button"><svg width="8" height="8"><path d="M0 0h8v8"/></svg><span>Go</span></button>',
  },
  { name: 'HTML breaks out of svg', html: '<svg><g><p>out</p></g></svg>' },
  {
    name: 'mathml',
    html: '<math display="block"><mfrac><mi>a</mi><mrow><mn>1</mn><mo>+</mo><mi>x</mi></mrow></mfrac></math>',
  },
  {
    name: 'mathml annotation',
    html: '<math><semantics><mi>x</mi><annotation-xml encoding="text/html"><b>x</b></annotation-xml></semantics></math>',
  },
  {
    name: 'template keeps its content',
    html: '<template id="t"><tr><td>cell</td></tr><p>x</p></template><p>after</p>',
  },
  {
    name: 'nested templates with style',
    html: '<template><style>.in{color:red}</style><template><li>deep</li></template></template>',
  },
  { name: 'comments', html: '<!-- one --><p>a<!--two-- >still--><b>b</b><!----></p><!-- <p>not</p> -->' },
  { name: 'processing instruction and cdata as comments', html: '<p>a<?php echo 1 ?>b<![CDATA[c]]>d</p>' },
  { name: 'cdata inside svg', html: '<svg><text y="10"><![CDATA[a < b & c]]></text></svg>' },
  {
    name: 'iframe',
    html: '<iframe src="about:blank" title="Map" width="300" height="150" loading="lazy" allowfullscreen sandbox="allow-forms"></iframe>',
  },
  {
    name: 'every input type',
    html: 'text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button hidden'
      .split(' ')
      .map((type) => `<input type="${type}" name="${type}">`)
      .join('\n'),
  },
  {
    name: 'form controls with their states',
    html: '<form method="post" action="/send" novalidate><label for="n">Name</label><input id="n" name="n" value="a &quot;b&quot;" required minlength="2" pattern="[A-Z]{2,}" autocomplete="name"><input type="checkbox" checked disabled><select multiple size="3"><optgroup label="G"><option value="1" selected>One<option>Two</optgroup></select><output>3</output><progress max="10" value="4"></progress><meter value=".5"></meter></form>',
  },
  {
    name: 'fieldset and datalist',
    html: '<fieldset disabled><legend>Choice</legend><input list="d"><datalist id="d"><option value="a"><option value="b"></datalist></fieldset>',
  },
  { name: 'select with implied ends', html: '<select><option>a<option selected>b<optgroup label=x><option>c</select>' },
  {
    name: 'details and summary',
    html: '<details open><summary>More</summary><p>Text</p></details><details><summary>Less</summary>x</details>',
  },
  {
    name: 'dialog',
    html: '<dialog open><p>Hello</p><form method="dialog"><button value="ok">OK</button></form></dialog>',
  },
  {
    name: 'picture and srcset',
    html: `<picture><source media="(min-width: 800px)" srcset="${pixel} 1x"><img src="${pixel}" alt="A cat" width="10" height="20" loading="lazy" decoding="async" sizes="(max-width: 600px) 100vw, 50vw"></picture>`,
  },
  {
    name: 'video, audio and tracks',
    html: '<video controls muted playsinline poster="data:,"><source src="a.mp4" type="video/mp4"><track kind="captions" srclang="en" src="a.vtt" default>No video</video><audio controls preload="none"></audio>',
  },
  {
    name: 'object with a fallback',
    html: '<object type="image/png"><param name="a" value="b"><p>fallback</p></object>',
  },
  {
    name: 'image map',
    html: `<img src="${pixel}" usemap="#m" alt=""><map name="m"><area shape="rect" coords="0,0,1,1" href="/a" alt="A"></map>`,
  },
  {
    name: 'custom elements and unknown tags',
    html: '<my-card some-prop="1" Other="2"><span slot="title">T</span></my-card><blink>x</blink><foo:bar a:b="c">y</foo:bar>',
  },
  {
    name: 'data and aria attributes',
    html: '<nav aria-label="Main" data-json=\'{"a":"b<c>"}\' data-empty data-x-y="1"><a role="button" tabindex="0" aria-expanded="false">x</a></nav>',
  },
  {
    name: 'odd attributes',
    html: '<div a b=c d=\'e\' F="G" @click.x="1" :bind="y" [z]="w" (q)="r" _ a="second"></div>',
  },
  {
    name: 'inline styles as authored',
    html: '<p style="color: RED; background:url(a.png) no-repeat; --x:  1px ;font:italic 1em/1.2 serif">x</p>',
  },
  {
    name: 'inline style with quotes and a data URL',
    html: `<div style='background-image: url("${pixel}"); content: "a;b"; width:20px; height:20px'></div>`,
  },
  {
    name: 'style element in the middle',
    html: '<p class="a">x</p><style>.a { color: rgb(1, 2, 3) } p + p { margin: 0 }</style><p>y</p>',
  },
  {
    name: 'two style elements, the first left open',
    html: '<style>.a { color: green </style><style>.b { color: blue }</style><p class="a">a</p><p class="b">b</p>',
  },
  { name: 'style element for print only', html: '<style media="print">p { color: red }</style><p>x</p>' },
  {
    name: 'classes with odd spacing and characters',
    html: '<p class="  a\tb\n a  md:w-1/2 _x ">x</p>',
    css: '.md\\:w-1\\/2{width:50%}',
  },
  {
    name: 'the same class rule from a sheet',
    html: '<section class="hero"><h1>Hi</h1><p>Text</p></section>',
    css: '.hero{padding:2rem;background:#eee}.hero h1{font-size:3rem}@media (max-width:600px){.hero{padding:1rem}}',
  },
  {
    name: 'noscript shows without scripts',
    html: '<noscript><p class="n">No scripts <b>here</b></p></noscript>',
    css: '.n{color:teal}',
  },
  { name: 'ruby', html: '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>' },
  { name: 'right to left and bidi', html: '<p dir="rtl" lang="ar">مرحبا <bdi>abc</bdi> <bdo dir="ltr">12</bdo></p>' },
  { name: 'emoji, astral and combining characters', html: '<p>🍞👩‍🍳 e\u0301 𝒳 \u200b\ufeff\u00ad</p>' },
  {
    name: 'void elements and self-closing slashes',
    html: '<p>a<br/>b<hr/>c<wbr>d</p><div/>inside<img alt=""/><input/>',
  },
  { name: 'line breaks with closing tags', html: 'a</br>b</p>c' },
  {
    name: 'blocks inside links and buttons',
    html: '<a href="/p"><article><h3>T</h3><p>x</p></article></a><button><div>block</div></button>',
  },
  {
    name: 'semantic sectioning',
    html: '<header><nav><ul><li><a href="#m">x</a></ul></nav></header><main id="m"><article><section><h2>a</h2></section></article><aside>b</aside></main><footer><address>c</address></footer>',
  },
  { name: 'deep nesting', html: `${'<div>'.repeat(60)}deep${'</div>'.repeat(60)}` },
  {
    name: 'microdata and rdfa',
    html: '<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">A</span><meta itemprop="x" content="y"><link itemprop="url" href="/a"></div>',
  },
  {
    name: 'figure, quotes and citations',
    html: '<figure><blockquote cite="/q"><p><q>in</q></p></blockquote><figcaption>— <cite>x</cite></figcaption></figure>',
  },
  {
    name: 'del, ins, mark, time and friends',
    html: '<p><del datetime="2020-01-01">a</del><ins>b</ins><mark>c</mark><time datetime="10:00">10</time><kbd>k</kbd><samp>s</samp><var>v</var><sub>1</sub><sup>2</sup><abbr title="x">y</abbr><data value="1">one</data></p>',
  },
  {
    name: 'obsolete presentational markup',
    html: '<center><font color="red" size="5">x</font></center><table bgcolor="#eee" cellpadding="4" align="right"><tr><td nowrap valign="top">y</table><marquee>z</marquee>',
  },
  { name: 'xmp holds text', html: '<xmp><b>not bold</b> &amp;</xmp>' },
  { name: 'shadow of tags inside attributes', html: '<p title="</p><b>no</b><!-- -->">x</p>' },
  {
    name: 'a hidden element and one that is inert',
    html: '<p hidden>a</p><p hidden="until-found">b</p><div inert>c</div><div popover id="p">d</div><button popovertarget="p">e</button>',
  },
  { name: 'only text', html: 'Just text & nothing else' },
  { name: 'a link stylesheet and a meta in the body', html: '<meta name="x" content="y"><p>z</p>' },
  {
    name: 'whole document',
    html: '<!doctype html>\n<html lang="de">\n<head><meta charset="utf-8"><title>T</title><style>body{background:#fafafa}.w{max-width:40rem}</style></head>\n<body class="w x" id="top" style="margin:0">\n<p>Hallo</p>\n</body>\n</html>',
  },
  {
    name: 'a select with a button, pictures and markup',
    html: `<select><button type="button"><selectedcontent></selectedcontent></button><option value="a"><img src="${pixel}" alt=""> <b>Apple</b></option><option value="b"><span class="x">Pear</span></option></select>`,
    css: '.x { color: red } select, ::picker(select) { appearance: base-select }',
  },
  {
    name: 'a select with legends, rows and drawings',
    html: '<p>Pick <select multiple><optgroup><legend>Fruit</legend><div><option>a</option><option><svg viewBox="0 0 2 2"><path d="M0 0h2"/></svg> b</option></div></optgroup><hr><option>c</option></select></p>',
  },
  {
    name: 'a table that ends inside a template in a cell',
    html: '<table><tbody><tr><td>1<template><tr></table><td>a</td></template>2</td></tr></tbody></table><p>after</p>',
  },
  {
    name: 'a document in a frame',
    html: '<iframe srcdoc="&lt;!doctype html&gt;\n&lt;html&gt;\n&lt;head&gt;&lt;/head&gt;&lt;body&gt;&lt;p&gt;x&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;"></iframe>',
  },
]
