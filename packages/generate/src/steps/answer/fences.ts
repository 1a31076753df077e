/** A block of a text between fences. */
export interface Fenced {
  /** The text after the opening fence: `html about.html`. */
  info: string
  content: string
  /** The last line with words in front of the fence. */
  before: string
}

/** The text outside of fences, and the blocks between them. One that is not closed goes to the end. */
export function readFences(text: string): { blocks: Fenced[]; outside: string } {
  const blocks: Fenced[] = []
  const outside: string[] = []
  let open: { sign: string; length: number; info: string; before: string; lines: string[] } | undefined
  let before = ''
  for (const line of text.split('\n')) {
    const fence = fenceOf(line)
    if (open) {
      if (fence && fence.sign === open.sign && fence.length >= open.length && fence.info === '') {
        blocks.push({ info: open.info, before: open.before, content: open.lines.join('\n') })
        open = undefined
        before = ''
      } else open.lines.push(line)
    } else if (fence) open = { ...fence, before, lines: [] }
    else {
      outside.push(line)
      if (line.trim() !== '') before = line.slice(0, 300).trim()
    }
  }
  if (open) blocks.push({ info: open.info, before: open.before, content: open.lines.join('\n') })
  return { blocks, outside: outside.join('\n') }
}

function fenceOf(line: string): { sign: string; length: number; info: string } | undefined {
  const start = line.slice(0, 8).trimStart()
  if (!start.startsWith('```') && !start.startsWith('~~~')) return undefined
  const sign = start.charAt(0)
  const rest = line.trim()
  let length = 0
  while (rest.charAt(length) === sign) length += 1
  const info = rest.slice(length).trim()
  return info.length > 200 || info.includes(sign) ? undefined : { sign, length, info }
}

/** A text without the fence around it, and without the words around that. */
export function withoutFence(text: string): string {
  const { blocks, outside } = readFences(text)
  const [first] = blocks
  return first && blocks.length === 1 && !outside.includes('<') ? first.content : text
}
