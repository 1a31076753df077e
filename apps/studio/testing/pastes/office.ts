import { type PasteCase, PIXEL } from './paste.ts'

/** The clipboard of LibreOffice Writer. */
const writer = (body: string) => `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.2.3.2 (Linux)"/>
	<style type="text/css">
		@page { size: 21cm 29.7cm; margin: 2cm }
		p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }
	</style>
</head>
<body lang="en-GB" link="#000080" vlink="#800000" dir="ltr">
${body}
</body>
</html>`

const hex = Buffer.from(PIXEL, 'base64').toString('hex')

export const officePastes: readonly PasteCase[] = [
  {
    name: 'headings and formats',
    html: writer(
      `<h1 class="western">Plan</h1>\n<p style="line-height: 100%; margin-bottom: 0cm">We bake <b>every</b>\nmorning, <i>also</i> on <span style="font-weight: normal">Sundays</span> with <strike>fear</strike> <font color="#ff0000"><u>joy</u></font>.</p>\n<h2 class="western">Dates</h2>`,
    ),
    result: '# Plan\n\nWe bake **every** morning, *also* on Sundays with ~~fear~~ <u>joy</u>.\n\n## Dates',
  },
  {
    name: 'lists in lists',
    html: writer(
      `<ul>\n\t<li><p style="margin-bottom: 0cm">Flour</p>\n\t<ul>\n\t\t<li><p>Rye</p>\n\t\t<ol type="a">\n\t\t\t<li><p>Whole</p></li>\n\t\t</ol></li>\n\t\t<li><p>Spelt</p></li>\n\t</ul></li>\n\t<li><p>Water</p></li>\n</ul>\n<p><br/>\n\n</p>`,
    ),
    result: '- Flour\n  - Rye\n    1. Whole\n  - Spelt\n- Water',
  },
  {
    name: 'a list that begins at five',
    html: writer(`<ol start="5">\n\t<li><p>Fifth</p></li>\n\t<li><p>Sixth</p>\n\t<p>with more</p></li>\n</ol>`),
    result: '5. Fifth\n\n6. Sixth\n\n   with more',
  },
  {
    name: 'a table with a head',
    html: writer(
      `<table width="642" cellpadding="4" cellspacing="0">\n\t<col width="312"/>\n\t<col width="312"/>\n\t<thead>\n\t\t<tr valign="top">\n\t\t\t<th width="312" style="border: 1px solid #000"><p>\n\t\t\t\tBread</p>\n\t\t\t</th>\n\t\t\t<th align="right"><p>Price</p></th>\n\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t<tr valign="top">\n\t\t\t<td><p>Rye</p></td>\n\t\t\t<td align="right"><p align="right">4</p></td>\n\t\t</tr>\n\t</tbody>\n</table>`,
    ),
    result: '| Bread | Price |\n| --- | ---: |\n| Rye | 4 |',
  },
  {
    name: 'cells of Calc',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><style type="text/css">body,div,table { font-family:"Liberation Sans" }</style></head><body><google-sheets-html-origin></google-sheets-html-origin><table cellspacing="0" border="0"><colgroup span="3" width="85"></colgroup><tr><td height="17" align="left">Bread</td><td align="left">Price</td><td align="left"><br></td></tr><tr><td height="17" align="left">Rye</td><td align="right" sdval="4.5" sdnum="1033;">4.5</td><td align="left">fresh</td></tr></table></body></html>`,
    result: '| Bread | Price |  |\n| --- | --- | --- |\n| Rye | 4.5 | fresh |',
  },
  {
    name: 'pictures in the text and in the RTF',
    html: writer(
      `<p>One <img src="data:image/png;base64,${PIXEL}" name="Image1" align="left" hspace="12" width="100" height="80" border="0" alt="A dot"/> two</p>\n<p><img src="file:///tmp/lu1234/lu1234_tmp_1.png" name="Image2" width="90" height="90"/></p>`,
    ),
    rtf: `{\\rtf1\\ansi{\\*\\shppict{\\pict\\picw1\\pich1\\pngblip\n${hex}\n}}{\\nonshppict{\\pict\\wmetafile8 0100}}}`,
    result: 'One ![A dot](/0) two\n\n![](/1)',
    pictures: { data: 1, file: 1 },
  },
  {
    name: 'a link and a quotation',
    html: writer(
      `<blockquote>Bread is <a href="https://example.com/life" target="_top">life</a>.</blockquote>\n<pre class="western">one\n  two</pre>`,
    ),
    result: '> Bread is [life](https://example.com/life).\n\n```\none\n  two\n```',
  },
  {
    name: 'right to left',
    html: writer(
      `<p dir="rtl" align="right" lang="fa-IR"><span lang="fa-IR">نان تازه</span> <b>هر روز</b></p>\n<ol dir="rtl">\n<li><p dir="rtl">آرد</p></li>\n<li><p dir="rtl">آب</p></li></ol>`,
    ),
    result: 'نان تازه **هر روز**\n\n1. آرد\n2. آب',
  },
  {
    name: 'a table within a table',
    html: writer(
      `<table><tr><td><p>Left</p></td><td><table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td><td><p>d</p></td></tr></table></td></tr></table>`,
    ),
    result: 'Left\n\n| a | b |\n| --- | --- |\n| c | d |',
  },
  {
    name: 'a chart, which browsers do not show',
    html: writer(`<p>See <img src="file:///tmp/lu1/chart.emf" width="10" height="12"/> it</p>`),
    rtf: '{\\rtf1{\\*\\shppict{\\pict\\emfblip 0100}}}',
    result: 'See ![](/0) it',
    pictures: { file: 1 },
  },
]
