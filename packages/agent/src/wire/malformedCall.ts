/**
 * How Gemini, and the gateways in front of it, say that the model wrote a call that is none: `MALFORMED_FUNCTION_CALL`,
 * `UNEXPECTED_TOOL_CALL`, also behind a prefix (`function_call_filter: …`).
 */
export function isMalformedCall(finishReason: string): boolean {
  return /malformed|unexpected_tool_call/i.test(finishReason)
}
