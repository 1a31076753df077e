import type { WriterPort } from './writerPort.ts'

/**
 * Does something under the lease of a project's repository, which is renewed as long as it lasts and given back.
 *
 * @param act its signal is aborted when the lease is lost or the caller ends
 * @returns undefined while another server has the lease; others of this process are waited for
 */
export async function underLease<T>(
  port: WriterPort,
  { leaseMs, ending }: { leaseMs: number; ending: AbortSignal },
  act: (signal: AbortSignal, taken: 'taken' | 'abandoned') => Promise<T>,
): Promise<{ result: T } | undefined> {
  const endTurn = await port.turn?.()
  try {
    return await underFreeLease(port, { leaseMs, ending }, act)
  } finally {
    endTurn?.()
  }
}

async function underFreeLease<T>(
  port: WriterPort,
  { leaseMs, ending }: { leaseMs: number; ending: AbortSignal },
  act: (signal: AbortSignal, taken: 'taken' | 'abandoned') => Promise<T>,
): Promise<{ result: T } | undefined> {
  const taken = await port.take()
  if (taken === undefined) return undefined
  const lost = new AbortController()
  const renewing = setInterval(() => {
    port.renew().then(
      (ours) => ours || lost.abort(),
      () => lost.abort(),
    )
  }, leaseMs / 3)
  try {
    return { result: await act(AbortSignal.any([lost.signal, ending]), taken) }
  } finally {
    clearInterval(renewing)
    if (!lost.signal.aborted) await port.release()
  }
}
