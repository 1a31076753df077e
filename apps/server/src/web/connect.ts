import { isIP, connect as tcpConnect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'

export interface ConnectTarget {
  /** The address that was judged. A connector MUST go there and MUST NOT resolve a name. */
  address: string
  port: number
  secure: boolean
  /** The name that the other side's certificate is for. */
  host: string
}

/** Opens a connection; rejects if there is none. It MUST close what it opens after the signal was aborted. */
export type Connect = (target: ConnectTarget, signal: AbortSignal) => Promise<Duplex>

/** Connections over TCP, with TLS for https. */
export const systemConnect: Connect = ({ address, port, secure, host }, signal) =>
  new Promise((done, fail) => {
    // TLS names no server by an address.
    const socket = secure
      ? tlsConnect({ host: address, port, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] })
      : tcpConnect({ host: address, port })
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    const settled = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      settled()
      done(socket)
    })
    socket.once('error', (error) => {
      settled()
      fail(error)
    })
  })
