import { readdirSync, readFileSync } from 'node:fs'
import { addTrials, changedByRewrite, EDIT_KINDS, noTrials, tryTextEdits } from '../packages/site/testing/fileTrials.ts'
import { importInto } from '../packages/site/testing/importing.ts'
import type { TestProject } from '../packages/site/testing/project.ts'
import { realSites } from './support/realSites.ts'
import { judge } from './support/verdict.ts'

/** How many elements of a page are edited in each way. */
const TIMES = 6

/**
 * Real sites as files: what a write of each file as it was read changes, and what edits of its text, in nine ways, leave
 * of the nodes, written as edits and as whole files.
 */
export async function run(): Promise<object> {
  const projects: TestProject[] = []
  for (const [, path] of realSites()) {
    const { project, take } = importInto()
    await take(filesIn(path))
    projects.push(project)
  }
  let files = 0
  const changed: string[] = []
  for (const project of projects) {
    const rewritten = await changedByRewrite(project)
    files += rewritten.files
    changed.push(...rewritten.changed)
  }
  const figures: Record<string, object> = {}
  const all = noTrials()
  for (const kind of EDIT_KINDS) {
    const ofKind = noTrials()
    for (const exact of [true, false]) {
      for (const project of projects) addTrials(ofKind, await tryTextEdits(project, kind, exact, TIMES))
    }
    addTrials(all, ofKind)
    const { edits, kept, elements, patches } = ofKind
    figures[kind] = { edits, keptIds: kept / elements, patchesEach: Math.round((patches / edits) * 10) / 10 }
  }
  for (const line of [...changed, ...all.misread]) console.error(line)
  const { verdicts, within } = judge({
    unchanged: { value: changed.length, unit: 'files that a write as they were read changes', most: 0 },
    misread: { value: all.misread.length, unit: 'edits that read otherwise than written', most: 0 },
    keptIds: { value: (100 * all.kept) / all.elements, unit: '% of the elements keep their id', least: 99.7 },
    tags: { value: all.ofAnotherTag, unit: 'elements of another tag', most: 0 },
  })
  if (!within) process.exitCode = 1
  return { files, edits: all.edits, ...figures, verdicts }
}

/** Pages and their own stylesheets. */
function filesIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const isOwn =
      /\.(?:html|css)$/.test(name) && !/node_modules|vendor|(?:^|[/\\])(?:bootstrap|webpack)|scss/.test(name)
    if (isOwn) files[name.replaceAll('\\', '/')] = readFileSync(`${folder}/${name}`, 'utf8')
  }
  return files
}
