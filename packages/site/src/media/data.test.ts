import { expect, it } from 'vitest'
import { refuseXml } from './data.ts'
import { readMedia } from './file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it.each([
  ['a feed', '<?xml version="1.0"?><rss version="2.0"><channel><link>/</link><title>A &amp; B</title></channel></rss>'],
  [
    'a feed with a piece of HTML',
    '<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="/x">x</a></div></content></feed>',
  ],
  ['elements of other names', '<x><script>1</script><y onclick="z"/></x>'],
  ['a browser’s configuration', '<browserconfig><msapplication><tile src="/a.png"/></msapplication></browserconfig>'],
])('%s is kept', (_, text) => {
  expect(refuseXml(bytes(text))).toBeUndefined()
})

it.each<[string, string, RegExp]>([
  ['a script', '<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>1</h:script></x>', /<h:script>/],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>', /<script>/],
  [
    'a script under a namespace from an entity',
    '<!DOCTYPE x [<!ENTITY n "http://www.w3.org/1999/xhtml">]><x xmlns="&n;"><script/></x>',
    /<script>/,
  ],
  ['a drawing’s handler', '<x><y xmlns:s="http://www.w3.org/2000/svg"><s:g onload="1"/></y></x>', /onload of <s:g>/],
  ['a link that runs', '<a xmlns="http://www.w3.org/1999/xhtml" href="java&#10;script:x"/>', /href of <a>/],
  ['a frame', '<x xmlns="http://www.w3.org/1999/xhtml"><iframe src="/"/></x>', /<iframe>/],
  ['a stylesheet', '<?xml-stylesheet type="text/xsl" href="x.xml"?><x/>', /stylesheet/],
  ['a script before a mistake', '<x xmlns="http://www.w3.org/1999/xhtml"><script>1</script><y></x>', /<script>/],
  ['a mistake', '<x><y></x>', /not well-formed/],
  ['an entity of another file', '<!DOCTYPE x [<!ENTITY y SYSTEM "z">]><x>&y;</x>', /document type|well-formed/],
])('%s is refused', (_, text, why) => {
  expect(refuseXml(bytes(text))).toMatch(why)
  expect(readMedia(bytes(text), 'x.xml')).toMatchObject({ ok: false, problem: { code: 'invalid_media' } })
})
