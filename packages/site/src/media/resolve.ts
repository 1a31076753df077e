const origin = 'https://site.invalid'

/**
 * The file of the site that a URL means where it is written, relative to the site's root; undefined if it leads
 * elsewhere, or only to a part of where it stands.
 * @param address where it is written, from the root on: `/about/`, `/css/site.css`
 */
export function sitePath(url: string, address = '/'): string | undefined {
  const text = url.trim()
  if (text === '' || text.startsWith('#')) return undefined
  // An address with a scheme or a host leads elsewhere; a parser would have to be asked for nothing else.
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(text) || !URL.canParse(text, `${origin}${address}`)) return undefined
  const { pathname, origin: found } = new URL(text, `${origin}${address}`)
  if (found !== origin) return undefined
  try {
    // Hosts of static files answer `img//a.png` with the file.
    return decodeURIComponent(pathname)
      .replace(/\/{2,}/g, '/')
      .slice(1)
      .normalize('NFC')
  } catch {
    return undefined
  }
}

/** A path of the site as an address from its root on. */
export function siteUrl(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`.replaceAll("'", '%27')
}
