import { type PasteCase, PIXEL } from './paste.ts'

export const webPastes: readonly PasteCase[] = [
  {
    name: 'an article with references and a table',
    html: `<html><body><!--StartFragment--><h2 style="color: rgb(0,0,0); font-weight: normal"><span class="mw-headline" id="History">History</span><span class="mw-editsection" style="display:none">edit</span></h2><p>Bread is <a href="https://en.example.org/wiki/Old" title="Old" style="text-decoration:none">old</a>.<sup id="cite_ref-1" class="reference"><a href="https://en.example.org/wiki/Bread#cite_note-1">[1]</a></sup></p><table class="wikitable"><caption>Grains</caption><tbody><tr><th>Name</th><th>Protein</th></tr><tr><th scope="row">Rye</th><td>10&nbsp;%</td></tr></tbody></table><!--EndFragment--></body></html>`,
    result:
      '## History\n\nBread is [old](https://en.example.org/wiki/Old).[<sup>\\[1\\]</sup>](https://en.example.org/wiki/Bread#cite_note-1)\n\nGrains\n\n| Name | Protein |\n| --- | --- |\n| Rye | 10\u00a0% |',
  },
  {
    name: 'code of a page that numbers its lines',
    html: `<div class="highlight"><pre class="lang-ts"><code class="hljs language-ts"><span class="hljs-keyword">const</span> a = <span>1</span>\n<span>b</span>(a)</code></pre></div><p>and <kbd>Ctrl</kbd></p>`,
    result: '```ts\nconst a = 1\nb(a)\n```\n\nand `Ctrl`',
  },
  {
    name: 'an editor of code',
    html: `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: Consolas, 'Courier New', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span> a </span><span>=</span><span> 1</span></div><br><div><span>  bake(a)</span></div></div>`,
    result: '```\nconst a = 1\n\n  bake(a)\n```',
  },
  {
    name: 'scripts and what they do',
    html: `<div onclick="steal()"><script>steal()</script><style>p{}</style><p>Good <a href="javascript:steal()">words</a> <a href=" java\nscript:steal()">here</a></p><noscript>Turn it on</noscript></div>`,
    result: 'Good words here',
    lost: 'Turn it on',
  },
  {
    name: 'pictures of all kinds',
    html: `<p>a <img src="https://example.com/loaf.jpg" alt="A loaf"> b <img src="data:image/png;base64,${PIXEL}" alt=""> c <img src="blob:https://example.com/1234" alt="A blob"> d <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="https://example.com/late.jpg" alt="Late"> e <img src="/relative.png" alt="No host"></p>`,
    result: 'a ![A loaf](/0) b ![](/1) c ![A blob](/2) d ![Late](/3) e',
    pictures: { web: 2, data: 1, blob: 1 },
    leftOut: { picture: 1 },
  },
  {
    name: 'a form, a drawing, a player',
    html: `<form><label>Name <input type="text" name="n"></label><button>Send</button><select><option>One</option></select></form><svg viewBox="0 0 1 1"><text>drawn</text></svg><svg aria-hidden="true"></svg><audio controls></audio>`,
    result: 'Name Send',
    leftOut: { control: 2, drawing: 1, audio: 1 },
    lost: 'One drawn',
  },
  {
    name: 'a list of terms, a figure and a fold',
    html: `<dl><dt>Rye</dt><dd>A grain</dd><dt>Spelt</dt><dd>Another <q>one</q></dd></dl><figure><img src="https://example.com/a.jpg" alt=""><figcaption>Field</figcaption></figure><details><summary>More</summary>Words</details>`,
    result: '**Rye**\n\nA grain\n\n**Spelt**\n\nAnother “one”\n\n![](/0)\n\nField\n\nMore\n\nWords',
    pictures: { web: 1 },
  },
  {
    name: 'quotes in quotes, with a list and code',
    html: `<blockquote><p>One</p><blockquote><p>Two</p></blockquote><ul><li>Three<pre><code>four\nfive</code></pre></li></ul></blockquote>`,
    result: '> One\n>\n> > Two\n>\n> - Three\n>   ```\n>   four\n>   five\n>   ```',
  },
  {
    name: 'a heading in an item, and an item without words',
    html: `<ul><li><h3>Rye</h3><p>A grain.</p></li><li></li><li>Spelt</li></ul>`,
    result: '- **Rye**\n\n  A grain.\n\n-\n\n- Spelt',
  },
  {
    name: 'a formula, an abbreviation and marked words',
    html: `<p>The <abbr title="Area">A</abbr> is <math><semantics><mrow><mi>π</mi></mrow><annotation encoding="application/x-tex">\\pi r^2</annotation></semantics></math>, <mark>so</mark> <ins>it</ins> is.</p>`,
    result: 'The A is \\\\pi r^2, so it is.',
    lost: 'π',
  },
  {
    name: 'rows over several rows',
    html: `<table><thead><tr><th rowspan="2">Day</th><th colspan="2">Sold</th></tr><tr><th>Rye</th><th>Spelt</th></tr></thead><tbody><tr><td>Mon</td><td>1</td><td>2</td></tr></tbody></table>`,
    result: '| Day | Sold |  |\n| --- | --- | --- |\n|  | Rye | Spelt |\n| Mon | 1 | 2 |',
    leftOut: { mergedCell: 2 },
  },
  {
    name: 'right to left, with both directions',
    html: `<article dir="rtl" lang="ar"><h2>خبز</h2><p>وصفة من <a href="https://ar.example.org/">example.org</a> مع <strong>500g</strong> دقيق</p><table><tbody><tr><th>المكون</th><th>الوزن</th></tr><tr><td>دقيق</td><td>500</td></tr></tbody></table></article>`,
    result:
      '## خبز\n\nوصفة من [example.org](https://ar.example.org/) مع **500g** دقيق\n\n| المكون | الوزن |\n| --- | --- |\n| دقيق | 500 |',
  },
]
