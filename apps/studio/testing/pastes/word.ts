import { type PasteCase, PIXEL } from './paste.ts'

/** The clipboard of Word for Windows. */
const word = (body: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
 p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt;}
 @list l0 {mso-list-id:1; mso-list-type:hybrid;}
-->
</style>
</head>

<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->

${body}

<!--EndFragment-->
</body>

</html>
`

const label = (sign: string, font = 'Symbol') =>
  `<![if !supportLists]><span lang=EN-US style='font-family:${font};mso-fareast-font-family:${font}'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`

const item = (level: number, sign: string, words: string, list = 'l0', place = 'Middle') =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>${label(sign)}<span lang=EN-US>${words}<o:p></o:p></span></p>`

const rtfOf = (...pictures: string[]) =>
  `{\\rtf1\\ansi{\\fonttbl{\\f0 Calibri;}}${pictures.map((hex) => `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn fLine}{\\sv 0}}}\\picscalex100\\picscaley100\\picwgoal1500\\pngblip\\bliptag-12{\\*\\blipuid 0a0b0c}${hex}}}{\\nonshppict{\\pict\\picscalex100\\wmetafile8\\bliptag-12 0100090000}}`).join('\\par ')}\\par}`

const PIXEL_HEX = Buffer.from(PIXEL, 'base64').toString('hex')

