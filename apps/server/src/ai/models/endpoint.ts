import { BlockList, isIP } from 'node:net'
import { type Address, embeddedIPv4, metadataHosts, type Resolve, systemResolve } from '../../web/address.ts'

/**
 * Addresses that no request of the server may reach: link-local ones, and those where clouds keep their metadata
 * services (AWS, Google, Azure, Alibaba, Oracle, IBM, Tencent).
 */
const refused = new BlockList()
refused.addSubnet('169.254.0.0', 16, 'ipv4')
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) refused.addAddress(address, 'ipv4')
refused.addSubnet('fe80::', 10, 'ipv6')
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe']) {
  refused.addAddress(address, 'ipv6')
}

function isRefused({ address, family }: Address): boolean {
  if (family !== 6) return refused.check(address, 'ipv4')
  const bare = address.split('%')[0] ?? ''
  return refused.check(bare, 'ipv6') || embeddedIPv4(bare).some((each) => refused.check(each, 'ipv4'))
}

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
  const name = url.hostname.toLowerCase().replace(/\.$/, '')
  const addresses = metadataHosts.has(name) ? undefined : await addressesOf(name, resolve)
  if (!addresses || addresses.some(isRefused)) {
    const problem = 'The base URL points at a link-local address or a metadata service, which is not allowed.'
    return { ok: false, problem }
  }
  return { ok: true, url, addresses }
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<Address[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family ? [{ address: bare, family }] : resolve(bare).catch(() => [])
}
