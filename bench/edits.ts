import { applyEdits } from '../packages/site/src/edits/applyEdits.ts'
import { type EditEngine, type Tally, total, tryEdits } from '../packages/site/testing/editTrials.ts'
import { editInFourTiers } from '../packages/site/testing/fourTiers.ts'
import { pagesOfModels, tryFromMemory } from '../packages/site/testing/memoryTrials.ts'
import { editsBetween, type RealEdit } from '../packages/site/testing/realEdits.ts'
import { publishedPages } from './support/publishedPages.ts'
import { judge, round2, timed } from './support/verdict.ts'

/** Packages of pages, with versions of which each is compared with the one before it. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'html5-boilerplate': ['7.1.0', '7.3.0', '8.0.0', '9.0.1'],
  'startbootstrap-agency': ['6.0.0', '6.0.5', '7.0.0', '7.0.12'],
  'startbootstrap-clean-blog': ['5.1.0', '6.0.1', '6.0.9'],
  'startbootstrap-creative': ['6.0.1', '6.0.5', '7.0.0', '7.0.5'],
  'startbootstrap-freelancer': ['6.0.2', '6.0.4', '6.0.6', '7.0.7'],
  'startbootstrap-grayscale': ['6.0.1', '6.0.4', '7.0.0', '7.0.6'],
  'startbootstrap-sb-admin-2': ['4.0.7', '4.1.1', '4.1.3'],
}
/** How many parts of each kind are quoted of a page. */
const QUOTATIONS = 16
/** No more than these from one package, so that none outweighs the others. */
const MOST_OF_ONE = 60

/**
 * Edits between published versions of public packages, each mutated as a model gets it wrong, by this engine and by the
 * four tiers that are usual.
 */
export async function run(): Promise<object> {
  const edits = Object.entries(packages).flatMap(([name, versions]) => editsOf(name, versions))
  const ours = await trials(edits, ({ source, search, replace }) => {
    const { text, appliedCount } = applyEdits(source, [{ search, replace }], true)
    return appliedCount === 0 ? undefined : text
  })
  const tiers = await trials(edits, editInFourTiers)
  const { nothing, dedent, 'collapsed white space': collapsed, quotes } = ours.tallies
  const refusedOnce = [dedent, collapsed, quotes].reduce((sum, tally) => sum + (tally?.refusedOnce ?? 0), 0)
  const memory = await tryFromMemory(pagesOfModels(), QUOTATIONS)
  const { exact, clear, strange } = memory
  const { verdicts, within } = judge({
    edits: { value: edits.length, unit: 'edits', least: 300 },
    wrong: { value: ours.all.wrong, unit: 'wrong', most: 0 },
    exact: { value: (nothing?.tries ?? 0) - (nothing?.exact ?? 0), unit: 'unmutated ones not byte for byte', most: 0 },
    quoted: { value: exact.tries, unit: 'quotations from memory', least: 480 },
    found: { value: round2((100 * exact.done) / exact.tries), unit: '% of them done', least: 97 },
    strange: { value: clear.tries + strange.tries, unit: 'mutated or strange edits', least: 2_800 },
    harm: { value: exact.wrong + clear.wrong + strange.wrong, unit: 'changed or lost another text', most: 0 },
    clear: {
      value: round2((100 * clear.refused) / clear.tries),
      unit: '% refused that a person would do',
      most: 5,
    },
    refused: { value: refusedOnce, unit: 'refused for white space or quotes', most: 0 },
  })
  if (!within) process.exitCode = 1
  return { edits: edits.length, memory, ours: { ...ours.tallies, ...ours.figures }, fourTiers: tiers.figures, verdicts }
}

async function trials(edits: readonly RealEdit[], engine: EditEngine) {
  let tallies: Record<string, Tally> = {}
  const { cpu } = await timed(() => {
    tallies = tryEdits(edits, engine)
  })
  const all = total(tallies)
  return { tallies, all, figures: { all, wrongByMutation: wrongOf(tallies), cpuSeconds: round2(cpu / 1000) } }
}

const wrongOf = (tallies: Readonly<Record<string, Tally>>) =>
  Object.fromEntries(Object.entries(tallies).map(([name, { wrong, tries }]) => [name, `${wrong} of ${tries}`]))

function editsOf(name: string, versions: readonly string[]): RealEdit[] {
  const found = new Map<string, RealEdit>()
  let older: ReadonlyMap<string, string> | undefined
  for (const version of versions) {
    const pages = publishedPages(name, version)
    for (const [path, source] of older ?? []) {
      const other = pages.get(path)
      if (other === undefined) continue
      for (const edit of editsBetween(source, other)) found.set(`${edit.search}\0${edit.replace}`, edit)
    }
    older = pages
  }
  return [...found.values()].slice(0, MOST_OF_ONE)
}