export const wordPastes: readonly PasteCase[] = [
  {
    name: 'headings and words with formats',
    html: word(`<h1 style='mso-outline-level:1'><span lang=EN-US>Plan for spring<o:p></o:p></span></h1>

<p class=MsoNormal><span lang=EN-US>We bake <b>every</b> morning, <i style='mso-bidi-font-style:normal'>also</i> on
<span style='font-weight:700'>Sundays</span>, and <s>never</s> H<sub>2</sub>O.<o:p></o:p></span></p>

<h2><span lang=EN-US>Dates<o:p></o:p></span></h2>

<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>

<p class=MsoNormal><span lang=EN-US>From the first of May.<o:p></o:p></span></p>`),
    result:
      '# Plan for spring\n\nWe bake **every** morning, *also* on **Sundays**, and ~~never~~ H<sub>2</sub>O.\n\n## Dates\n\nFrom the first of May.',
  },
  {
    name: 'a title and a subtitle',
    html: word(
      `<p class=MsoTitle>Annual report<o:p></o:p></p><p class=MsoSubtitle>For the members<o:p></o:p></p><p class=MsoNormal>Words.</p>`,
    ),
    result: '# Annual report\n\nFor the members\n\nWords.',
  },
  {
    name: 'lists in lists of paragraphs',
    html: word(
      [
        item(1, '·', 'Flour', 'l0', 'First'),
        item(2, 'o', 'Rye'),
        item(3, '§', 'Whole rye'),
        item(2, 'o', 'Spelt'),
        item(1, '·', 'Water', 'l0', 'Last'),
      ].join('\n\n'),
    ),
    result: '- Flour\n  - Rye\n    - Whole rye\n  - Spelt\n- Water',
  },
  {
    name: 'numbered lists with letters below',
    html: word(
      [
        item(1, '1.', 'Mix', 'l1', 'First'),
        item(2, 'a.', 'Dry things', 'l1'),
        item(2, 'b.', 'Wet things', 'l1'),
        item(1, '2.', 'Rest', 'l1', 'Last'),
        `<p class=MsoNormal>Then bake.</p>`,
      ].join('\n'),
    ),
    result: '1. Mix\n   1. Dry things\n   2. Wet things\n2. Rest\n\nThen bake.',
  },
  {
    name: 'a list that goes on counting, with a second paragraph in an item',
    html: word(
      [
        item(1, '3.', 'Third step', 'l1', 'First'),
        `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt'><span lang=EN-US>More about it.<o:p></o:p></span></p>`,
        item(1, '4.', 'Fourth step', 'l1', 'Last'),
      ].join('\n'),
    ),
    result: '3. Third step\n\n   More about it.\n\n4. Fourth step',
  },
  {
    name: 'a table',
    html: word(`<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt'>
  <p class=MsoNormal><b>Bread<o:p></o:p></b></p>
  </td>
  <td width=208 valign=top style='width:155.8pt'>
  <p class=MsoNormal align=right style='text-align:right'><b>Price</b></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1'>
  <td><p class=MsoNormal>Rye<o:p></o:p></p></td>
  <td><p class=MsoNormal>4 | 5</p><p class=MsoNormal>in euro</p></td>
 </tr>
</table>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>`),
    result: '| **Bread** | **Price** |\n| --- | --- |\n| Rye | 4 \\| 5<br>in euro |',
  },
  {
    name: 'a table with merged cells and a list in a cell',
    html: word(`<table border=1><tr><td colspan=2><p class=MsoNormal>Both</p></td><td rowspan=2><p class=MsoNormal>Tall</p></td></tr>
<tr><td>${item(1, '·', 'One')}${item(1, '·', 'Two')}</td><td><p class=MsoNormal>Three</p></td></tr></table>`),
    result: '| Both |  | Tall |\n| --- | --- | --- |\n| • One<br>• Two | Three |  |',
    leftOut: { mergedCell: 2, listInCell: 1 },
  },
  {
    name: 'pictures, whose bytes are only in the RTF',
    html: word(`<p class=MsoNormal>Before <!--[if gte vml 1]><v:shape id="P1" style='width:75pt;height:75pt'><v:imagedata src="file:///C:/Temp/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=100 height=100
src="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="A loaf" v:shapes="P1"><![endif]> behind<o:p></o:p></p>`),
    rtf: rtfOf(PIXEL_HEX),
    result: 'Before ![A loaf](/0) behind',
    pictures: { file: 1 },
  },
  {
    name: 'links, also to places of the document, and a footnote',
    html: word(`<p class=MsoNormal>See <a href="https://example.com/flour?a=1&amp;b=2"><span style='color:#0563C1'><u>the flour</u></span></a>, <a href="#_Toc1">below</a>,
<a href="file:///C:/Users/ada/plan.docx">the file</a><a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a>.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> By weight.</p></div></div>`),
    result: 'See [the flour](https://example.com/flour?a=1&b=2), below, the file\\[1\\].\n\n---\n\n\\[1\\] By weight.',
  },
  {
    name: 'right to left, with a list',
    html: word(`<p class=MsoNormal dir=RTL style='text-align:right;direction:rtl;unicode-bidi:embed'><span lang=AR-SA>الخبز الطازج <b>كل</b> صباح<o:p></o:p></span></p>
<p class=MsoListParagraph dir=RTL style='mso-list:l0 level1 lfo1'>${label('1.')}<span dir=RTL></span><span lang=AR-SA>دقيق<o:p></o:p></span></p>
<p class=MsoListParagraph dir=RTL style='mso-list:l0 level1 lfo1'>${label('2.')}<span lang=AR-SA>ماء<o:p></o:p></span></p>`),
    result: 'الخبز الطازج **كل** صباح\n\n1. دقيق\n2. ماء',
  },
  {
    name: 'a numbered heading, comments and hidden words',
    html: word(`<h2 style='mso-list:l2 level2 lfo3'>${label('1.2')}Dough<o:p></o:p></h2>
<p class=MsoNormal>Knead<span class=MsoCommentReference><span style='font-size:8pt'><a style='mso-comment-reference:AB_1' href="#_msocom_1"></a></span></span> it<span style='mso-hide:all'>secret</span>.</p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Really?</p></div></div>`),
    result: '## 1.2 Dough\n\nKnead it.',
    leftOut: { comment: 1 },
    lost: 'Really',
  },
  {
    name: 'Word on the web, whose items have levels',
    html: `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" paraid="1"><span class="TextRun SCXW1" data-contrast="auto"><span class="NormalTextRun SCXW1">Things</span></span><span class="EOP SCXW1">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list"><li class="OutlineElement Ltr SCXW1" data-leveltext="" data-font="Symbol" data-listid="1" data-aria-posinset="1" data-aria-level="1" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">Flour</span><span class="EOP SCXW1">&nbsp;</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2 SCXW1" role="list"><li class="OutlineElement Ltr SCXW1" data-leveltext="o" data-listid="1" data-aria-level="2" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">Rye</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1" role="list"><li data-aria-level="1" data-listid="1" role="listitem"><p class="Paragraph SCXW1"><span class="TextRun SCXW1">Water</span></p></li></ul></div>`,
    result: 'Things\n\n- Flour\n  - Rye\n- Water',
  },
]
