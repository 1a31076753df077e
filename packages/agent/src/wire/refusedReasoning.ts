import type { ContentBlock } from '../contract/message.ts'
import type { ModelRequest, ProviderError } from '../contract/provider.ts'

/** How providers say that they do not take the reasoning that a request sends back to them. */
const patterns: readonly RegExp[] = [
  // Anthropic, and Gemini
  /\b(thought_?)?signature\b/i,
  /\bcannot be modified\b/i,
  /\b(bound to|belongs? to|from) (a|an|another) (different |other )?conversation\b/i,
  // OpenAI
  /\binvalid_encrypted_content\b/i,
  /\b(could not|cannot) be (verified|decrypted)\b/i,
  /\bprovided without its required\b/i,
]

/** Gemini's refusal of a call that came without a signature: what is missing is added, and nothing is left out. */
const lacksSignature = /\bmissing (a |its )?`?thought[ _]?signature\b/i

/**
 * Does the provider refuse the reasoning in this request, or the signature of a call: a seal that it cannot verify, or a
 * block that was changed or was made in another conversation? The same request would be refused again; without that
 * reasoning it is taken.
 */
export function refusesReasoning(request: Pick<ModelRequest, 'turns'>, error: ProviderError): boolean {
  if (error.code !== 'invalid_request' && error.wireCode !== 'invalid_encrypted_content') return false
  const blocks = request.turns.flatMap((turn) => turn.blocks.filter(isSealed))
  if (blocks.length === 0) return false
  // OpenRouter says no more than this if a seal belongs to the account of another host than the one that it asks now.
  if (error.wireCode === 'invalid_prompt' && blocks.some((block) => 'encrypted' in block)) return true
  const said = `${error.wireCode ?? ''} ${error.message}`
  return !lacksSignature.test(said) && patterns.some((pattern) => pattern.test(said))
}

function isSealed(block: ContentBlock): boolean {
  return block.kind === 'reasoning' || ('signature' in block && block.signature !== undefined)
}
