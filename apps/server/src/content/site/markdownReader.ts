import type { Threads } from '../../heavy/threads.ts'
import { markdownToHtml } from '../../markdown/markdown.ts'

/** Characters of a text from which on a thread converts it: fewer take no more than some ten milliseconds. */
export const LONG_MARKDOWN = 50_000
/** How much HTML of long texts is kept, in characters. */
const MOST_KEPT = 8_000_000
const DEADLINE_MS = 30_000

export interface MarkdownReader {
  /** Converts the long ones of these texts, so that `html` has them; resolves when it does. */
  prepare(texts: Iterable<string>): Promise<void>
  /** CommonMark as HTML that is not cleaned. */
  html(text: string): string
}

/** Converts Markdown, long texts in a thread of their own, so that other requests do not wait for them. */
export function createMarkdownReader(threads: Pick<Threads, 'use'>): MarkdownReader {
  // The one that was used last stands last.
  const kept = new Map<string, string>()
  let size = 0

  function keep(text: string, html: string): void {
    size += html.length - (kept.get(text)?.length ?? 0)
    kept.delete(text)
    kept.set(text, html)
    for (const [oldest, its] of kept) {
      if (size <= MOST_KEPT || oldest === text) break
      kept.delete(oldest)
      size -= its.length
    }
  }

  return {
    async prepare(texts) {
      for (const text of texts) {
        if (text.length < LONG_MARKDOWN || kept.has(text)) continue
        const [html] =
          (
            await threads.use(DEADLINE_MS, (session) =>
              session.carryOut({ kind: 'markdown', texts: [text] }, { open: async () => undefined }),
            )
          ).html ?? []
        if (html !== undefined) keep(text, html)
      }
    },
    html(text) {
      const known = kept.get(text)
      if (known === undefined) return markdownToHtml(text)
      keep(text, known)
      return known
    },
  }
}
