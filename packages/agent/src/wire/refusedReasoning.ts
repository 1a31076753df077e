import type { ModelRequest, ProviderError } from '../contract/provider.ts'

/** How providers say that they do not take the reasoning that a request sends back to them. */
const patterns: readonly RegExp[] = [
  // Anthropic, and Gemini through a router
  /\bsignature\b/i,
  /\bcannot be modified\b/i,
  /\b(bound to|belongs? to|from) (a|an|another) (different |other )?conversation\b/i,
  // OpenAI
  /\binvalid_encrypted_content\b/i,
  /\b(could not|cannot) be (verified|decrypted)\b/i,
  /\bprovided without its required\b/i,
  // DeepSeek
  /\breasoning_content\b/i,
]

/**
 * Does the provider refuse the reasoning in this request: a seal that it cannot verify, or a block that was changed or
 * was made in another conversation? The same request would be refused again; without that reasoning it is taken.
 */
export function refusesReasoning(request: Pick<ModelRequest, 'turns'>, error: ProviderError): boolean {
  if (error.code !== 'invalid_request' && error.wireCode !== 'invalid_encrypted_content') return false
  const blocks = request.turns.flatMap((turn) => turn.blocks.filter((block) => block.kind === 'reasoning'))
  if (blocks.length === 0) return false
  // OpenRouter says no more than this if a seal belongs to the account of another host than the one that it asks now.
  if (error.wireCode === 'invalid_prompt' && blocks.some(({ encrypted }) => encrypted !== undefined)) return true
  const said = `${error.wireCode ?? ''} ${error.message}`
  return patterns.some((pattern) => pattern.test(said))
}
