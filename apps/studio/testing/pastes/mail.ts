import type { PasteCase } from './paste.ts'

export const mailPastes: readonly PasteCase[] = [
  {
    name: 'lines of divisions',
    html: `<meta charset='utf-8'><div dir="ltr" style="color:rgb(34,34,34);font-family:Arial">Hello Ada,<div><br></div><div>the bread is <b>ready</b>.</div><div>Come at&nbsp;8.</div><div><br></div><div>Grace</div></div>`,
    result: 'Hello Ada,\n\nthe bread is **ready**.\n\nCome at\u00a08.\n\nGrace',
  },
  {
    name: 'an answer with what it answers',
    html: `<div dir="ltr">Yes.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Ada &lt;<a href="mailto:ada@example.com">ada@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Is it ready?</div></blockquote></div>`,
    result: 'Yes.\n\nOn Mon, Ada \\<[ada@example.com](mailto:ada@example.com)> wrote:\n\n> Is it ready?',
  },
  {
    name: 'a list with an indented one',
    html: `<div dir="ltr"><ul><li style="margin-left:15px">Flour<ul><li>Rye</li></ul></li><li>Water</li></ul><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Indented</div></blockquote></div>`,
    result: '- Flour\n  - Rye\n- Water\n\nIndented',
  },
  {
    name: 'a link that Google checks first',
    html: `<div><a href="https://example.com/menu" target="_blank" rel="noreferrer" data-saferedirecturl="https://www.google.com/url?hl=en&amp;q=https://example.com/menu&amp;source=gmail">The menu</a> and <a href="https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fmap&amp;sa=D">the map</a></div>`,
    result: '[The menu](https://example.com/menu) and [the map](https://example.com/map)',
  },
  {
    name: 'a face as a picture, and one that counts',
    html: `<div>Good <img data-emoji="😀" class="an1" alt="😀" aria-label="😀" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f600/72.png" loading="lazy"> morning</div><img src="https://mail.example.com/open.gif?id=1" width="1" height="1" alt="">`,
    result: 'Good 😀 morning',
  },
  {
    name: 'a picture that is attached',
    html: `<div>The oven: <img src="cid:ii_abc123" alt="oven.jpg" width="300" height="200"></div>`,
    result: 'The oven:',
    leftOut: { picture: 1 },
  },
  {
    name: 'a letter laid out by tables',
    html: `<table role="presentation" width="100%"><tbody><tr><td align="center"><table role="presentation" width="600"><tbody><tr><td><h1 style="margin:0">News</h1><p>From the <strong>bakery</strong>.</p></td></tr><tr><td><table border="1"><tbody><tr><th>Bread</th><th>Price</th></tr><tr><td>Rye</td><td>4</td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table>`,
    result: '# News\n\nFrom the **bakery**.\n\n| Bread | Price |\n| --- | --- |\n| Rye | 4 |',
  },
  {
    name: 'Outlook, with links that it checks',
    html: `<html><body><div style="font-family:Calibri;font-size:11pt" class="elementToProof">See <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1&amp;data=05%7C02&amp;reserved=0" data-auth="NotApplicable">this</a>.</div><div id="Signature"><p style="margin:0"><span style="font-size:10pt">Ada</span></p></div></body></html>`,
    result: 'See [this](https://example.com/a?b=1).\n\nAda',
  },
  {
    name: 'right to left',
    html: `<div dir="rtl">שלום, <b>הלחם</b> מוכן.<div><br></div><div><ol><li>קמח</li><li>מים<ul><li>חמים</li></ul></li></ol></div></div>`,
    result: 'שלום, **הלחם** מוכן.\n\n1. קמח\n2. מים\n   - חמים',
  },
]
