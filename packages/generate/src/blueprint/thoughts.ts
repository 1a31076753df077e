/** A text without the parts between `<think>` and `</think>`. */
export function withoutThoughts(text: string): string {
  const parts = text.split('</think>')
  const last = parts.pop() ?? ''
  const spoken = parts.map((part) => {
    const start = part.indexOf('<think>')
    return start < 0 ? `${part}</think>` : part.slice(0, start)
  })
  return spoken.join('') + last
}
