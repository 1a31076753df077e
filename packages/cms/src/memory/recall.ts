import { type Conversation, isFromPerson, type Memory, MemoryFold, type Surroundings } from './memory.ts'
import { type Reference, resolveReferences } from './resolve.ts'
import type { Clock } from './times.ts'

export interface Recalled {
  /** As of now. */
  memory: Memory
  /** What the person's last message refers to, by what was said and done before it. */
  references: readonly Reference[]
}

/** The working memory of a conversation: a fold of its stream and nothing else. */
export function recall(conversation: Conversation, around: Surroundings, clock: Clock): Recalled {
  const fold = new MemoryFold(conversation, around)
  const last = conversation.messages.findLast(isFromPerson)
  let references: readonly Reference[] = []
  for (const message of conversation.messages) {
    if (message === last) references = resolveReferences(message.content ?? '', fold.memory(), around, clock)
    fold.push(message)
  }
  return { memory: fold.memory(), references }
}
