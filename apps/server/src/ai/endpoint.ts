import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

export interface Address {
  address: string
  family: number
}

/** The addresses of a host name; rejects where it has none. */
export type Resolve = (hostname: string) => Promise<Address[]>

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * Addresses that a credential may never point at: link-local ones and their like, where clouds keep their metadata
 * service. IPv4 addresses within IPv6 ones (`::ffff:…`) count as themselves; those behind NAT64 are named here.
 */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addAddress('100.100.100.200', 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addAddress('fd00:ec2::254', 'ipv6')
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

export type Checked = { ok: true; url: URL; addresses: Address[] } | { ok: false; problem: string }

/**
 * Where a credential's base URL leads, or why it cannot be used, as a sentence. Loopback and private addresses are
 * allowed (Ollama, a gateway), link-local ones are not (design 7). A name that does not resolve now has no addresses.
 */
export async function checkEndpoint(baseUrl: string, resolve: Resolve = systemResolve): Promise<Checked> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return {
      ok: false,
      problem: 'The base URL should start with http:// or https://, for instance http://localhost:11434.',
    }
  }
  if (url.username || url.password) {
    return {
      ok: false,
      problem: 'The base URL should hold no user name or password; put the key in its own field.',
    }
  }
  const addresses = await addressesOf(url.hostname, resolve)
  if (addresses.some(({ address, family }) => linkLocal.check(address, family === 6 ? 'ipv6' : 'ipv4'))) {
    return { ok: false, problem: 'The base URL points at a link-local address, which is not allowed.' }
  }
  return { ok: true, url, addresses }
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<Address[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family ? [{ address: bare, family }] : resolve(bare).catch(() => [])
}
