import { Script } from 'node:vm'
import { type Envelope, ok } from '@atelier/operation'
import { expect } from 'vitest'
import { codeHash } from '../src/code/assets.ts'
import { importFiles } from './importing.ts'
import { createTestProject, type TestProject } from './project.ts'

const filler = 'We bake every morning from six, with flour from the mill beside the river.'
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Home</title>${head}</head><body>${body}</body></html>`
const body = `<main data-block="start"><h1>Bread</h1><p>${filler}</p></main>`
const css = '.hero { color: red }\n.card { color: green }\n'
const code = 'const open = true\nconsole.log(open)\n'

/** Reads a script as a server does, without running it. */
const checker = {
  async check({ content, format }: { content: string; format: 'module' | 'classic' }) {
    try {
      if (format === 'classic' || !/^\s*(?:im|ex)port /m.test(content)) new Script(content)
      return { problems: [], imports: [] }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { problems: [{ line: 1, message, severity: 'error' as const }], imports: [] }
    }
  },
}

export interface DoorSite extends TestProject {
  root: string
}

/** A site with a page, a rule, a script and a stylesheet of its own. */
export async function newDoorSite(): Promise<DoorSite> {
  const project = createTestProject()
  const { root } = project.addPage(body, { css })
  for (const asset of [
    { path: 'scripts/menu.js', type: 'script', content: code },
    { path: 'css/print.css', type: 'style', content: css },
  ])
    expect(await project.call('write_code_asset', asset)).toMatchObject({ ok: true })
  const { call } = project
  return {
    ...project,
    call: (name, input, given) => call(name, input, { services: { code: checker }, ...given }),
    root,
  }
}

export interface Door {
  /** The operation; `import` for a folder or archive, which is no operation. */
  operation: string
  takes: 'html' | 'css' | 'script'
  /** It keeps what it is sent as far as it can, and reports what a model would be refused for. */
  keeps?: true
  /** The mistakes that it takes out without a word, since every copy of other programs has them. */
  removes?: RegExp
  send(site: DoorSite, text: string): Promise<Envelope>
}

const edit = (file: string, search: string, replace: string) => ({
  edits: [{ file, replaceOperations: [{ search, replace }] }],
})
const patch = async (path: string, before: string, oldText: string, newText: string) => ({
  path,
  expectedHash: await codeHash(before),
  replacements: [{ oldText, newText }],
})
const paragraph = `<p>${filler}</p>`

/** Every way in which a text of a model becomes nodes, rules or code. */
export const DOORS: readonly Door[] = [
  {
    operation: 'insertHtml',
    takes: 'html',
    send: (site, html) => site.call('insertHtml', { parentId: site.root, html }),
  },
  {
    operation: 'replaceNodeHtml',
    takes: 'html',
    send: (site, html) => site.call('replaceNodeHtml', { nodeId: site.root, html }),
  },
  {
    operation: 'writeFile',
    takes: 'html',
    send: (site, html) => site.call('writeFile', { filename: 'index.html', content: page(html) }),
  },
  {
    operation: 'writeFiles',
    takes: 'html',
    send: (site, html) => site.call('writeFiles', { files: { 'about.html': page(html) } }),
  },
  {
    operation: 'writeFiles',
    takes: 'html',
    send: (site, html) =>
      site.call('writeFiles', { files: { '_components/card.html': `<article>${html}${paragraph}</article>` } }),
  },
  {
    operation: 'editFiles',
    takes: 'html',
    send: (site, html) => site.call('editFiles', edit('index.html', paragraph, html)),
  },
  {
    operation: 'editBlock',
    takes: 'html',
    send: (site, content) =>
      site.call('editBlock', { file: 'index.html', selector: 'main', action: 'replaceInner', content }),
  },
  {
    operation: 'editBlock',
    takes: 'html',
    send: (site, content) =>
      site.call('editBlock', { file: 'index.html', selector: 'h1', action: 'insertAfter', content }),
  },
  { operation: 'applyCss', takes: 'css', send: (site, text) => site.call('applyCss', { css: text }) },
  {
    operation: 'insertHtml',
    takes: 'css',
    send: (site, text) => site.call('insertHtml', { parentId: site.root, html: `<p>New</p><style>${text}</style>` }),
  },
  {
    operation: 'replaceNodeHtml',
    takes: 'css',
    send: (site, text) => site.call('replaceNodeHtml', { nodeId: site.root, html: `<p>New</p><style>${text}</style>` }),
  },
  {
    operation: 'writeFile',
    takes: 'css',
    send: (site, content) => site.call('writeFile', { filename: 'styles.css', content }),
  },
  {
    operation: 'writeFile',
    takes: 'css',
    send: (site, text) =>
      site.call('writeFile', { filename: 'index.html', content: page(body, `<style>${text}</style>`) }),
  },
  {
    operation: 'writeFiles',
    takes: 'css',
    send: (site, text) => site.call('writeFiles', { files: { 'css/print.css': text } }),
  },
  {
    operation: 'editFiles',
    takes: 'css',
    send: (site, text) => site.call('editFiles', edit('styles.css', '.card { color: green }', text)),
  },
  {
    operation: 'write_code_asset',
    takes: 'css',
    send: (site, content) => site.call('write_code_asset', { path: 'css/print.css', type: 'style', content }),
  },
  {
    operation: 'patch_code_asset',
    takes: 'css',
    send: async (site, text) =>
      site.call('patch_code_asset', await patch('css/print.css', css, '.card { color: green }', text)),
  },
  {
    operation: 'writeFile',
    takes: 'script',
    send: (site, content) => site.call('writeFile', { filename: 'scripts/menu.js', content }),
  },
  {
    operation: 'writeFiles',
    takes: 'script',
    send: (site, content) => site.call('writeFiles', { files: { 'scripts/new.js': content } }),
  },
  {
    operation: 'writeFile',
    takes: 'script',
    send: (site, text) =>
      site.call('writeFile', { filename: 'index.html', content: page(`${body}<script>${text}</script>`) }),
  },
  {
    operation: 'editFiles',
    takes: 'script',
    send: (site, text) => site.call('editFiles', edit('scripts/menu.js', 'console.log(open)', text)),
  },
  {
    operation: 'write_code_asset',
    takes: 'script',
    send: (site, content) => site.call('write_code_asset', { path: 'scripts/menu.js', type: 'script', content }),
  },
  {
    operation: 'patch_code_asset',
    takes: 'script',
    send: async (site, text) =>
      site.call('patch_code_asset', await patch('scripts/menu.js', code, 'console.log(open)', text)),
  },
  // A person pastes into the canvas or the tree: what another program copied, and a text.
  {
    operation: 'pasteContent',
    takes: 'html',
    removes: /^<(?:title|meta|link)|class=(?:“|\\)/,
    send: (site, html) => site.call('pasteContent', { parentId: site.root, html }),
  },
  {
    operation: 'pasteContent',
    takes: 'html',
    send: (site, html) => site.call('pasteContent', { parentId: site.root, text: `<section>\n${html}\n</section>` }),
  },
  {
    operation: 'pasteContent',
    takes: 'css',
    keeps: true,
    send: (site, css) =>
      site.call('pasteContent', { parentId: site.root, html: `<style>${css}</style><p class="a">New</p>` }),
  },
  {
    operation: 'pasteContent',
    takes: 'css',
    send: (site, css) =>
      site.call('pasteContent', { parentId: site.root, text: `<style>${css}</style><p class="a">New</p>` }),
  },
  { operation: 'import', takes: 'html', keeps: true, send: (site, html) => imported(site, { 'new.html': page(html) }) },
  {
    operation: 'import',
    takes: 'css',
    keeps: true,
    send: (site, text) =>
      imported(site, { 'new.html': page(body, '<link rel="stylesheet" href="new.css">'), 'new.css': text }),
  },
  {
    operation: 'import',
    takes: 'css',
    keeps: true,
    send: (site, text) => imported(site, { 'new.html': page(body, `<style>${text}</style>`) }),
  },
  {
    operation: 'import',
    takes: 'script',
    keeps: true,
    send: (site, text) => imported(site, { 'new.html': page(`${body}<script src="new.js"></script>`), 'new.js': text }),
  },
  {
    operation: 'import',
    takes: 'script',
    keeps: true,
    send: (site, text) => imported(site, { 'new.html': page(`${body}<script>${text}</script>`) }),
  },
]

/** Imports files, and answers with what the plan of the import shows. */
async function imported(site: DoorSite, files: Record<string, string>): Promise<Envelope> {
  const { plan } = await importFiles(site, files, { code: checker })
  const { refused, leftOut, missing, external, warnings } = plan
  const problems = [...leftOut, ...missing, ...external]
  return ok({ refused, problems }, { warnings: warnings.map(({ path, message }) => `${path}: ${message}`) })
}

/** Every file of the package that reads HTML, or writes rules or code: the door that it belongs to, or why it has none. */
export const READERS: Readonly<Record<string, string>> = {
  'clipboard/adapt.ts': 'pasteContent',
  'code/assets.ts': 'defines what writes code',
  'files/edit.ts': 'editFiles',
  'files/editBlock.ts': 'editBlock',
  'files/files.ts': 'writeFiles',
  'files/mistakes.ts': 'writeFile',
  'files/packageStyles.ts': 'a stylesheet of a package, which nobody wrote here',
  'files/scripts.ts': 'writeFile',
  'files/takenOut.ts': 'changes which pages load a script, not its text',
  'files/whole.ts': 'writeFile',
  'html/cleanHtml.ts': 'HTML of an entry, which is no node of a page',
  'html/document.ts': 'defines what reads documents',
  'html/parse.ts': 'defines what reads HTML',
  'html/srcdoc.ts': 'a document in an attribute of HTML that a door has read',
  'import/apply.ts': 'import',
  'import/page.ts': 'starters and sections that come with the program',
  'import/prepare.ts': 'import',
  'import/references.ts': 'reads which files an archive needs',
  'import/starter.ts': 'compares with a starter',
  'operations/code/patchCodeAsset.ts': 'patch_code_asset',
  'operations/code/renameCodeAsset.ts': 'changes paths in code that is there',
  'operations/code/writeCodeAsset.ts': 'write_code_asset',
  'operations/nodes/pasteContent.ts': 'pasteContent',
  'operations/nodes/replaceNodeHtml.ts': 'replaceNodeHtml',
  'operations/shared/incoming.ts': 'insertHtml',
  'operations/shared/insertIncoming.ts': 'insertHtml',
  'operations/styles/addRule.ts': 'an empty rule, whose selector it checks',
  'operations/styles/applyCss.ts': 'applyCss',
  'publish/release.ts': 'rich text of an entry',
  'read/css.ts': 'reads rules that are there',
  'sheet/upsert.ts': 'defines what writes rules',
  'sheet/write.ts': 'defines what writes sheets',
  'styles/extract.ts': 'moves declarations that are there',
  'styles/ramps.ts': 'rules of tokens, made by the program',
  'styles/scripts.ts': 'changes a class in code that is there',
}
