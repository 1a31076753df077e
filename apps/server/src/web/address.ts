import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

export interface Address {
  address: string
  family: number
}

/** The addresses of a host name; rejects if it has none. */
export type Resolve = (hostname: string) => Promise<Address[]>

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/** Names of metadata services, refused whatever they resolve to. */
export const metadataHosts: ReadonlySet<string> = new Set([
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
])

/**
 * The IPv4 addresses that an IPv6 address leads to: compatible (`::a.b.c.d`) and mapped (`::ffff:…`) ones of RFC 4291,
 * translated ones (`::ffff:0:…`, RFC 2765), NAT64 (`64:ff9b::/96`, RFC 6052, and `64:ff9b:1::/48`, RFC 8215), 6to4
 * (`2002::/16`, RFC 3056), Teredo's server and client (`2001::/32`, RFC 4380) and ISATAP (RFC 5214).
 */
export function embeddedIPv4(address: string): string[] {
  const groups = groupsOf(address)
  if (!groups) return []
  const at = (index: number, mask = 0) => {
    const [high = 0, low = 0] = [groups[index], groups[index + 1]].map((group = 0) => group ^ mask)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const starts = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group)
  if (starts(0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0)) return [at(6)]
  if (starts(0x64, 0xff9b)) return [at(6)]
  if (starts(0x2002)) return [at(1)]
  if (starts(0x2001, 0)) return [at(2), at(6, 0xffff)]
  const isatap = groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x200)
  return isatap ? [at(6)] : []
}

/** The eight groups of an IPv6 address; undefined for any other text. */
function groupsOf(address: string): number[] | undefined {
  const bare = address.split('%')[0] ?? ''
  if (isIP(bare) !== 6) return undefined
  const ends = (text: string) =>
    text === ''
      ? []
      : text.split(':').flatMap((group) => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)]
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
          return [a * 256 + b, c * 256 + d]
        })
  const [head = '', tail] = bare.split('::')
  const [first, last] = [ends(head), ends(tail ?? '')]
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
}
