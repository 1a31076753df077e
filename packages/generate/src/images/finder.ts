import type { ImageAnswer, ImageFinder, ImageService } from '@atelier/site'
import { createSketchService } from '../sketch/sketch.ts'
import { createPexels } from './pexels.ts'
import { createTogether, type TogetherModel } from './together.ts'

/** Which service a workspace uses; without a choice Pexels, or Together if only that has a key. */
export interface ImageChoice {
  service?: 'pexels' | 'together'
  /** The model at Together. */
  model?: TogetherModel
}

export interface ImageFinderOptions {
  /** A fetch that follows no redirect. */
  fetch: typeof globalThis.fetch
  /** Epoch milliseconds. */
  now(): number
}

/** A caller's budget for pictures. */
export interface ImageBudget {
  /**
   * Sets aside what pictures of a model cost at most. `settle` MUST be called with what they did cost; `problem` is a
   * sentence for a person or a model.
   */
  reserve(
    model: TogetherModel,
    costUsd: number,
  ): Promise<{ ok: true; settle(spentUsd: number): Promise<void> } | { ok: false; problem: string }>
}

/** The access of one project's finder. */
export interface ImageAccess {
  projectId: string
  key(name: 'pexels' | 'together'): Promise<string | undefined>
  choice(): Promise<ImageChoice>
  budget: ImageBudget
}

/** Queries that are at work at once, per call. */
const AT_ONCE = 4
/** How long an answer is remembered, for a call that is made again, in milliseconds. */
const REMEMBERED = 60_000
/** Bytes of the pictures that are remembered. */
const MAX_REMEMBERED = 64 * 1024 * 1024

/** Finds pictures for the projects of a server: each at the service that its workspace uses. */
export function createImageFinder({ fetch, now }: ImageFinderOptions): (access: ImageAccess) => ImageFinder {
  const sketch = createSketchService()
  const remember = createMemory(now)
  return ({ projectId, key, choice, budget }) => ({
    async open() {
      const [{ service: chosen, model }, pexelsKey, togetherKey] = await Promise.all([
        choice(),
        key('pexels'),
        key('together'),
      ])
      const service = chosen ?? (pexelsKey === undefined && togetherKey !== undefined ? 'together' : 'pexels')
      const serviceOver = (fetch: typeof globalThis.fetch) =>
        service === 'together'
          ? togetherKey && createTogether({ fetch, key: togetherKey, model, budget })
          : pexelsKey && createPexels({ fetch, key: pexelsKey })
      const found = serviceOver(fetch)
      if (!found) return sketch
      const limited = createLimiter(AT_ONCE)
      const find: ImageService['find'] = (query, signal) => {
        const asked = JSON.stringify([projectId, service, model, query.query, query.count, query.orientation])
        return remember(asked, () =>
          limited(() => (serviceOver(endingWith(fetch, signal)) || found).find(query, signal)),
        )
      }
      return { ...found, find }
    },
  })
}

/** A fetch whose requests end with the signal. */
function endingWith(fetch: typeof globalThis.fetch, signal: AbortSignal | undefined): typeof globalThis.fetch {
  if (!signal) return fetch
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal })
}

/** Runs tasks, at most `most` of them at the same time. */
function createLimiter(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Keeps answers that succeeded for a while, so that a picture is not paid for twice. */
function createMemory(now: () => number) {
  const kept = new Map<string, { at: number; bytes: number; answer: Promise<ImageAnswer> }>()
  const tidy = () => {
    let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0)
    for (const [key, each] of kept) {
      if (now() - each.at < REMEMBERED && bytes <= MAX_REMEMBERED) continue
      bytes -= each.bytes
      kept.delete(key)
    }
  }
  return (key: string, find: () => Promise<ImageAnswer>): Promise<ImageAnswer> => {
    tidy()
    const known = kept.get(key)
    if (known) return known.answer
    const entry = { at: now(), bytes: 0, answer: find() }
    kept.set(key, entry)
    const settle = (answer: ImageAnswer | undefined) => {
      if (!answer?.ok) kept.delete(key)
      else entry.bytes = answer.images.reduce((sum, image) => sum + image.bytes.byteLength, 0)
      tidy()
    }
    entry.answer.then(settle, () => settle(undefined))
    return entry.answer
  }
}
