/** The longest base64 that is sent back to the model which wrote it, in characters. */
const LONGEST = 4_096
const MARK = ';base64,'

/**
 * A text without the bytes of the files in it: `data:image/png;base64,[omitted 81920 chars]`. A model that once wrote a
 * picture as base64 would otherwise be sent all of it in every later request. The result of the call says where the
 * picture is kept; the short form itself is refused if it comes back as a value.
 */
export function withoutFiles(text: string): string {
  if (text.length <= LONGEST) return text
  let short = ''
  let from = 0
  for (let at = text.indexOf(MARK); at >= 0; ) {
    const start = at + MARK.length
    let end = start
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1
    if (end - start > LONGEST) {
      short += `${text.slice(from, start)}[omitted ${end - start} chars]`
      from = end
    }
    at = text.indexOf(MARK, end)
  }
  return from === 0 ? text : short + text.slice(from)
}

/** RFC 4648, both alphabets, and what percent-encoding makes of their signs. */
function isBase64(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2b ||
    code === 0x2f ||
    code === 0x3d ||
    code === 0x25 ||
    code === 0x2d ||
    code === 0x5f
  )
}
