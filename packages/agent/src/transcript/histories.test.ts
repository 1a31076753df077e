import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { historyScript, type PlayedHistory, playHistory } from '../../testing/histories.ts'
import type { ProviderId } from '../contract/provider.ts'
import { checkTurns } from './check.ts'
import { createFolder } from './fold.ts'
import { toTurns } from './toTurns.ts'

const providers: ProviderId[] = ['anthropic', 'openai', 'openrouter', 'ollama', 'compatible', 'rehearsal']

it('is legal for every provider wherever a crash, a stop, a steer, a denial, a summary or a switch left it', async () => {
  const seen = { lost: 0, summaries: 0, aborted: 0, denied: 0, joined: 0, approvals: 0 }
  await fc.assert(
    fc.asyncProperty(historyScript, async (script) => {
      const { commits, ends, bugs } = await playHistory(script)
      expect(bugs).toEqual([])
      expect(ends.every((end) => end === 'ended')).toBe(true)
      const folder = createFolder()
      for (const [at, commit] of commits.entries()) {
        for (const record of commit) folder.push(record)
        const messages = folder.messages()
        for (const provider of at === commits.length - 1 ? providers : providers.slice(at % 6, (at % 6) + 1)) {
          const turns = toTurns(messages, { provider, model: 'm1' })
          expect(checkTurns(turns)).toEqual([])
        }
      }
      const left = folder.messages()
      expect(left.filter(({ status }) => status === 'streaming')).toEqual([])
      const runs = folder.runs()
      // Messages still waiting to join an ended run follow it, which the queue handles.
      expect(runs.filter(({ endedAt, status }) => endedAt === undefined && status !== 'scheduled')).toEqual([])
      seen.summaries += left.filter(({ compacts, status }) => compacts && status === 'complete').length
      seen.aborted += runs.filter(({ status }) => status === 'aborted').length
      seen.joined += runs.filter(({ joined }) => joined).length
      seen.denied += left.filter((message) => JSON.stringify(message.toolResult ?? {}).includes('"denied"')).length
      seen.approvals += folder.approvals().length
      seen.lost += script.runs.reduce((sum, run) => sum + run.crashes.length, 0)
    }),
    { numRuns: numRuns(150, 300) },
  )
  // The script covers the cases that the sentence above names.
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
})

/** The blocks of a request in order; what was added to a result follows it. */
function blocksOf({ request }: PlayedHistory['requests'][number]): string[] {
  return request.turns.flatMap(({ role, blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind !== 'toolResult') return [`${role} ${JSON.stringify(block)}`]
      const { appended = [], ...result } = block
      return [`${role} ${JSON.stringify(result)}`, ...appended]
    }),
  )
}

it('begins each request with the one before it, over crashes and runs, unless a record says what changed', async () => {
  const seen = { grown: 0, states: 0, afterCrash: 0 }
  await fc.assert(
    fc.asyncProperty(historyScript, async (script) => {
      const played = await playHistory(script)
      for (const [at, now] of played.requests.entries()) {
        const before = played.requests[at - 1]
        if (before?.provider !== now.provider || before.request.model !== now.request.model) continue
        // The longest text of one result is a share of the window: with another window it is another request.
        if (before.request.contextWindow !== now.request.contextWindow) continue
        const between = played.commits.slice(before.commits, now.commits).flat()
        const step = between.some(
          ({ type, value }) => type === 'message' && (value.cutDown ?? value.reasoningDropped ?? value.compacts),
        )
        if (step) continue
        const blocks = blocksOf(before)
        expect(blocksOf(now).slice(0, blocks.length)).toEqual(blocks)
        seen.grown += 1
      }
      seen.states += played.commits.flat().filter(({ type, value }) => type === 'message' && value.state).length
      seen.afterCrash += script.runs.reduce((sum, run) => sum + run.crashes.length, 0)
    }),
    { numRuns: numRuns(150, 300) },
  )
  expect(Object.entries(seen).filter(([, count]) => count < 20)).toEqual([])
})
