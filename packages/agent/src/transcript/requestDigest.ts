import type { ContentBlock } from '../contract/message.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { fingerprint, fingerprintOf } from '../wire/fingerprint.ts'
import type { SentAnswer } from './toTurns.ts'

type Digested = Pick<ModelRequest, 'system' | 'tools' | 'turns' | 'vision' | 'image' | 'tooMany' | 'scaled' | 'refused'>

export interface RequestDigests {
  /** The digest of the whole request that led to the answer. */
  whole: string
  /** One digest for each answer, in order: of the request before it. */
  before: string[]
}

/**
 * Digests of a request as it is sent: its tools, its system prompt and its blocks in order; no marks for caches. A
 * block's turn shows only in its kind and role, so that a turn may still grow.
 */
export function requestDigests(request: Digested, answers: readonly SentAnswer[]): RequestDigests {
  let sum = fingerprint(`${fingerprintOf(request.tools)} ${fingerprint(request.system)}`)
  const before: string[] = []
  for (const [turn, { role, blocks }] of request.turns.entries()) {
    for (const [block, each] of blocks.entries()) {
      const next = answers[before.length]
      if (next?.turn === turn && next.block === block) before.push(sum)
      sum = fingerprint(`${sum} ${role} ${fingerprintOf(each)}${picturesOf(each, request)}`)
    }
  }
  return { whole: sum, before }
}

/** The first answer with sealed reasoning whose original request differs from what now precedes it. */
export function firstMisfit(answers: readonly SentAnswer[], { before }: RequestDigests): string | undefined {
  return answers.find(({ sealed, message }, at) => sealed && message.requestDigest !== before[at])?.message.id
}

/** Whether each picture is shown, and how, or replaced by a line of text. */
function picturesOf(block: ContentBlock, request: Digested): string {
  const pictures = block.kind === 'image' ? [block] : block.kind === 'toolResult' ? (block.images ?? []) : []
  return pictures.map(({ hash }) => ` ${digestState(hash, request)}`).join('')
}

function digestState(hash: string, { vision, image, tooMany, scaled, refused }: Digested): string {
  if (!vision) return 'blind'
  if (tooMany?.has(hash)) return 'left out'
  if (refused?.has(hash)) return 'refused'
  if (!image(hash)) return 'gone'
  return scaled?.has(hash) ? 'scaled' : 'shown'
}
