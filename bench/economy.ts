import { createLoader, selectToolbox, toolDefinitions } from '@atelier/operation'
import { siteOperations, siteState, siteStateText, siteSystemPrompt } from '@atelier/site'
import { testDatabases } from '../apps/server/testing/databases.ts'
import { type WireId, wireIds } from '../e2e/wire/judge/script.ts'
import { createJudgedScene, type JudgedAnswer } from '../e2e/wire/runs/scene.ts'
import { createTestProject } from '../packages/site/testing/project.ts'
import { economyOf, type SentFigures } from './support/economy.ts'
import { judge, round2 } from './support/verdict.ts'

const ROUNDS = 50

/** Models that check what their reasoning goes back behind, where the wire has sealed reasoning. */
const models: Record<WireId, string> = {
  anthropic: 'claude-opus-4-8',
  openai: 'gpt-5.1',
  openrouter: 'anthropic/claude-opus-4.8',
  ollama: 'qwen3:8b',
  compatible: 'local',
}

/**
 * The requests of a long run to a provider, on each wire: 50 rounds, reads of a page that grows from 6 to 16 kB and
 * edits in turn, against a scripted provider that refuses reasoning behind anything but the request that it came from.
 * The model's window is not known, so that results are cut down most often.
 */
export async function run(): Promise<object> {
  const { tools } = toolbox()
  const wires: Record<string, SentFigures & { reads: string }> = {}
  for (const wire of wireIds) wires[wire] = await measure(wire)
  const schemas = {
    tools: tools.length,
    toolsBytes: bytes(JSON.stringify(tools)),
    systemBytes: bytes(siteSystemPrompt),
  }
  return {
    rounds: ROUNDS,
    ...schemas,
    ...wires,
    ...judge(
      Object.fromEntries(
        Object.entries(wires).flatMap(([wire, figures]) => [
          [`${wire}: breaks of the common prefix`, { value: figures.breaks, unit: '', most: 4 }],
          [`${wire}: bytes behind it by bytes added`, { value: round2(figures.ratio), unit: '', most: 1.2 }],
          [`${wire}: reasoning dropped without a break`, { value: figures.droppedElsewhere, unit: 'times', most: 0 }],
          [`${wire}: refused requests`, { value: figures.refused, unit: '', most: 0 }],
        ]),
      ),
    ),
  }
}

function toolbox() {
  const operations = [...siteOperations, ...createLoader('site', () => siteOperations)]
  const capabilities = new Set(['document.read', 'document.write', 'project.publish'] as const)
  const selected = selectToolbox(operations, { scope: 'site', capabilities })
  return { find: (name: string) => selected.find(name), tools: toolDefinitions(selected) }
}

async function measure(wire: WireId): Promise<SentFigures & { reads: string }> {
  const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
  if (!sqlite) throw new Error('SQLite is always there')
  const opened = await sqlite.open()
  const project = createTestProject()
  const { pageId, root } = project.addPage(Array.from({ length: 16 }, (_, at) => section(at)).join(''), { css: sheet })
  const page = project.pages.get(pageId)
  const { tools, find } = toolbox()
  const reads: number[] = []
  const played = await createJudgedScene(opened.database, wire, (_request, at) => answer(at, root), {
    async toy({ name, input }) {
      const result = await project.call(name, input)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`)
      if (name === 'read_document') reads.push(bytes(JSON.stringify(result)))
      return result
    },
    prepared: {
      model: models[wire],
      system: siteSystemPrompt,
      tools,
      findOperation: find,
      maxRounds: ROUNDS + 1,
      state: {
        lines: async () => siteState(project.site, page, { documentId: pageId }),
        text: siteStateText,
      },
    },
  })
  try {
    const run = await played.say('Add what is missing, section by section.')
    if (run.status !== 'complete' || run.rounds !== ROUNDS + 1) throw new Error(`${wire}: ${JSON.stringify(run)}`)
    const refused = played.refusals().length
    const figures = economyOf(played.captured.map(({ body }) => body))
    return { ...figures, refused, reads: `${Math.min(...reads)} to ${Math.max(...reads)} bytes` }
  } finally {
    await played.close()
    await opened.close()
  }
}

/** A read and an edit in turn, each thought over first. */
function answer(at: number, root: string): JudgedAnswer {
  if (at >= ROUNDS) return { reasoning: 'All is there.', text: 'The page has all its sections now.' }
  const reasoning = `Step ${at + 1}. ${'What the page has, and what it lacks. '.repeat(6)}`
  if (at % 2 === 0) return { reasoning, calls: [{ name: 'read_document', input: {} }] }
  return { reasoning, calls: [{ name: 'insertHtml', input: { parentId: root, html: section(16 + at) } }] }
}

function section(at: number): string {
  return `<section class="part"><h2 class="title">Part ${at}</h2><p class="words">What part ${at} of the page tells about bread, in a sentence that is neither long nor short, and in another one that says how it is baked and for how many. ${'Rye. '.repeat(at % 7)}</p><a class="more" href="#part-${at}">More</a></section>`
}

const sheet = `:root { --ink: #222 } .part { padding: 2rem } .title { font-size: 2rem } .words { color: var(--ink) } .more { text-decoration: none }`

function bytes(text: string): number {
  return Buffer.byteLength(text)
}
