import type { EndedRun } from '@atelier/agent'
import { describe, expect, it } from 'vitest'
import type { Turn } from '../transcript/view.ts'
import { cardContent, facts } from './card.ts'

const run: EndedRun = {
  id: 'run1',
  status: 'complete',
  scope: 'site',
  userMessageId: 'm1',
  assistantMessageId: 'm2',
  provider: 'anthropic',
  model: 'm',
  changeSetId: 'c1',
}
const summary = (lines: number) => ({ documents: lines > 0 ? 1 : 0, lines, sentences: [] })
const known = { summary: summary(2), undone: false, failed: false }
const of = (changes: Partial<EndedRun>, items: Turn['items'] = []) => ({ run: { ...run, ...changes }, items })
const failure: Turn['items'] = [{ kind: 'error', key: 'e', text: 'The provider failed.', mild: false }]

describe('what the card of a run shows', () => {
  it('is one quiet line only for a run that changed nothing and ended well', () => {
    expect(cardContent(of({ changeSetId: undefined }), { ...known, summary: undefined }, true).quiet).toBe(true)
    expect(cardContent(of({}), { ...known, summary: summary(0) }, true).quiet).toBe(true)
    expect(cardContent(of({}), known, true).quiet).toBe(false)
    expect(cardContent(of({}), { summary: undefined, undone: false, failed: true }, true).quiet).toBe(false)
    expect(cardContent(of({}), { ...known, summary: summary(0), undone: true }, true).quiet).toBe(false)
    expect(cardContent(of({ status: 'error' }), { ...known, summary: summary(0) }, true).quiet).toBe(false)
    expect(cardContent(of({ stopReason: 'budget' }), { ...known, summary: summary(0) }, true).quiet).toBe(false)
  })

  it('says in a chat without an editor that nothing was changed, whatever the model claims', () => {
    const talk = of({ scope: 'cms', changeSetId: undefined })
    expect(cardContent(talk, { ...known, summary: undefined }, true)).toMatchObject({ quiet: true, unchanged: true })
    expect(cardContent(of({ scope: 'cms' }), { ...known, summary: summary(0) }, true).unchanged).toBe(true)
    expect(cardContent(of({ scope: 'cms' }), known, true).unchanged).toBe(false)
    expect(cardContent(of({ scope: 'cms' }), { ...known, summary: undefined }, true).unchanged).toBe(false)
    expect(cardContent(of({ changeSetId: undefined }), { ...known, summary: undefined }, true).unchanged).toBe(false)
  })

  it('says what the end means once, and not of a run that is undone or kept nothing', () => {
    expect(cardContent(of({ status: 'aborted' }), known, true).note).toBeDefined()
    expect(cardContent(of({ status: 'aborted' }), { ...known, undone: true }, true).note).toBeUndefined()
    expect(cardContent(of({ status: 'aborted' }, failure), known, true).note).toBeUndefined()
    expect(cardContent(of({ status: 'aborted' }), { ...known, summary: summary(0) }, true).note).toBeUndefined()
    expect(cardContent(of({ stopReason: 'budget' }), { ...known, summary: summary(0) }, true).note).toBeDefined()
  })

  it('offers to undo and to compare only when lines changed', () => {
    expect(cardContent(of({}), known, true).hasLines).toBe(true)
    expect(cardContent(of({}), { ...known, summary: summary(0) }, true).hasLines).toBe(false)
    expect(cardContent(of({}), { ...known, summary: undefined }, true).hasLines).toBe(false)
  })

  it('offers to continue only the last run, a failed one by a retry, a full one also by a new chat', () => {
    expect(cardContent(of({}), known, true)).toMatchObject({ goOn: true, retry: false, newChat: false })
    expect(cardContent(of({ status: 'error' }), known, true)).toMatchObject({ goOn: false, retry: true })
    const full = of({ status: 'error', stopReason: 'context_overflow' })
    expect(cardContent(full, known, true)).toMatchObject({ goOn: false, retry: true, newChat: true })
    expect(cardContent(full, known, false)).toMatchObject({ goOn: false, retry: false, newChat: false })
    expect(cardContent(of({}), known, false)).toMatchObject({ goOn: false, retry: false, newChat: false })
  })
})

describe('the figures of a run', () => {
  it('names rounds, time and cost, each only when it is known', () => {
    expect(facts({ ...run, rounds: 3, startedAt: 1_000, endedAt: 13_000, costUsd: 0.25 })).toBe(
      '3 rounds · 12 s · $0.25',
    )
    expect(facts({ ...run, rounds: 1, startedAt: 1_000 })).toBe('1 round')
    expect(facts(run)).toBe('')
  })

  it('calls a scripted run a rehearsal in place of its cost', () => {
    expect(facts({ ...run, provider: 'rehearsal', rounds: 2, costUsd: 0 })).toBe('2 rounds · rehearsal')
  })
})
