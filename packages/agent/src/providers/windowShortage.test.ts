import { expect, it } from 'vitest'
import { windowShortage } from './windowShortage.ts'

it('says what Ollama’s default window lacks, and what to set', () => {
  const said = windowShortage('ollama', 4096, 5826)
  expect(said).toMatch(/window of 4,096 tokens.*alone take about 5,800/)
  expect(said).toContain('OLLAMA_CONTEXT_LENGTH=16384')
  expect(said).toContain('num_ctx 16384')
  expect(said).not.toMatch(/new chat/)
})

it('says it also of a model that is not loaded, whose window is not known yet', () => {
  expect(windowShortage('ollama', undefined, 5800)).toMatch(
    /4,096 tokens if nothing else is set.*OLLAMA_CONTEXT_LENGTH/,
  )
  expect(windowShortage('ollama', undefined, 500)).toBeUndefined()
  expect(windowShortage('compatible', undefined, 5800)).toBeUndefined()
})

it('says nothing of a window with room for a conversation', () => {
  expect(windowShortage('ollama', 16_384, 5800)).toBeUndefined()
  expect(windowShortage('anthropic', 200_000, 5800)).toBeUndefined()
})

it('says it of any server with too small a window', () => {
  expect(windowShortage('compatible', 8192, 5800)).toMatch(/window of 8,192 tokens.*at least 16,384 tokens/)
})
