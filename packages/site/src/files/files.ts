import { type Envelope, fail } from '@atelier/operation'
import { addCode, changeCode, refusePath } from '../code/assets.ts'
import { refuseStyle } from '../code/styleSafety.ts'
import type { SiteContext } from '../context/context.ts'
import type { CssChange } from '../css/change.ts'
import { withoutShared } from '../css/merge.ts'
import { printCss } from '../css/printCss.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import { createRoot, plantNodes } from '../document/edit.ts'
import { documents, HOME_SLUG, listComponent, listPage, pages } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { TOO_DEEP } from '../html/reader.ts'
import type { Refusal } from '../html/refuse.ts'
import { incomingCode, incomingCss } from '../lint/incoming.ts'
import { rewriteSheet } from '../sheet/rewrite.ts'
import { addCss } from '../sheet/upsert.ts'
import { attempt } from './attempt.ts'
import { writeChange } from './edit.ts'
import { fileNamed, listFiles, PART_TAGS, type SiteFile, sharedParts, sharedTemplate, slugOfFile } from './list.ts'
import { codeMistakes, cssMistakes } from './mistakes.ts'
import { PARTS_FOLDER, refuseName, shortName } from './names.ts'
import { NOTHING_UNSEEN, noteSeen, type Unseen, unseen, withoutOverwriting } from './seen.ts'
import { type MarkupText, markupFile, markupText, plainText } from './text.ts'
import { withoutTailwind } from './utilities.ts'
import { writeWhole } from './whole.ts'
import type { WrittenNodes } from './write.ts'

/** The result of writing one file. */
export interface FileReport {
  file: string
  action: 'created' | 'updated' | 'unchanged'
  /** Elements that stay the same nodes, are made, and are gone. */
  kept: number
  created: number
  deleted: number
  refused: Refusal[]
  warnings: string[]
  /** The file as it is now, if that is known without reading it again. */
  text?: string
}

type Outcome = { report: FileReport; problem?: undefined } | { report?: undefined; problem: Envelope<never> }

/** A file of the site by its name. */
export async function findFile(context: SiteContext, name: string): Promise<SiteFile | undefined> {
  return fileNamed(await listFiles(context), name)
}

/** The text of a file, with where its nodes stand if it is markup; it counts as seen. */
export async function openFile(context: SiteContext, file: SiteFile): Promise<{ text: string; markup?: MarkupText }> {
  await noteSeen(context, file)
  const plain = plainText(context, file)
  if (plain !== undefined) return { text: plain }
  const markup = await markupText(context, file)
  return markup ? { text: markup.text, markup } : { text: '' }
}

/** The text of a file; it counts as seen. */
export async function readText(context: SiteContext, file: SiteFile): Promise<string> {
  return (await openFile(context, file)).text
}

/** The text of a file as a call has made it: by its name, since what was found before the call is as it was then. */
export async function writtenText(context: SiteContext, name: string): Promise<string> {
  const file = await findFile(context, name)
  return file ? (plainText(context, file) ?? (await markupText(context, file))?.text ?? '') : ''
}

/** Notes that a conversation has seen some files as a call leaves them. */
export async function noteWrittenFiles(context: SiteContext, names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const file = await findFile(context, name)
    if (file) await noteSeen(context, file)
  }
}

/**
 * Makes a text the content of a file, which is made if there is none of that name. Nothing is written if there is a
 * problem. A text that counts `exact` is an edit of the file as it is; any other one was written from what this
 * conversation last read, so that what others wrote since stays.
 * @param exact whether white space counts as written; otherwise it counts for nothing where nothing else differs
 * @param from the file as it is, if it was opened just now
 */
export async function writeText(
  context: SiteContext,
  name: string,
  text: string,
  exact = false,
  from?: MarkupText,
): Promise<Outcome> {
  const known = await findFile(context, name)
  const others = known && !exact ? await unseen(context, known) : NOTHING_UNSEEN
  if ('problem' in others) return others
  const wrote = new Set<string>()
  const outcome = await attempt<Outcome>(
    context,
    async (own) => refuseDepth(await writeFile(own, name, text, exact, others, from)),
    (patches, { report }) => {
      const { counting, kept } = withoutOverwriting(patches, others)
      report?.warnings.push(...kept)
      for (const [id, list] of counting) if (list.length > 0) wrote.add(id === 'site' ? (context.siteId ?? '') : id)
      if (report?.action === 'updated' && wrote.size === 0) report.action = 'unchanged'
      return counting
    },
  )
  if (outcome.report) {
    const file = await findFile(context, name)
    if (file) await noteSeen(context, file)
  }
  return outcome
}

