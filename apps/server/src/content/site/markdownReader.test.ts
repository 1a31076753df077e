import { expect, test } from 'vitest'
import { longestTurn } from '../../../testing/cpuTime.ts'
import { threadProgram } from '../../../testing/programs.ts'
import { createThreads } from '../../heavy/threads.ts'
import { markdownToHtml } from '../../markdown/markdown.ts'
import { createMarkdownReader, LONG_MARKDOWN } from './markdownReader.ts'

const long = Array.from(
  { length: 9_000 },
  (_, at) => `## Heading ${at}\n\nWords with *emphasis*, a [link](/a/${at}) and \`code\`, ${at} times.`,
).join('\n\n')

test('a long text is converted without anybody waiting, to the same HTML', async () => {
  const threads = createThreads(1, threadProgram())
  const reader = createMarkdownReader(threads)
  // The first use starts the thread, and reads its code.
  await reader.prepare(['x'.repeat(LONG_MARKDOWN)])
  expect(long.length).toBeGreaterThan(600_000)
  const { result, longestMs } = await longestTurn(async () => {
    await reader.prepare(['short', long])
    return reader.html(long)
  })
  expect(longestMs).toBeLessThan(50)
  expect(result).toBe(markdownToHtml(long))
  expect(reader.html('*short*')).toBe('<p><em>short</em></p>\n')
  await threads.close()
})
