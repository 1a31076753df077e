import { isIP } from 'node:net'
import type { RemotePolicy } from '@atelier/repository'
import type { Resolve } from '../../web/address.ts'
import { judgeHost } from '../../web/judge.ts'

const loopback = (address: string) => address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

/**
 * Allows remotes at public addresses.
 *
 * @param open whether loopback is reached too, as tests need it
 */
export function createRemotePolicy(open: boolean, resolve: Resolve): RemotePolicy {
  return {
    open,
    async findHost({ host, protocol }) {
      if (protocol === 'file') return { ok: true, addresses: [] }
      if (open) {
        const bare = host.replace(/^\[|\]$/g, '')
        const family = isIP(bare)
        const addresses = family ? [{ address: bare, family }] : await resolve(bare).catch(() => [])
        if (addresses.length > 0 && addresses.every(({ address }) => loopback(address))) return { ok: true, addresses }
      }
      return judgeHost(host, resolve)
    },
  }
}