async function writeFile(
  context: SiteContext,
  name: string,
  text: string,
  exact: boolean,
  others: Unseen,
  from: MarkupText | undefined,
): Promise<Outcome> {
  const known = await findFile(context, name)
  const file = known ?? (await makeFile(context, name))
  if ('problem' in file) return file
  const report: FileReport = {
    file: file.name,
    action: known ? 'updated' : 'created',
    kept: 0,
    created: 0,
    deleted: 0,
    refused: [],
    warnings: [],
  }
  if (file.kind === 'styles' || file.kind === 'sheet' || file.kind === 'code')
    return writePlain(context, file, text, report)
  const parts = file.kind === 'page' ? (await sharedParts(context)).map(({ name: each }) => each) : []
  if (exact) {
    const page = from && (await context.drafts.open(from.entry.id))
    const current = from && page ? { ...from, page } : await markupText(context, file)
    const changed = current && (await writeChange(context, current, text, parts))
    if (changed && 'problem' in changed) return changed
    if (changed) {
      report.refused.push(...changed.parsed.refused)
      report.warnings.push(...changed.parsed.warnings, ...changed.written.warnings)
      const problem = await addWritten(context, report, changed.written)
      if (problem) return { problem }
      if (changed.text !== undefined) report.text = changed.text
      return { report }
    }
  }
  const opened = await markupFile(context, file)
  if (!opened)
    return { problem: fail('unknown_file', `${file.name} is gone.`, { hint: 'Read the list of files again.' }) }
  const whole = await writeWhole(context, opened, text, parts, exact, others)
  if ('problem' in whole) return whole
  report.refused.push(...whole.refused)
  report.warnings.push(...whole.warnings)
  const ownStyles = file.kind === 'page' && whole.hasOwnStyles === true ? file.entry.id : undefined
  const problem = await addWritten(context, report, whole.written, ownStyles)
  return problem ? { problem } : { report }
}

/** A file is written whole or not at all: what is nested too deep would be lost. */
function refuseDepth(outcome: Outcome): Outcome {
  const deep = outcome.report?.refused.find(({ why }) => why === TOO_DEEP)
  if (!deep) return outcome
  const hint = 'Nest it less deep; perhaps elements are not closed.'
  return { problem: fail('too_deep', `${outcome.report?.file}: ${deep.what} is refused, as ${TOO_DEEP}.`, { hint }) }
}

/**
 * Counts what was written, and makes its styles rules. Returns why they are refused.
 * @param pageId the page that has no other rules of its own than these
 */
async function addWritten(
  { site, newId }: SiteContext,
  report: FileReport,
  written: WrittenNodes,
  pageId?: string,
): Promise<Envelope<never> | undefined> {
  report.kept += written.keptCount
  report.created += written.planted.elementIds.length
  report.deleted += written.deletedCount
  const hasRules = pageId !== undefined && printCss(site, { sheet: pageId }) !== ''
  if (written.problem || (written.css.length === 0 && !hasRules)) return written.problem
  const read = written.css.map((css) => incomingCss(css, {}))
  for (const { refused } of read) if (refused) return refused
  const found = read.flatMap((each) => each.found ?? [])
  const { css, warnings } = await withoutTailwind(site, found.map(({ text }) => text).join('\n'))
  const change =
    pageId === undefined ? addCss(site, css, newId) : rewriteSheet(site, pageId, withoutShared(site, css).trim(), newId)
  const whose = pageId === undefined ? 'the site’s stylesheet' : 'this page'
  if (change.created.length > 0) report.warnings.push(`The <style> became ${change.created.length} rules of ${whose}.`)
  report.warnings.push(
    ...found.flatMap(({ notes }) => notes),
    ...warnings,
    ...cssNotes(change),
    ...(await cssMistakes(css)),
  )
  return undefined
}

const cssNotes = ({ skipped, errors }: CssChange): string[] => [
  ...skipped.map(({ selector, reason }) => `${selector}: ${reason}.`),
  ...errors.map(({ line, message }) => `Line ${line}: ${message}.`),
]

async function writePlain(
  context: SiteContext,
  file: Extract<SiteFile, { kind: 'styles' | 'sheet' | 'code' }>,
  given: string,
  report: FileReport,
): Promise<Outcome> {
  const { site, newId, now } = context
  const before = plainText(context, file) ?? ''
  const incoming =
    file.kind === 'code' ? incomingCode(given, file.asset.type, { before }) : incomingCss(given, { before })
  if (incoming.refused) return { problem: incoming.refused }
  const { text, notes } = incoming.found
  report.warnings.push(...notes)
  if (file.kind === 'code') {
    const unsafe = file.asset.type === 'style' ? refuseStyle(text) : undefined
    if (unsafe) return { problem: fail('refused', unsafe.message, { hint: `It is in line ${unsafe.line}.` }) }
    changeCode(site, file.asset, { content: text, now: now() })
    report.warnings.push(...(await codeMistakes(context, { ...file.asset, content: text })))
    return { report }
  }
  const { css, warnings } = await withoutTailwind(site, text)
  const change = rewriteSheet(site, file.kind === 'styles' ? SITE_SHEET : file.sheet.id, css, newId)
  report.warnings.push(...warnings, ...cssNotes(change), ...(await cssMistakes(css)))
  return { report }
}

