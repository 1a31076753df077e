import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openLocal } from '@atelier/documents'
import { createNodeIds, parseHtml, readTree } from '@atelier/site'
import { parse } from 'parse5'
import * as Y from 'yjs'
import { composing } from './support/composing.ts'
import { type EditTimes, editFigures, editRound, openPage } from './support/siteEdits.ts'
import { cardPage, loadPage } from './support/sitePages.ts'
import { judge, medianTime, quantile, round2, type Time, timed } from './support/verdict.ts'

const IMPORT_ROUNDS = 15
const EDIT_ROUNDS = 7
/** The first edits after a start take up to 2 ms more, until their code is compiled. */
const EDIT_WARM_UPS = 3
const warmUps = 2
const SIZES = [
  { name: '1,000', characters: 13_500, limit: 1 },
  { name: '10,000', characters: 140_000, limit: 2 },
  { name: '50,000', characters: 712_000, limit: 5 },
] as const

/**
 * The HTML engine in Node: a page of 1 MB read into nodes, round by round beside only parse5; a stored page of 5,000
 * nodes opened, and read as an agent reads it; single edits on pages of 1,000, 10,000 and 50,000 nodes, in turns; a loop
 * and components composed. CPU milliseconds, garbage collection included; medians where nothing else is said; `p95` is by
 * the clock, which a machine that is busy otherwise makes longer.
 */
export async function run(): Promise<object> {
  const newId = createNodeIds((bytes) => crypto.getRandomValues(bytes))
  const imported = await importing(newId)

  const five = openPage(loadPage(cardPage(68_000), newId), newId)
  const update = Y.encodeStateAsUpdate(five.page.doc)
  const opening = await medianTime(9, () => {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, update)
    const tree = readTree(openLocal(doc).view)
    if (tree.root === '') throw new Error('The page was not read.')
  })
  const asked = await medianTime(15, () => five.call('read_document', {}))
  const edits = await editing(newId)
  const figures = {
    ...imported.figures,
    openedNodes: [...readTree(five.page.view).walk()].length,
    openMs: round2(opening.cpu),
    readDocumentMs: round2(asked.cpu),
    edits,
    compose: await composing(newId),
  }
  return {
    ...figures,
    ...judge({
      'import of 1 MB into nodes against parse5': { value: imported.share, unit: '%', least: 70 },
      'opening 5,000 nodes': { value: figures.openMs, unit: 'ms', most: 150 },
      'read_document of 5,000 nodes': { value: figures.readDocumentMs, unit: 'ms', most: 50 },
      ...Object.fromEntries(
        SIZES.map(({ name, limit }) => [
          `an operation at ${name} nodes`,
          { value: edits[name]?.slowest ?? Number.POSITIVE_INFINITY, unit: 'ms', most: limit },
        ]),
      ),
    }),
  }
}

/**
 * parse5's own time for the same source, ours until it is nodes, and until they are in a document besides. Only what
 * was measured in the same round is compared, since the speed of a machine that others use changes by the second.
 */
async function importing(newId: () => string) {
  const source = cardPage(1_000_000)
  const rounds: { parse5: Time; nodes: Time; planted: Time }[] = []
  for (let at = -warmUps; at < IMPORT_ROUNDS; at += 1) {
    const round = {
      parse5: await alone(() => parse(source)),
      nodes: await alone(() => parseHtml(source)),
      planted: await alone(() => loadPage(source, newId)),
    }
    if (at >= 0) rounds.push(round)
  }
  type Round = (typeof rounds)[number]
  const median = (pick: (round: Round) => Time) => round2(quantile(rounds.map(pick), 0.5).cpu)
  const share = (pick: (round: Round) => Time) => {
    const shares = rounds.map((round) => round.parse5.cpu / pick(round).cpu).sort((a, b) => a - b)
    return Math.round((shares[shares.length >> 1] ?? 0) * 100)
  }
  return {
    share: share(({ nodes }) => nodes),
    figures: {
      characters: source.length,
      parse5Ms: median(({ parse5 }) => parse5),
      intoNodesMs: median(({ nodes }) => nodes),
      intoDocumentMs: median(({ planted }) => planted),
      intoDocumentPercentOfParse5: share(({ planted }) => planted),
    },
  }
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Without what the one before it left behind, which would be collected at its cost. */
function alone(body: () => unknown): Promise<Time> {
  if (typeof collect === 'function') collect()
  return timed(body)
}

/** The code is warm, as in a tab that has been worked in. */
async function editing(newId: () => string) {
  const open = SIZES.map(({ name, characters }) => ({
    name,
    opened: openPage(loadPage(cardPage(characters), newId), newId),
    rounds: [] as EditTimes[],
  }))
  for (let at = -EDIT_WARM_UPS; at < EDIT_ROUNDS; at += 1) {
    for (const { opened, rounds } of open) {
      const times = await editRound(opened, at + EDIT_WARM_UPS)
      if (at >= 0) rounds.push(times)
    }
  }
  const sizes: Record<string, ReturnType<typeof editFigures> & { nodes: number }> = {}
  for (const { name, opened, rounds } of open) {
    sizes[name] = { nodes: [...readTree(opened.page.view).walk()].length, ...editFigures(rounds) }
  }
  return sizes
}
