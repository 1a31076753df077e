import { BlockList, isIP } from 'node:net'
import { type Address, embeddedIPv4, metadataHosts, type Resolve } from './address.ts'

/** Ranges of IPv4 that are not of the public internet (RFC 6890 and its registry), and Azure's platform address. */
const reserved4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reserved4.addSubnet(network, prefix, 'ipv4')
}

/** The global unicast range of IPv6 (RFC 4291), and what in it is no host of the public internet. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const reserved6 = new BlockList()
for (const [network, prefix] of [
  // Protocol assignments: Teredo, benchmarking, ORCHID and others.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: it leads through a relay to an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(network, prefix, 'ipv6')
}
/** IPv6 forms that embed one IPv4 address: mapped ones, and NAT64's, which DNS64 answers with. */
const standsFor4 = new BlockList()
standsFor4.addSubnet('::ffff:0:0', 96, 'ipv6')
standsFor4.addSubnet('64:ff9b::', 96, 'ipv6')

/** Whether an address, as text, is a single host of the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved4.check(address, 'ipv4')
  // One with a zone, such as fe80::1%eth0, is of a local link.
  if (family !== 6 || address.includes('%')) return false
  const inside = embeddedIPv4(address)
  if (inside.some((each) => !isPublic(each))) return false
  return standsFor4.check(address, 'ipv6') || (global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6'))
}

/** Endings of names that are answered within a machine or a network, not by the public DNS. */
const localEndings = /\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** The ports where public pages are served; services on other ports are seldom pages. */
const webPorts: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443'])

export const MAX_URL = 8000

export type Refused = { ok: false; code: 'refused' | 'unknown_host'; problem: string }
/** `host` is the name or the address without brackets and without a dot at its end. */
export type Judged = { ok: true; url: URL; host: string; addresses: Address[] } | Refused

const refusedAddress = (problem: string): Refused => ({ ok: false, code: 'refused', problem })

/**
 * Whether a URL from a stranger may be requested, and the addresses that its host has: http or https, no user name or
 * password, a port of web pages, and a host that is a public address, or a name with only public addresses.
 */
export async function judgeUrl(text: string, resolve: Resolve): Promise<Judged> {
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refusedAddress('The address should be a URL that starts with http:// or https://.')
  if (url.username || url.password) return refusedAddress('The address should hold no user name or password.')
  if (!webPorts.has(url.port))
    return refusedAddress(`Port ${url.port} is not one of web pages: only 80, 443, 8080 and 8443 are requested.`)
  const host = await judgeHost(url.hostname, resolve)
  return host.ok ? { ...host, url } : host
}

export type JudgedHost = { ok: true; host: string; addresses: Address[] } | Refused

/**
 * Whether a host that a stranger named may be connected to, and its addresses: a public address, or a name with only
 * public addresses. The name may have brackets and a dot at its end.
 */
export async function judgeHost(named: string, resolve: Resolve): Promise<JudgedHost> {
  let host = named.replace(/^\[|\]$/g, '')
  while (host.endsWith('.')) host = host.slice(0, -1)
  const notPublic = refusedAddress(`${host || 'The address'} is not on the public internet, so it is not requested.`)
  const family = isIP(host)
  if (family) return isPublic(host) ? { ok: true, host, addresses: [{ address: host, family }] } : notPublic
  if (!host.includes('.') || host.includes('..') || localEndings.test(host) || metadataHosts.has(host)) return notPublic
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0)
    return { ok: false, code: 'unknown_host', problem: `The host name ${host} was not found.` }
  return addresses.every(({ address }) => isPublic(address)) ? { ok: true, host, addresses } : notPublic
}