/** Makes an empty file of a name: a page, a shared part, a component, or code. */
async function makeFile(context: SiteContext, name: string): Promise<SiteFile | { problem: Envelope<never> }> {
  const { site, drafts, newId, now } = context
  const refuse = (message: string, hint: string) => ({ problem: fail('invalid_path', message, { hint }) })
  const wrong = refuseName(name)
  if (wrong !== undefined)
    return refuse(wrong, 'Use a name such as about.html, blog/post.html, _components/header.html or scripts/menu.js.')
  const type = /\.css$/i.test(name) ? 'style' : /\.(?:js|mjs|ts)$/i.test(name) ? 'script' : undefined
  if (type) {
    const refused = refusePath(name, type)
    if (refused !== undefined) return refuse(refused, 'Use a name such as scripts/menu.js or css/print.css.')
    // A script is loaded by the pages that name it.
    const runtime = type === 'script' ? { scope: { kind: 'pages' as const, pageIds: [] } } : {}
    addCode(site, { id: newId(), path: name, type, content: '', runtime, now: now() })
  } else if (!/\.html?$/i.test(name)) {
    return refuse(
      `${shortName(name)} is no kind of file that a site has.`,
      'Pages end in .html, styles in .css, scripts in .js.',
    )
  } else if (name.startsWith(PARTS_FOLDER)) {
    const stem = name.slice(PARTS_FOLDER.length).replace(/\.html?$/i, '')
    if (!/^[\p{L}\p{N}-]{1,80}$/u.test(stem))
      return refuse(
        `${shortName(name)} cannot be a component.`,
        `Use one word or words with hyphens: ${PARTS_FOLDER}price-card.html.`,
      )
    const part = PART_TAGS.find((tag) => tag === stem)
    if (part) await makePart(context, part)
    else {
      const entry = listComponent(site, { id: newId(), title: slugTitle(stem) })
      createRoot(drafts.create(entry.id, 'page'), newId)
    }
  } else {
    const slug = slugOfFile(name)
    const entry = listPage(site, { id: newId(), title: slugTitle(slug), slug: slug === 'index' ? HOME_SLUG : slug })
    createRoot(drafts.create(entry.id, 'page'), newId)
  }
  return (
    (await findFile(context, name)) ??
    refuse(
      `${shortName(name)} cannot be made.`,
      `The files are ${(await listFiles(context))
        .map((each) => each.name)
        .join(', ')
        .slice(0, 500)}.`,
    )
  )
}

/** `blog/our-team` as a title: `Our team`. */
function slugTitle(slug: string): string {
  const words = (slug.split('/').at(-1) ?? slug).replace(/[-_]+/g, ' ').trim()
  return words === 'index' || words === '' ? 'Home' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Puts an empty shared part into the template of all pages, which is made if there is none. */
async function makePart(context: SiteContext, tag: (typeof PART_TAGS)[number]): Promise<void> {
  const { site, drafts, newId } = context
  let template = sharedTemplate(site)
  if (!template) {
    const taken = new Set(pages(site).map(({ title }) => title))
    const title = taken.has('Layout') ? 'Layout of all pages' : 'Layout'
    const { id } = listPage(site, { id: newId(), title, slug: 'layout' })
    site.set(`page:${id}/template`, { target: { kind: 'everywhere' }, priority: 100 })
    const draft = drafts.create(id, 'page')
    const root = createRoot(draft, newId)
    plantNodes(draft, readTree(draft), root, 0, [{ kind: 'element', tag: 'atelier-outlet' }], newId)
    template = documents(site).find((each) => each.id === id)
  }
  const page = template && (await drafts.open(template.id))
  if (!page) return
  const tree = readTree(page)
  const children = tree.children(tree.root)
  const outlet = children.findIndex((node) =>
    [...tree.walk(node.id)].some(({ tag: each }) => each === 'atelier-outlet'),
  )
  const header = children.findIndex((node) => node.tag === 'header')
  const index =
    tag === 'footer'
      ? children.length
      : tag === 'nav' && header >= 0
        ? header + 1
        : Math.max(0, tag === 'header' ? 0 : outlet)
  plantNodes(page, tree, tree.root, index, [{ kind: 'element', tag }], newId)
}
