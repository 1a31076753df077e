import { refuseUrl } from '@atelier/site'

/** Where a link of the clipboard leads; undefined for one that leads nowhere outside of its document, or runs something. */
export function pastedHref(href: string | undefined): string | undefined {
  const address = withoutRedirect((href ?? '').trim())
  const isNowhere = address === '' || address.startsWith('#') || /^(?:file|about|cid|blob|data):/i.test(address)
  return isNowhere || refuseUrl(address) !== undefined ? undefined : address
}

/** The address behind one that counts or checks clicks first. */
function withoutRedirect(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return address
  const isGoogle = /^(?:www\.)?google\.[a-z.]{2,6}$/.test(url.hostname) && url.pathname === '/url'
  const isOutlook = url.hostname.endsWith('.safelinks.protection.outlook.com')
  const behind = isGoogle
    ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
    : isOutlook
      ? url.searchParams.get('url')
      : null
  return behind !== null && URL.canParse(behind) ? withoutRedirect(behind) : address
}
