import { Value } from 'typebox/value'
import { MessageRecord } from '../src/contract/message.ts'
import { RunRecord } from '../src/contract/run.ts'

/** A message from the fields that a test names, checked by the schema. */
export function messageOf(fields: object): MessageRecord {
  const value: unknown = { runId: 'r', attempt: 1, createdAt: 1, ...fields }
  if (!Value.Check(MessageRecord, value)) throw new Error(`No message: ${JSON.stringify(value)}`)
  return value
}

/** A run from the fields that a test names, checked by the schema. */
export function runOf(fields: object): RunRecord {
  const ids = {
    id: 'r',
    scope: 'site',
    userMessageId: 'u',
    assistantMessageId: 'a1',
    provider: 'anthropic',
    model: 'm',
  }
  const value: unknown = { ...ids, status: 'running', ...fields }
  if (!Value.Check(RunRecord, value)) throw new Error(`No run: ${JSON.stringify(value)}`)
  return value
}
