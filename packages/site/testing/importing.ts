import { createMemoryView } from '@atelier/documents'
import type { CodeChecker } from '../src/context/services.ts'
import { applyImport, type ImportChoices, type KeptMedia, planImport, prepareImport } from '../src/import/index.ts'
import { createTestProject, type TestProject } from './project.ts'
import { publishSite } from './publishSite.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Imports files into a project. @param code reads their scripts */
export async function importFiles(
  project: Pick<TestProject, 'site' | 'pages' | 'newId'>,
  files: Record<string, string>,
  { choices = {}, code }: { choices?: ImportChoices; code?: CodeChecker } = {},
) {
  const given = Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) }))
  const prepared = await prepareImport(given, undefined, code)
  const plan = planImport(prepared, project.site, new Set(), choices)
  const media = new Map<string, KeptMedia>()
  for (const { path, bytes: content } of prepared.media) {
    const text = new TextDecoder().decode(content)
    media.set(path, { hash: hashOf(text), type: 'image/png', bytes: content.byteLength })
  }
  const drafts = {
    open: async (id: string) => project.pages.get(id),
    create(id: string) {
      const view = createMemoryView()
      project.pages.set(id, view)
      return view
    },
  }
  const context = {
    site: project.site,
    drafts,
    newId: project.newId,
    now: () => 0,
    media,
    starter: new Set<string>(),
  }
  return { plan, report: applyImport(context, prepared, choices) }
}

/** A project, and what imports files into it. */
export function importInto() {
  const project = createTestProject()
  const take = (files: Record<string, string>, choices: ImportChoices = {}) => importFiles(project, files, { choices })
  return { project, take }
}

const hashOf = (text: string) =>
  [...text]
    .map((each) => each.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
    .slice(0, 64)

/** The published files by path, without the hash in the names of stylesheets. */
export async function release({ site: view, pages: documents }: TestProject): Promise<Map<string, string>> {
  const { files } = await publishSite({ site: view, pages: [...documents].map(([id, each]) => ({ id, view: each })) })
  return new Map(files.map(({ path, text }) => [path.replace(/-[0-9a-f]{10}(?=\.css$)/, ''), text]))
}
