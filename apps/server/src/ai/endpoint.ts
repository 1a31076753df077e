import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Addresses that a credential may never point at: link-local ones, where clouds keep their metadata service. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addAddress('fd00:ec2::254', 'ipv6')
linkLocal.addAddress('100.100.100.200', 'ipv4')

/**
 * Why a credential's base URL cannot be used, as a sentence; undefined where it can. Loopback and private addresses
 * are allowed (Ollama, a gateway), link-local ones are not (design 7).
 */
export async function endpointProblem(baseUrl: string): Promise<string | undefined> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'The base URL should start with http:// or https://, for instance http://localhost:11434.'
  }
  if (url.username || url.password)
    return 'The base URL should hold no user name or password; put the key in its own field.'
  const addresses = await addressesOf(url.hostname)
  if (addresses.some(isLinkLocal)) return 'The base URL points at a link-local address, which is not allowed.'
  return undefined
}

/** `fetch` for provider requests: checks where the name resolves to before each request, and follows no redirect. */
export function providerFetch(base: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const problem = await endpointProblem(url)
    if (problem) throw new TypeError(problem)
    return base(input, { ...init, redirect: 'manual' })
  }
}

/** A name that does not resolve has none; the request itself will then say so. */
async function addressesOf(hostname: string): Promise<string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return [bare]
  const found = await lookup(bare, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

function isLinkLocal(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return linkLocal.check(mapped, 'ipv4')
  return linkLocal.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
