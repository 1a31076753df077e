import { createFolder, isCut, readRecords, readSession } from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import { missingPackageSheets, pageFileName, spellings } from '@atelier/site'
import type { SessionStreams } from '@atelier/streams'
import { readBlueprint } from '../blueprint/read.ts'
import type { Blueprint } from '../blueprint/schema.ts'
import type { Plan, PlannedPage } from '../plan/plan.ts'
import type { Outcome } from '../schedule/decide.ts'
import { filesOfAnswer } from '../steps/answer/filesOfAnswer.ts'
import { isContinuation, joinContinuation } from '../steps/salvage/join.ts'
import { salvageContent } from '../steps/salvage/salvage.ts'
import { standInParts, standInStyles } from '../steps/standIn/standIn.ts'
import { settleFrames, settleStyles } from './frames.ts'
import { hasUtilities, holdsLock, pageOfFile, sitePages } from './pages.ts'
import type { PartRun } from './rows.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'
import { isMending } from './states.ts'

/** The outcome of a run. */
export interface Settled {
  outcome: Exclude<Outcome, 'pending'>
  /** Why it failed, or what was done in its place. */
  why?: string
  /** Set for a run that writes a plan. */
  blueprint?: Blueprint
}

export interface OutcomeServices {
  documents: Documents
  streams: SessionStreams
  files: SiteFiles
}

interface Ended {
  run: PartRun
  plan: Plan
  /** The runs that wrote the same part, this one among them. */
  own: readonly PartRun[]
  /** The files of pages that a plan of further ones finds; none if the plan is of a whole site. */
  existing: readonly string[]
  /** It is the last try: what a part needs is then made without a model. */
  isLast: boolean
  by: FileCall
}

/** Looks at what a run that has ended was to make, and makes up for what can be made without a model. */
export async function settleOutcome(services: OutcomeServices, ended: Ended): Promise<Settled> {
  const { run } = ended
  if (run.step === 'generate') return await settlePlan(services, ended)
  if (run.step === 'pages') return await settlePage(services, ended)
  return await settleShared(services, ended)
}

async function settlePlan(services: OutcomeServices, { run, existing }: Ended): Promise<Settled> {
  const { said, why, isStopped } = await endOf(services, run)
  if (isStopped) return { outcome: 'stopped', ...(why === undefined ? {} : { why }) }
  if (run.status === 'error') return { outcome: 'failed', why: run.error ?? why ?? 'The plan could not be made.' }
  const read = readBlueprint(said, { existing })
  if (!read) return { outcome: 'failed', why: why ?? declined(said) ?? 'The answer of the model held no plan.' }
  const notes = [declinedPart(said), ...read.notes].filter((each) => each !== undefined).join(' ')
  return { outcome: 'stands', blueprint: read.blueprint, ...(notes === '' ? {} : { why: notes }) }
}

/** The sentence in front of a plan: what of the request it leaves out. */
function declinedPart(said: string): string | undefined {
  const before = said.slice(0, Math.max(0, said.indexOf('{')))
  return declined(before)
}

/** An answer that is one sentence says itself why there is no plan. */
function declined(said: string): string | undefined {
  const sentence = said.trim()
  return sentence.length < 300 && /^[^{}<>\n]{10,}[.!]$/.test(sentence) ? sentence : undefined
}

async function settlePage(services: OutcomeServices, { run, plan, own, by }: Ended): Promise<Settled> {
  const page = plan.pages.find(({ key }) => key === run.page)
  if (!page) return { outcome: 'failed', why: 'This page is no longer planned.' }
  if (page.translation) return await settleTranslation(services, run, own, by, page.filename)
  if (await isWritten(services, by, page.filename, own)) {
    const notMended = isMending(run, own) && run.status === 'error' ? (run.error ?? undefined) : undefined
    return await settleWritten(services, plan, page.filename, by, notMended)
  }
  const other = await renameToPlanned(services, page, own, by)
  if (other !== undefined)
    return await settleWritten(services, plan, page.filename, by, `The model called it ${other}.`)
  const { said, why, isStopped } = await endOf(services, run)
  if (isStopped) return { outcome: 'stopped', ...(why === undefined ? {} : { why }) }
  const salvaged = await salvagedPage(services, run, page.filename)
  // Some models answer with the file in the place of a call.
  const content =
    salvaged === undefined || salvaged === 'cut'
      ? filesOfAnswer(said, page.filename)?.get(page.filename)
      : salvaged.text
  if (content !== undefined && run.status === 'complete') {
    const refused = await services.files.write({ [page.filename]: content }, by)
    const how =
      salvaged === undefined ? 'It came as text, not as a file.' : 'It was cut by its length, and put together.'
    if (refused.length === 0) return await settleWritten(services, plan, page.filename, by, how)
  }
  const unwritten = (await holdsLock(services.documents, by.project, page.filename))
    ? 'The page, or a part of it, is locked for the agent. Unlock it, and write the page again.'
    : 'The model ended without writing the page.'
  const ended = salvaged === 'cut' ? CUT : unwritten
  return { outcome: 'failed', why: run.error ?? why ?? ended }
}

