import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { longestTurn } from '../../testing/cpuTime.ts'
import { exportSite } from './export.ts'

/** A site of which only the files are exported. */
const site = { site: {}, heads: new Map<string, number>(), load: async () => new Map() }
const folder = { pool: () => ({ pathOf: () => '' }), mediaPath: () => '/nowhere', read: async () => Buffer.alloc(0) }

test.each([
  ['words', (at: number) => `word${at % 977}.${at}-x `],
  ['one word', (at: number) => `a${at % 10}`],
  ['the same sign', () => 'aaaaaaaa'],
  ['names of pictures', (at: number) => `.avif${at % 7}`],
])('a script of three million characters, of %s, is exported without holding up others', async (_, piece) => {
  let text = ''
  for (let at = 0; text.length < 3_000_000; at += 1) text += piece(at)
  const files = [{ path: 'app.js', contentType: 'text/javascript', text }]
  const rendered = { files, redirects: [], site }
  const { result, longestMs } = await longestTurn(() => buffer(exportSite({ folder, projectId: 'p', rendered })))
  expect(Buffer.from(unzipSync(result)['app.js'] ?? []).toString('utf8')).toBe(text)
  expect(longestMs).toBeLessThan(50)
})
