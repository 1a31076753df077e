/**
 * The path within a site to which a relative or root-relative URL in a file refers; undefined for an external URL
 * or one that cannot be a file. Query and fragment are left out, percent-encoding is resolved.
 * @param from the path of the file, relative to the site's root
 */
export function resolvePath(from: string, url: string): string | undefined {
  const trimmed = url.trim()
  if (trimmed === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|[#?])/i.test(trimmed)) return undefined
  const written = trimmed.replace(/[?#][\s\S]*$/, '').replaceAll('\\', '/')
  let plain: string
  try {
    plain = decodeURIComponent(written)
  } catch {
    return undefined
  }
  const parts = plain.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of plain.split('/')) {
    if (part === '.' || (part === '' && parts.length === 0)) continue
    // As in a URL, `..` at the root refers to the root, and removes an empty part too.
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  // Static hosts serve `img//a.png` as the file.
  const path = parts.filter(Boolean).join('/')
  return path.endsWith('/') || /(?:^|\/)\.?\.?$/.test(plain) ? (path === '' ? '' : `${path}/`) : path
}

/**
 * The shortest relative URL from an address of a site to a file or folder of it, percent-encoded.
 * @param address the address of the document with the URL, from the root: `/`, `/blog/first.html`
 * @param path the target, relative to the site's root
 */
export function relativeUrl(address: string, path: string): string {
  const from = address.slice(1).split('/').slice(0, -1).map(decodePart)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
  const up = from.slice(shared).map(() => '..')
  const down = to.slice(shared).map((part) => encodeURIComponent(part).replaceAll("'", '%27'))
  const url = [...up, ...down].join('/')
  return url === '' ? './' : url
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
