import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { htmlCases } from '../../testing/htmlCases.ts'
import { htmlVectors } from '../../testing/vectors.ts'
import { isHarmless } from './harmless.ts'
import { cleanSrcdoc, keepWritten } from './srcdoc.ts'

describe('a document as the printer writes it', () => {
  it('is harmless after cleaning', () => {
    const held = htmlCases.map(({ html }) => cleanSrcdoc(html).text)
    expect(held.length).toBeGreaterThan(70)
    expect(held.filter((text) => !isHarmless(text))).toEqual([])
  })

  it('is refused by name if its text is ambiguous', () => {
    const kept = htmlVectors.map((html) => keepWritten('iframe', 'srcdoc', html))
    for (const { value, refused } of kept)
      expect(value === undefined ? refused.length > 0 : isHarmless(value)).toBe(true)
    expect(kept.filter(({ value }) => value === undefined).length).toBeLessThan(kept.length / 10)
  })

  it.each([
    '<script>1</script>',
    '<img src="x" onerror="pwn()">',
    '<img src=x onerror=pwn()>',
    '<a href="javascript:pwn()">x</a>',
    '<a href="&#106;avascript:pwn()">x</a>',
    '<xmp><a title="</xmp><img src=x onerror=pwn()>"></a></xmp>',
    '<style><img src="x" onerror="pwn()"></style>',
    '<!--<script>--><p>',
    '<!-- a --!><img src=x onerror=pwn()> -->',
    '<style><!--</style><img src="x" onerror="pwn()">-->',
    '<meta http-equiv="refresh" content="0;url=javascript:pwn()">',
    '<iframe srcdoc="&lt;script&gt;1&lt;/script&gt;"></iframe>',
    '<?pi><img src=x onerror=pwn()>',
    '<svg><set attributeName="href" to="javascript:pwn()"></set></svg>',
    '<p',
    "<p title='a'>",
  ])('%s is not', (html) => {
    expect(isHarmless(html)).toBe(false)
  })

  it.each(['<p a="', '<!--', '< ', '<p>', '<p a="b">', '<!-', '-'])(
    'takes time in proportion to its length: %s',
    async (part) => {
      const prepare = (count: number) => {
        const html = part.repeat(count)
        return () => isHarmless(html)
      }
      expect(await growthOf(prepare, 100_000)).toBeLessThan(LINEAR)
    },
  )
})
