import { BlockList, isIP } from 'node:net'

/** Returns the addresses and networks of a list such as `127.0.0.1, 10.0.0.0/8, ::1`. */
export function readTrustedProxies(text: string | undefined, problems: string[]): BlockList {
  const proxies = new BlockList()
  for (const each of text?.split(/[\s,]+/) ?? []) {
    if (each === '') continue
    const [address = '', prefix, ...rest] = each.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    // A network of every address would let callers name any address as theirs.
    if (family === 0 || address.includes('%') || rest.length > 0 || bits < 1 || bits > most) {
      const wanted = 'addresses and networks with commas between, such as 127.0.0.1, 10.0.0.0/8'
      problems.push(`ATELIER_TRUSTED_PROXIES holds "${each}"; it should be ${wanted}.`)
    } else proxies.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return proxies
}
