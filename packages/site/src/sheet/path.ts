/**
 * The path within a site that a relative or root-relative URL in a file leads to; undefined for one that leads elsewhere
 * or to nothing that can be a file. Query and fragment are left out, percent-encoding is resolved.
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
    if (part === '' || part === '.') continue
    // As in a URL, `..` at the root leads to the root.
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  const path = parts.join('/')
  return path.endsWith('/') || /(?:^|\/)\.?\.?$/.test(plain) ? (path === '' ? '' : `${path}/`) : path
}
