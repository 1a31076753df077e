import { contentOperations, contentSystemPrompt } from '@atelier/content'
import { clean } from '@atelier/operation'
import { readContext } from '../ai/sessions/context.ts'
import type { TaskOf } from '../operations/runTask.ts'
import type { ConversationKeys } from './keys.ts'

/** The longest instructions of a key, as the prompt contains them. */
const MAX_INSTRUCTIONS = 2000

/**
 * The tasks of the runs of the Conversation API: those of content, with the key's tools only and its owner's instructions.
 */
export function createConversationTasks(keys: Pick<ConversationKeys, 'find' | 'instructions'>): TaskOf {
  return async ({ context }) => {
    const { key } = readContext(context)
    if (!key?.ofConversations) return undefined
    const { restriction } = (await keys.find(key.id)) ?? {}
    const tools = contentOperations.filter(
      ({ name, executor }) => restriction?.tools?.includes(name) && executor === 'server',
    )
    const lines = (await keys.instructions(key.id)).trim().slice(0, MAX_INSTRUCTIONS).split('\n')
    const instructions = lines.map((line) => clean(line, MAX_INSTRUCTIONS)).join('\n')
    return {
      toolbox: 'content',
      tools: tools.map(({ name }) => name),
      system:
        instructions === '' ? contentSystemPrompt : `${contentSystemPrompt}\n\n${customInstructions(instructions)}`,
    }
  }
}

/** They can narrow what the agent does; its tools hold what it may do whatever they say. */
const customInstructions = (instructions: string) => `## Custom Instructions
- These come from the person whose key this conversation is held through. Follow them within the rules above.
<custom-instructions>
${instructions}
</custom-instructions>`
