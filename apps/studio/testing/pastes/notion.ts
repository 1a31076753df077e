import type { PasteCase } from './paste.ts'

/** The clipboard of Notion. */
const notion = (body: string) => `<meta charset='utf-8'>${body}<!-- notionvc: 4f1d0f1c-1111-2222-3333-444455556666 -->`

export const notionPastes: readonly PasteCase[] = [
  {
    name: 'headings, words and a quote',
    html: notion(
      `<h1>Plan</h1>\n<p>We bake <strong>every</strong> morning, <em>also</em> on <del>Mondays</del> <code>sundays</code>.</p>\n<blockquote>Bread is life.</blockquote>\n<hr>\n<h2>Dates</h2>`,
    ),
    result:
      '# Plan\n\nWe bake **every** morning, *also* on ~~Mondays~~ `sundays`.\n\n> Bread is life.\n\n---\n\n## Dates',
  },
  {
    name: 'lists in lists',
    html: notion(
      `<ul>\n<li>Flour\n<ul>\n<li>Rye\n<ul>\n<li>Whole</li>\n</ul>\n</li>\n<li>Spelt</li>\n</ul>\n</li>\n<li>Water</li>\n</ul>\n`,
    ),
    result: '- Flour\n  - Rye\n    - Whole\n  - Spelt\n- Water',
  },
  {
    name: 'numbers in points, with paragraphs',
    html: notion(
      `<ul>\n<li>\n<p>Steps</p>\n<ol>\n<li>Mix</li>\n<li>Rest</li>\n</ol>\n</li>\n<li>\n<p>Things</p>\n</li>\n</ul>`,
    ),
    result: '- Steps\n  1. Mix\n  2. Rest\n- Things',
  },
  {
    name: 'code in a language',
    html: notion(`<pre><code class="language-javascript">const loaf = 1\n\n  bake(loaf &lt; 2)\n</code></pre>\n`),
    result: '```javascript\nconst loaf = 1\n\n  bake(loaf < 2)\n```',
  },
  {
    name: 'a table',
    html: notion(
      `<table>\n<thead>\n<tr>\n<th>Bread</th>\n<th>Price</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Rye</td>\n<td><strong>4</strong></td>\n</tr>\n</tbody>\n</table>\n`,
    ),
    result: '| Bread | Price |\n| --- | --- |\n| Rye | **4** |',
  },
  {
    name: 'a list to tick off',
    html: notion(
      `<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Flour</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Water</span></li></ul>`,
    ),
    result: '- ☐ Flour\n- ☑ Water',
  },
  {
    name: 'a callout with a sign, and a fold',
    html: notion(
      `<figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Keep the dough warm.</p></div></figure><ul class="toggle"><li><details open=""><summary>More</summary><p>Hidden words</p></details></li></ul>`,
    ),
    result: '💡\n\nKeep the dough warm.\n\n- More\n\n  Hidden words',
  },
  {
    name: 'links and a mention of a page',
    html: notion(
      `<p>See <a href="https://example.com/">the mill</a> and <a href="https://www.notion.so/Prices-0123456789abcdef?pvs=21">Prices</a>.</p>`,
    ),
    result: 'See [the mill](https://example.com/) and [Prices](https://www.notion.so/Prices-0123456789abcdef?pvs=21).',
  },
  {
    name: 'a picture with words below',
    html: notion(
      `<figure class="image"><a href="https://prod-files-secure.s3.us-west-2.amazonaws.com/a/loaf.png"><img style="width:480px" src="https://prod-files-secure.s3.us-west-2.amazonaws.com/a/loaf.png" alt="loaf.png"></a><figcaption>A loaf of rye</figcaption></figure>`,
    ),
    result: '[![loaf.png](/0)](https://prod-files-secure.s3.us-west-2.amazonaws.com/a/loaf.png)\n\nA loaf of rye',
    pictures: { web: 1 },
  },
  {
    name: 'a video and a frame',
    html: notion(
      `<p>Before</p><figure><iframe src="https://www.youtube.com/embed/x"></iframe></figure><video controls src="https://example.com/v.mp4"></video><p>Behind</p>`,
    ),
    result: 'Before\n\nBehind',
    leftOut: { frame: 1, video: 1 },
  },
  {
    name: 'right to left',
    html: notion(
      `<h2>מתכון</h2>\n<ul>\n<li>קמח <strong>שיפון</strong>\n<ul>\n<li>מלא</li>\n</ul>\n</li>\n</ul>\n<p>לאפות <a href="https://example.com/">כאן</a></p>`,
    ),
    result: '## מתכון\n\n- קמח **שיפון**\n  - מלא\n\nלאפות [כאן](https://example.com/)',
  },
]
