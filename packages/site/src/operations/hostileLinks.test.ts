import { expect, test } from 'vitest'
import { DOORS, newDoorSite } from '../../testing/doors.ts'
import { release } from '../../testing/importing.ts'

/** The spellings of an address that a browser runs as script (URL standard, 4.4; HTML, 13.2.5). */
const SPELLINGS = [
  'javascript:pwn()',
  'JaVaScRiPt:pwn()',
  ' javascript:pwn()',
  '&#x1;javascript:pwn()',
  'java&#10;script:pwn()',
  'java&Tab;script&NewLine;:pwn()',
  '&#106;avascript:pwn()',
  '&#x6A;&#97;vascript&colon;pwn()',
  'javascript&#0000058pwn()',
  'javascript://example.com/%0Apwn()',
  'vbscript:pwn()',
  'data:text/html,<script>pwn()</script>',
]
const forms: readonly ((url: string) => string)[] = [
  (url) => `<a href="${url}">Link</a>`,
  (url) => `<form action="${url}"><button formaction="${url}">Send</button></form>`,
  (url) => `<iframe src="${url}" title="x"></iframe>`,
  (url) => `<svg viewBox="0 0 1 1"><a xlink:href="${url}"><text>x</text></a></svg>`,
  (url) => `<map name="m"><area href="${url}" alt="x"></map>`,
  (url) => `<object data="${url}"></object><embed src="${url}">`,
]

/** An address in an attribute that is read as a browser does: without white space and control characters. */
const runs = (html: string) =>
  [...html.matchAll(/=\s*"([^"]*)"/g)].some(([, value = '']) =>
    /^(?:javascript|vbscript|data:text\/html)/i.test(
      value
        .replace(/&#x?([0-9a-f]+);?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/[\0-\x20]/g, ''),
    ),
  )

test.each(
  DOORS.filter(({ takes }) => takes === 'html').map((door, i) => [`${i + 1}. ${door.operation}`, door] as const),
)('no link that runs script passes %s, and each is named', async (_, door) => {
  const site = await newDoorSite()
  const html = SPELLINGS.map((url, i) => `<div>${(forms[i % forms.length] ?? String)(url)}</div>`).join('\n')
  const result = await door.send(site, `<section>${html}</section>`)
  const published = [...(await release(site))].filter(([path]) => path.endsWith('.html'))
  expect(published.length).toBeGreaterThan(0)
  for (const [, text] of published) expect(runs(text)).toBe(false)
  expect(JSON.stringify(result)).toMatch(/script|javascript/i)
})

test('every spelling is refused in every attribute that leads somewhere', async () => {
  for (const url of SPELLINGS)
    for (const form of forms) {
      const site = await newDoorSite()
      await site.call('insertHtml', { parentId: site.root, html: `<section>${form(url)}<p>x</p></section>` })
      for (const [path, text] of await release(site))
        if (path.endsWith('.html')) expect(runs(text), form(url)).toBe(false)
    }
})