/** A translation stands once its run has written in it; its problems name the texts that are left. */
async function settleTranslation(
  services: OutcomeServices,
  run: PartRun,
  own: readonly PartRun[],
  by: FileCall,
  filename: string,
): Promise<Settled> {
  if (await isWritten(services, by, filename, own)) return { outcome: 'stands' }
  const { why, isStopped } = await endOf(services, run)
  if (isStopped) return { outcome: 'stopped', ...(why === undefined ? {} : { why }) }
  return { outcome: 'failed', why: run.error ?? why ?? 'The model ended without translating the page.' }
}

/**
 * Gives a page that these runs made under another spelling of its name, or under its title, the planned name. Returns the
 * name that it had; undefined if there is no such page.
 */
async function renameToPlanned(
  { documents, files }: OutcomeServices,
  { filename, title }: PlannedPage,
  runs: readonly PartRun[],
  by: FileCall,
): Promise<string | undefined> {
  if ((await pageOfFile(documents, by.project, filename)) !== undefined) return undefined
  const wanted = new Set([...spellings(filename), ...spellings(title)])
  const made = await madeBy(documents, runs)
  for (const page of await sitePages(documents, by.project)) {
    const name = pageFileName(page)
    if (!made.has(page.id) || !spellings(name).some((each) => wanted.has(each))) continue
    const slug = filename.replace(/\.html?$/i, '')
    const renamed = await files.call('renamePage', { pageId: page.id, title: page.title, slug }, by)
    return renamed.ok ? name : undefined
  }
  return undefined
}

/** The documents that runs made. */
async function madeBy(documents: Documents, runs: readonly PartRun[]): Promise<Set<string>> {
  const made = new Set<string>()
  for (const { run_id } of runs) {
    const changes = await documents.changes(run_id)
    if (changes?.state !== 'applied') continue
    for (const { documentId, created } of changes.documents) if (created) made.add(documentId)
  }
  return made
}

const CUT = 'The answer was cut by its length, and its rest did not come. Write the page again.'

/** A page that is written is done once it shows each part of the frame once. */
async function settleWritten(
  services: OutcomeServices,
  plan: Plan,
  filename: string,
  by: FileCall,
  how?: string,
): Promise<Settled> {
  const { files, documents } = services
  const twice = await settleFrames(services, plan, filename, by)
  const missing = await missingSheets(documents, by, filename)
  await settleStyles(files, plan, by, await hasUtilities(documents, by.project))
  if (missing.length > 0) return { outcome: 'failed', why: missing.join(' ') }
  if (twice.length === 0) return { outcome: 'stands', ...(how === undefined ? {} : { why: how }) }
  const parts = twice.map((name) => `<${name}>`).join(' and ')
  const why = `The page has a ${parts} of its own beside that of all pages, and would show both. Write it again, or change the shared one.`
  return { outcome: 'failed', why }
}

/** The stylesheets of packages that a page misses, as sentences. */
async function missingSheets(documents: Documents, { project }: FileCall, filename: string): Promise<string[]> {
  const pageId = await pageOfFile(documents, project, filename)
  const site = await documents.inProject(project.id).open(project.site_document_id)
  return site && pageId !== undefined ? missingPackageSheets(site, pageId) : []
}

