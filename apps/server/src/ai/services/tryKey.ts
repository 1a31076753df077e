import type { ServiceName } from '@atelier/api'
import type { GuardedFetch } from '../../web/guardedFetch.ts'
import { refusalOf } from '../../web/search.ts'
import { serviceFacts } from './facts.ts'

/** The smallest request of each service that a wrong key does not pass. */
const requests: Readonly<Record<ServiceName, (key: string) => { url: string; headers: Record<string, string> }>> = {
  pexels: (key) => ({ url: 'https://api.pexels.com/v1/curated?per_page=1', headers: { authorization: key } }),
  together: (key) => ({ url: 'https://api.together.xyz/v1/models', headers: { authorization: `Bearer ${key}` } }),
  brave: (key) => ({
    url: 'https://api.search.brave.com/res/v1/web/search?q=bread&count=1',
    headers: { accept: 'application/json', 'x-subscription-token': key },
  }),
  tavily: (key) => ({ url: 'https://api.tavily.com/usage', headers: { authorization: `Bearer ${key}` } }),
}

/** Asks a service whether it accepts a key; the message is a sentence for a person. */
export async function tryKey(
  name: ServiceName,
  key: string,
  fetch: GuardedFetch,
): Promise<{ ok: boolean; message: string }> {
  const { url, headers } = requests[name](key)
  // Only the status matters, and some lists are long.
  const answer = await fetch(url, { headers, maxBytes: 64 * 1024 })
  if (!answer.ok) return { ok: false, message: answer.problem }
  const refusal = refusalOf(answer.status, serviceFacts[name].label)
  return refusal ? { ok: false, message: refusal } : { ok: true, message: 'It accepts the key.' }
}
