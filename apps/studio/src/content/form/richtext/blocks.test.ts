// @vitest-environment happy-dom
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { createRichText } from './blocks.ts'
import { schema } from './model/schema.ts'

const richText = createRichText(document)
const kinds = (text: string) => richText.read(text).children.map(({ type }) => type.name)

const known = [
  '<p>Words with <strong>bold</strong>, <em>italic</em>, <b>b</b>, <i>i</i>, <code>x</code> and <a href="/a" title="t">a link</a>.</p>',
  '<h2>A heading</h2>',
  '<ul>\n  <li>One</li>\n  <li>Two<ul><li>Three</li></ul></li>\n</ul>',
  '<ol start="3"><li><p>With a paragraph</p></li></ol>',
  '<blockquote>Said</blockquote>',
  '<blockquote><p>Said</p><p>Twice</p></blockquote>',
  '<pre><code>a\n  b</code></pre>',
  '<hr>',
  '<table><tr><td>A</td><td>B</td></tr></table>',
  '<table>\n  <thead>\n    <tr><th>A</th></tr>\n  </thead>\n  <tbody><tr><td style="text-align:right">1</td></tr></tbody>\n</table>',
  '<p>A line<br>and a <s>gone</s> one, with <img src="/a.png" alt="A picture">.</p>',
]
const unknown = [
  '<table><tr><td colspan="2">A</td></tr></table>',
  '<table><tr><td>A</td></tr><tr><td>A</td><td>B</td></tr></table>',
  '<table class="prices"><tr><td>A</td></tr></table>',
  '<p class="lead">Words</p>',
  '<p>Words with <span style="color:red">colour</span></p>',
  '<figure><img src="/a.png"><figcaption>A</figcaption></figure>',
  '<iframe src="https://example.com/"></iframe>',
  '<ul class="x"><li>One</li></ul>',
  '<pre>no code in it</pre>',
  '<p onclick="x()">Words</p>',
  '<!-- a comment --><p>Words</p>',
  'bare words',
]

test('what the surface knows is edited in place, anything else stays as source', () => {
  for (const html of known) expect([html, kinds(html)]).toEqual([html, [expect.not.stringMatching('source')]])
  for (const html of unknown) expect([html, kinds(html)[0]]).toEqual([html, 'source'])
})

test('a text without edits comes back byte for byte', () => {
  for (const text of ['', ...known, ...unknown, [...known, ...unknown].join('\n\n'), `\n  ${known.join('')}\n`]) {
    expect(richText.write(richText.read(text))).toBe(text)
  }
})

test('an edit writes only its own block', () => {
  const text = `<p>One</p>\n\n<TABLE ><tr><td>A</TD></tr></table>\n<P>Two</P>\n`
  const doc = richText.read(text)
  const edited = EditorState.create({ doc }).tr.replaceWith(1, 4, schema.text('Other')).doc
  expect(richText.write(edited)).toBe('<p>Other</p>\n<TABLE ><tr><td>A</TD></tr></table>\n<P>Two</P>\n')
})

test('a new list is written without paragraphs in its items', () => {
  const paragraph = (words: string) => schema.node('paragraph', null, schema.text(words))
  const item = schema.node('list_item', null, [paragraph('One')])
  const doc = schema.node('doc', null, [paragraph('A'), schema.node('bullet_list', null, [item])])
  expect(richText.write(doc)).toBe('<p>A</p>\n<ul><li>One</li></ul>')
})

test('a text of others keeps the nodes of blocks that they did not edit', () => {
  const doc = richText.read('<p>One</p>\n<p>Two</p>\n<p>Three</p>')
  const next = richText.read('<p>One</p>\n<p>New</p>\n<p>Two</p>\n<p>Three by them</p>', doc)
  expect(next.child(0)).toBe(doc.child(0))
  expect(next.child(2)).toBe(doc.child(1))
  expect(next.child(3)).not.toBe(doc.child(2))
})

test('one’s own edits keep their nodes when others write elsewhere', () => {
  const doc = richText.read('<p>One</p>\n<p>Two</p>')
  const mine = EditorState.create({ doc }).tr.replaceWith(1, 4, schema.text('Mine')).doc
  const merged = richText.write(mine).replace('Two', 'Theirs')
  const next = richText.read(merged, mine)
  expect(next.child(0)).toBe(mine.child(0))
  expect(richText.write(next)).toBe('<p>Mine</p>\n<p>Theirs</p>')
})
