import { describe, expect, it, test } from 'vitest'
import { readMedia } from '../src/media/file.ts'
import { danger } from './dangerousMarkup.ts'
import { entryPoints } from './entryPoints.ts'
import { fuzzPages } from './fuzz.ts'
import { cssVectors, htmlVectors, svgVectors } from './vectors.ts'

test('there are at least 150 hostile pieces of HTML, no two the same', () => {
  expect(htmlVectors.length).toBeGreaterThanOrEqual(150)
  expect(new Set([...htmlVectors, ...cssVectors]).size).toBe(htmlVectors.length + cssVectors.length)
})

test('most of them would act as they are written', () => {
  const active = htmlVectors.filter((html) => danger(`<!doctype html><body>${html}`).length > 0)
  expect(active.length).toBeGreaterThan(140)
})

describe('what is published of hostile things that came in by', () => {
  it.each(entryPoints)('$name holds nothing that could run', async ({ bring }) => {
    const { files, frames, sent } = await bring()
    expect(sent).toBeGreaterThan(10)
    const pages = files.filter(({ contentType }) => contentType.startsWith('text/html'))
    expect(pages.length).toBeGreaterThan(0)
    for (const { path, text } of pages) expect.soft(danger(text), path).toEqual([])
    for (const { path, text, contentType } of files) {
      if (/css/.test(contentType)) expect.soft(activeCss(text), path).toEqual([])
      const tags = /xml/.test(contentType) ? (text.match(/<[^>]*>/g) ?? []) : []
      expect
        .soft(
          tags.filter((tag) => /^<(?:[\w-]+:)?script|\son\w+=/i.test(tag)),
          path,
        )
        .toEqual([])
    }
    for (const html of frames) {
      const others = danger(html).filter((each) => !/content-security-policy/i.test(each))
      expect.soft(others, 'on the canvas').toEqual([])
    }
  })
})

test('nothing that a tab writes past every operation is printed as something that could run', async () => {
  const { files, taken, refused } = await fuzzPages({ pages: 400, seed: 9 })
  expect(taken).toBeGreaterThan(2_000)
  expect(refused).toBeGreaterThan(500)
  for (const { path, text } of files) expect.soft(danger(text), `${path}: ${text}`).toEqual([])
})

/** CSS outside of strings and comments, with its escapes resolved, that has run script in some browser. */
function activeCss(css: string): string[] {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16) % 0x10ffff))
  const urls = [...plain.matchAll(/(?:url\(|@import)\s*["']?\s*((?:java|vb)script:|data:\s*text\/html)/gi)]
  const outside = plain.replace(/"[^"\n]*"|'[^'\n]*'/g, '""')
  const others = [...outside.matchAll(/(?<![\w-])(?:expression\s*\(|-moz-binding\s*:|behavior\s*:)/gi)]
  return [...urls, ...others].map(([found]) => found)
}

test.each(svgVectors)('a drawing is cleaned or refused: %s', (svg) => {
  const read = readMedia(new TextEncoder().encode(svg), 'x.svg')
  if (!read.ok) return
  const { cleaned } = read.media
  const text = cleaned ? new TextDecoder().decode(cleaned) : svg
  expect(text).not.toMatch(
    /<(?:\w+:)?(?:script|iframe|handler)|\son\w+\s*=|href="javascript|<!ENTITY|<\?xml-stylesheet|attributeName="(?:on|href)/i,
  )
})
