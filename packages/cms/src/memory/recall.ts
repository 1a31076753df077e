import { type Conversation, isFromPerson, type Memory, MemoryFold, type Surroundings } from './memory.ts'
import { type Reference, resolveReferences } from './resolve.ts'
import type { Clock } from './times.ts'

export interface Recalled {
  /** As of now. */
  memory: Memory
  /** As it was when the person's last message came. */
  before: Memory
  /** The references in the person's last message, resolved by what was said and done before it. */
  references: readonly Reference[]
}

/** The working memory of a conversation: a fold of its stream and nothing else. */
export function recall(conversation: Conversation, around: Surroundings, clock: Clock): Recalled {
  const fold = new MemoryFold(conversation, around)
  const last = conversation.messages.findLast(isFromPerson)
  let references: readonly Reference[] = []
  let before = fold.memory()
  for (const message of conversation.messages) {
    if (message === last) {
      before = fold.memory()
      references = resolveReferences(message.content ?? '', before, around, clock)
    }
    fold.push(message)
  }
  return { memory: fold.memory(), before, references }
}
