import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MessageRecord } from '../contract/message.ts'

/** A longer word is no address. */
const MAX_ADDRESS = 8000

/**
 * Whether a run may request an address without a question: the person wrote it, or a result of this run named it first.
 * One that the model put together may carry what it has read to a stranger's server. Results do not count for a host that
 * the model wrote into one of its own calls before, since a result may repeat what a call has stored.
 * @param messages of the conversation, in order
 */
export function isGivenAddress(messages: readonly MessageRecord[], runId: string, address: string): boolean {
  const wanted = addressKey(address)
  if (!wanted) return false
  const { host, key } = wanted
  const given = new Set<string>()
  let isInvented = false
  for (const message of messages) {
    if (message.role === 'user' && message.status === 'complete') {
      const texts = [message.content ?? '', ...(message.blocks ?? []).map((each) => ('text' in each ? each.text : ''))]
      for (const each of addressesOf(host, texts)) given.add(each)
    }
    if (message.runId !== runId) continue
    if (message.role === 'tool_call')
      isInvented ||= addressesOf(host, textsIn(message.toolArgs)).some((each) => !given.has(each))
    if (message.role === 'tool_result' && !isInvented && Value.Check(Succeeded, message.toolResult))
      for (const each of addressesOf(host, textsIn(message.toolResult.data))) given.add(each)
    if (given.has(key)) return true
  }
  return false
}

const Succeeded = Type.Object({ ok: Type.Literal(true), data: Type.Unknown() })

interface Address {
  /** The same for all spellings of an address, with `http` and `https`, with and without `www.` */
  key: string
  host: string
}

function addressKey(text: string): Address | undefined {
  const url = text.length <= MAX_ADDRESS && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '')
  const port = url.port === '' ? '' : `:${url.port}`
  return { key: `${host}${port}${url.pathname.replace(/\/$/, '')}${url.search}`, host }
}

/** The keys of a host's addresses in texts, each also without the punctuation that may belong to the sentence around it. */
function addressesOf(host: string, texts: Iterable<string>): string[] {
  const found: string[] = []
  for (const text of texts) {
    for (const word of text.split(/[\s"'`<>[\]{}|\\]+/)) {
      // A host may also be written in other letters, or escaped.
      const mayName = word.toLowerCase().includes(host) || /[^!-~]|%/.test(word)
      if (!mayName || word.length > MAX_ADDRESS || !word.includes('.')) continue
      const start = word.search(/https?:\/\//i)
      const bare = word.replace(/^[(,;]{1,9}/, '')
      let url = start >= 0 ? word.slice(start) : /^[^/?#:@]{1,255}\.[^/?#:@.]{2}/.test(bare) ? `https://${bare}` : ''
      for (let cut = 0; url !== '' && cut < 6; cut += 1) {
        const address = addressKey(url)
        if (address?.host === host) found.push(address.key)
        if (!/[).,;:!?*_»”’]$/.test(url)) break
        url = url.slice(0, -1)
      }
    }
  }
  return found
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsIn(each)
}
