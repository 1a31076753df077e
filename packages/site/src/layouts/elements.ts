import type { Layout } from './layout.ts'
import { button, placeholder } from './shared.ts'

const element = (id: string, label: string, keywords: string, html: string, more: Partial<Layout> = {}): Layout => ({
  id,
  label,
  group: 'elements',
  keywords,
  html,
  ...more,
})

/** Single elements, as a person would write them: with the attributes that they need and no class. */
export const elements: readonly Layout[] = [
  element('heading', 'Heading', 'title h2 headline', '<h2>Heading</h2>'),
  element('title', 'Page title', 'h1 heading headline', '<h1>Page title</h1>'),
  element('subheading', 'Subheading', 'h3 heading', '<h3>Subheading</h3>'),
  element('paragraph', 'Paragraph', 'text p copy', '<p>Write here what visitors should know.</p>'),
  element('link', 'Link', 'a anchor href', '<a href="#">Link</a>'),
  element('button', 'Button', 'a cta action link', '<a class="button" href="#">Button</a>', { parts: { button } }),
  element('picture', 'Picture', 'img image photo', placeholder),
  element(
    'figure',
    'Picture with caption',
    'figure image figcaption',
    `<figure>\n${placeholder}\n<figcaption>Caption</figcaption>\n</figure>`,
  ),
  element('video', 'Video', 'film movie', '<video controls preload="metadata"></video>'),
  element('list', 'List', 'ul bullets', '<ul>\n<li>First</li>\n<li>Second</li>\n<li>Third</li>\n</ul>'),
  element('numbers', 'Numbered list', 'ol steps', '<ol>\n<li>First</li>\n<li>Second</li>\n<li>Third</li>\n</ol>'),
  element('item', 'List item', 'li', '<li>Item</li>'),
  element('blockquote', 'Quotation', 'quote cite', '<blockquote>\n<p>Words of somebody else.</p>\n</blockquote>'),
  element('divider', 'Divider', 'hr line separator rule', '<hr>'),
  element(
    'table',
    'Table',
    'rows columns data',
    '<table>\n<thead>\n<tr><th scope="col">Name</th><th scope="col">Value</th></tr>\n</thead>\n<tbody>\n<tr><td>First</td><td>1</td></tr>\n<tr><td>Second</td><td>2</td></tr>\n</tbody>\n</table>',
  ),
  element(
    'details',
    'Fold-out',
    'accordion details summary faq toggle',
    '<details>\n<summary>Question</summary>\n<p>Answer</p>\n</details>',
  ),
  element('code', 'Code block', 'pre monospace source', '<pre><code>code</code></pre>'),
  element('div', 'Box', 'div block container group empty', '<div></div>'),
  element('section', 'Section element', 'section block part', '<section>\n<h2>Heading</h2>\n</section>'),
  element('main', 'Main element', 'main content landmark', '<main></main>'),
  element('article', 'Article', 'article post', '<article>\n<h2>Heading</h2>\n<p>Text</p>\n</article>'),
  element(
    'input',
    'Text field',
    'input form label email',
    '<label>Name <input name="name" autocomplete="name"></label>',
  ),
  element(
    'textarea',
    'Text area',
    'input form message',
    '<label>Message <textarea name="message" rows="5"></textarea></label>',
  ),
  element(
    'select',
    'Choice',
    'select dropdown form option',
    '<label>Choice <select name="choice">\n<option>First</option>\n<option>Second</option>\n</select></label>',
  ),
  element('checkbox', 'Checkbox', 'input form tick', '<label><input type="checkbox" name="agree"> I agree</label>'),
]
