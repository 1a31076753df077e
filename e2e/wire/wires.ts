import type { WireProvider } from '@atelier/agent'
import { anthropic } from '../../packages/agent/src/providers/anthropicMessages.ts'
import { compatible, ollama } from '../../packages/agent/src/providers/chatCompletions.ts'
import { openai, openrouter } from '../../packages/agent/src/providers/responses.ts'
import type { WireId } from './judge/script.ts'

/** The mappings that are held against the providers' own words. */
export const wires: Record<WireId, WireProvider> = { anthropic, openai, openrouter, ollama, compatible }
