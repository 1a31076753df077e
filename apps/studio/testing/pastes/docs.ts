import { type PasteCase, PIXEL } from './paste.ts'

/** The clipboard of Google Docs. */
const docs = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-4f1d0f1c-7fff-1111-2222-333344445555">${body}</b>`

const span = (words: string, style = 'font-weight:400;font-style:normal') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-variant:normal;text-decoration:none;vertical-align:baseline;${style};white-space:pre;white-space:pre-wrap;">${words}</span>`

const p = (inner: string) => `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inner}</p>`

const li = (level: number, inner: string, type = 'disc') =>
  `<li dir="ltr" style="list-style-type:${type};font-size:11pt;font-family:Arial,sans-serif;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${inner}</p></li>`

const ul = (inner: string) => `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${inner}</ul>`

export const docsPastes: readonly PasteCase[] = [
  {
    name: 'headings and formats in styles',
    html: docs(
      `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;">${span('Plan', 'font-weight:400')}</h1>${p(span('We bake ') + span('every', 'font-weight:700;font-style:normal') + span(' morning, ') + span('also', 'font-weight:400;font-style:italic') + span(' on Sundays.'))}<br /><h3 dir="ltr">${span('Dates', 'font-weight:700')}</h3>${p(span('From May.'))}`,
    ),
    result: '# Plan\n\nWe bake **every** morning, *also* on Sundays.\n\n### Dates\n\nFrom May.',
  },
  {
    name: 'lists in lists',
    html: docs(
      ul(
        li(1, span('Flour')) +
          ul(li(2, span('Rye'), 'circle') + ul(li(3, span('Whole rye'), 'square')) + li(2, span('Spelt'), 'circle')) +
          li(1, span('Water')),
      ),
    ),
    result: '- Flour\n  - Rye\n    - Whole rye\n  - Spelt\n- Water',
  },
  {
    name: 'numbers with letters below, and a start',
    html: docs(
      `<ol style="margin-top:0;" start="4">${li(1, span('Mix'), 'decimal')}<ol>${li(2, span('Dry'), 'lower-alpha')}${li(2, span('Wet'), 'lower-alpha')}</ol>${li(1, span('Rest'), 'decimal')}</ol>`,
    ),
    result: '4. Mix\n   1. Dry\n   2. Wet\n5. Rest',
  },
  {
    name: 'links with the address of Google around them',
    html: docs(
      p(
        `${span('See ')}<a href="https://www.google.com/url?q=https://example.com/flour?a%3D1%26b%3D2&amp;sa=D&amp;source=editors&amp;ust=1700000000000000&amp;usg=AOvVaw0" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">the flour</span></a>${span(' and ')}<a href="#heading=h.abc" style="text-decoration:none;">${span('above')}</a>${span('.')}`,
      ),
    ),
    result: 'See [the flour](https://example.com/flour?a=1&b=2) and above.',
  },
  {
    name: 'a table with columns of a width',
    html: docs(
      `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;table-layout:fixed;width:468pt"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt;vertical-align:top;">${p(span('Bread', 'font-weight:700'))}</td><td>${p(span('Price', 'font-weight:700'))}</td></tr><tr style="height:0pt"><td>${p(span('Rye'))}</td><td><br /></td></tr></tbody></table></div>`,
    ),
    result: '| **Bread** | **Price** |\n| --- | --- |\n| Rye |  |',
  },
  {
    name: 'a picture of its server, and one in the text',
    html: docs(
      p(
        `<span style="border:none;display:inline-block;overflow:hidden;width:300px;height:200px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXabc?key=xyz" width="300" height="200" style="margin-left:0px;" alt="The oven" /></span>`,
      ) +
        p(
          `${span('Behind ')}<img src="data:image/png;base64,${PIXEL}" width="10" height="10" alt="A dot" />${span(' it.')}`,
        ),
    ),
    result: '![The oven](/0)\n\nBehind ![A dot](/1) it.',
    pictures: { web: 1, data: 1 },
  },
  {
    name: 'a list to tick off',
    html: docs(
      `<ul><li dir="ltr" role="checkbox" aria-checked="false" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,${PIXEL}" width="17.6px" height="17.6px" alt="unchecked" aria-roledescription="checkbox" style="margin-right:3px;" /><p dir="ltr" style="display:inline-block" role="presentation">${span('Buy flour')}</p></li><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,${PIXEL}" alt="checked" aria-roledescription="checkbox" /><p role="presentation" style="display:inline-block">${span('Wake up', 'text-decoration:line-through')}</p></li></ul>`,
    ),
    result: '- ☐ Buy flour\n- ☑ ~~Wake up~~',
  },
  {
    name: 'raised, lowered, struck and underlined words, and a line',
    html: docs(
      p(
        span('E=mc') +
          span('2', 'vertical-align:super') +
          span(' and H') +
          span('2', 'vertical-align:sub') +
          span('O, ') +
          span('gone', 'text-decoration:line-through') +
          span(', ') +
          span('drawn', 'text-decoration:underline'),
      ) +
        '<hr /><p></p>' +
        p(span('End.')),
    ),
    result: 'E=mc<sup>2</sup> and H<sub>2</sub>O, ~~gone~~, <u>drawn</u>\n\n---\n\nEnd.',
  },
  {
    name: 'right to left',
    html: docs(
      `<h2 dir="rtl" style="text-align:right;">${span('מתכון')}</h2><p dir="rtl" style="text-align:right;">${span('קמח ')}${span('שיפון', 'font-weight:700')}${span(' 500 גרם')}</p><ul>${li(1, span('מים')).replaceAll('ltr', 'rtl')}</ul>`,
    ),
    result: '## מתכון\n\nקמח **שיפון** 500 גרם\n\n- מים',
  },
  {
    name: 'words within a paragraph only',
    html: `<meta charset='utf-8'><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;" id="docs-internal-guid-1">fresh</span><span style="font-weight:400;white-space:pre-wrap;"> bread</span>`,
    result: '**fresh** bread',
  },
  {
    name: 'lines within a paragraph',
    html: docs(p(`${span('One')}${span('<br />')}${span('Two')}${span('<br /><br />')}${span('Three')}`)),
    result: 'One  \nTwo\n\nThree',
  },
]
