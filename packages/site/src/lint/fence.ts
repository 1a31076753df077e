/**
 * CSS or code without the Markdown fence that a model put around it, and without the sentences before and after that
 * fence. `stripped` says whether there was one. A text with code outside of its fences stays as it is.
 */
export function stripFence(text: string): { text: string; stripped: boolean } {
  if (!text.includes('```') && !text.includes('~~~')) return { text, stripped: false }
  const inside: string[] = []
  const outside: string[] = []
  let open = false
  let fences = 0
  for (const line of text.split('\n')) {
    const start = line.slice(0, 60).trimStart()
    if ((start.startsWith('```') || start.startsWith('~~~')) && isFence(line)) {
      open = !open
      fences += 1
    } else if (open) inside.push(line)
    else outside.push(line)
  }
  if (fences === 0) return { text, stripped: false }
  if (outside.every(isProse)) return { text: `${inside.join('\n')}\n`, stripped: true }
  // The text has only the end of a fence.
  const isLast = fences === 1 && inside.every((line) => line.trim() === '')
  return isLast ? { text: `${outside.join('\n')}\n`, stripped: true } : { text, stripped: false }
}

/** A fence, optionally followed by a language and a file name. */
const isFence = (line: string) => line.length < 80 && /^(?:```|~~~)[\w.+#/: -]*$/.test(line.trim())

/** Whether a line has none of the characters typical of CSS and code. */
const isProse = (line: string) => !/[{}=;]/.test(line)
