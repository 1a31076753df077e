/** Elements whose content no visitor reads. */
const unread = ['script', 'style', 'template']

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }

/**
 * The text that a reader of markdown or HTML sees, for finding words in it: tags, comments, scripts and the targets of
 * links become blanks. It is not for showing. Linear in the length of the text.
 */
export function withoutMarkup(text: string): string {
  const plain = text.includes('<') ? withoutTags(text) : text
  const decoded = plain.includes('&')
    ? plain.replace(/&(#?[a-z0-9]{1,16});/gi, (_, name: string) => decodeEntity(name))
    : plain
  return decoded.includes('](') ? decoded.replace(/\]\([^()]*\)/g, ' ') : decoded
}

function withoutTags(text: string): string {
  const parts: string[] = []
  // An end that is not found once is not looked for again, so that the work stays linear.
  const absent = new Set<string>()
  const find = (what: string, from: number): number => {
    if (absent.has(what)) return -1
    const pattern = new RegExp(what, 'gi')
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (!found) absent.add(what)
    return found ? found.index : -1
  }
  let from = 0
  for (const { 0: start, 1: name = '', index } of text.matchAll(/<(?:!--|[!/?]?([a-z][a-z0-9-]*))/gi)) {
    if (index < from) continue
    const comment = start === '<!--'
    const end = comment ? find('-->', index) : text.indexOf('>', index)
    if (end < 0) {
      if (comment) continue
      break
    }
    // A bracket that begins before this one ends: the first was no tag.
    if (!comment && text.indexOf('<', index + 1) < end && text.indexOf('<', index + 1) >= 0) continue
    parts.push(text.slice(from, index))
    from = end + (comment ? 3 : 1)
    const element = name.toLowerCase()
    if (start[1] === '/' || !unread.includes(element)) continue
    const close = find(`</${element}`, from)
    if (close >= 0) from = close
  }
  parts.push(text.slice(from))
  return parts.join(' ')
}

function decodeEntity(name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? ' '
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
