import { type Envelope, fail } from '@atelier/operation'
import { findElision } from './codeElisions.ts'
import { stripFence } from './fence.ts'
import { quote } from './problem.ts'

/** Code as it was meant: without a Markdown fence and the tag of its element, with a note on what was removed. */
export function codeText(content: string, type: 'script' | 'style'): { text: string; notes: string[] } {
  const { text, stripped } = stripFence(content)
  const bare = withoutTag(text, type)
  const notes = stripped ? ['The Markdown fence around the content was left out.'] : []
  return bare === undefined
    ? { text, notes }
    : { text: bare, notes: [...notes, `The <${type}> tag around the content was left out.`] }
}

function withoutTag(text: string, tag: string): string | undefined {
  const trimmed = text.trim()
  if (!trimmed.slice(0, 12).toLowerCase().startsWith(`<${tag}`)) return undefined
  const from = trimmed.indexOf('>') + 1
  const end = trimmed.slice(-20).toLowerCase().lastIndexOf(`</${tag}`)
  return from === 0 || end < 0
    ? undefined
    : trimmed.slice(from, Math.max(from, trimmed.length - Math.min(20, trimmed.length) + end))
}

/**
 * Why code is refused when a note replaces a part that was left out.
 * @param before the previous code: a note that it already contains is not an elision
 */
export function refuseElided(content: string, before: string, path?: string): Envelope<never> | undefined {
  const elision = findElision(content, before)
  if (!elision) return undefined
  const message = `Line ${elision.line}: ${quote(elision.text)} stands for code that was left out, so nothing was written.`
  return fail('elided', message, {
    ...(path === undefined ? {} : { path }),
    hint: 'Send the whole content, or change pieces of it with patch_code_asset.',
  })
}