/** The shared parts, or the styles. */
async function settleShared(services: OutcomeServices, { run, plan, own, isLast, by }: Ended): Promise<Settled> {
  const parts = run.step === 'components'
  const needed = parts ? ['_components/header.html', '_components/footer.html'] : ['styles.css']
  const missing: string[] = []
  for (const file of needed) {
    const text = await services.files.read(file, by)
    if (text === undefined || text.trim() === '') missing.push(file)
  }
  if (!parts && missing.length === 0 && !(await hasChanged(services, own))) missing.push('styles.css')
  if (missing.length === 0) return { outcome: 'stands' }
  const { said, why, isStopped } = await endOf(services, run)
  if (isStopped) return { outcome: 'stopped', ...(why === undefined ? {} : { why }) }
  const answered = run.status === 'complete' ? filesOfAnswer(said, missing[0]) : undefined
  const told = missing.flatMap((file) => {
    const text = answered?.get(file)
    return text === undefined ? [] : [[file, text] as const]
  })
  if (told.length === missing.length) {
    const refused = await services.files.write(Object.fromEntries(told), by)
    if (refused.length === 0) return { outcome: 'stands' }
  }
  const failed = run.error ?? why ?? `The model ended without writing ${missing.join(' and ')}.`
  if (!isLast) return { outcome: 'failed', why: failed }
  const made: Record<string, string> = parts ? standInParts(plan) : { 'styles.css': standInStyles(plan) }
  await services.files.write(Object.fromEntries(Object.entries(made).filter(([file]) => missing.includes(file))), by)
  return { outcome: 'stands', why: `${failed} Plain ones were made from the plan instead.` }
}

/** Whether a page is there and one of these runs wrote it. */
async function isWritten(
  { documents }: OutcomeServices,
  { project }: FileCall,
  filename: string,
  runs: readonly PartRun[],
): Promise<boolean> {
  const id = await pageOfFile(documents, project, filename)
  if (id === undefined) return false
  for (const { run_id } of runs) {
    const changes = await documents.changes(run_id)
    if (changes?.state === 'applied' && changes.documents.some(({ documentId }) => documentId === id)) return true
  }
  return false
}

async function hasChanged({ documents }: OutcomeServices, runs: readonly PartRun[]): Promise<boolean> {
  for (const { run_id } of runs) {
    const changes = await documents.changes(run_id)
    if (changes?.state === 'applied' && changes.documents.length > 0) return true
  }
  return false
}

/**
 * A page whose call was cut by the length of the answer, with what was said of it after that; undefined if none was,
 * `cut` if the rest did not come.
 */
async function salvagedPage(
  { streams }: OutcomeServices,
  run: PartRun,
  filename: string,
): Promise<{ text: string } | 'cut' | undefined> {
  const read = await readRecords(streams, run.session_id)
  const records = read?.records ?? []
  const messages = createFolder(records)
    .messages()
    .filter(({ runId }) => runId === run.run_id)
  const at = messages.findIndex(({ role, toolResult }) => role === 'tool_result' && isCut(toolResult))
  const call = messages[at]
  if (!call) return undefined
  const sent = records.flatMap((record) =>
    record.type === 'chunk' && 'toolCallId' in record.value && record.value.toolCallId === call.toolCallId
      ? [record.value.delta]
      : [],
  )
  const found = salvageContent(sent.join(''), filename)
  if (!found) return undefined
  const whole = found.files.get(filename)
  if (!found.cut) return whole === undefined ? undefined : { text: whole }
  if (found.cut.filename !== filename) return undefined
  const rest = messages.slice(at).flatMap(({ role, content }) => (role === 'assistant' && content ? [content] : []))
  const continuing = rest.filter(isContinuation)
  if (continuing.length === 0) return 'cut'
  return { text: continuing.reduce(joinContinuation, found.cut.content) }
}

/** The model's text in a run, its last sentence, and whether a person or a budget stopped it. */
async function endOf(
  { streams }: OutcomeServices,
  run: PartRun,
): Promise<{ said: string; why?: string; isStopped: boolean }> {
  const session = await readSession(streams, run.session_id)
  const own = session?.messages.filter(({ runId }) => runId === run.run_id) ?? []
  const reason = session?.runs.find(({ id }) => id === run.run_id)?.stopReason
  const said = own.flatMap(({ role, content }) => (role === 'assistant' && content ? [content] : [])).join('\n')
  const why = own.findLast(({ role }) => role === 'error')?.content
  return { said, isStopped: run.status === 'aborted' || reason === 'budget', ...(why ? { why } : {}) }
}
