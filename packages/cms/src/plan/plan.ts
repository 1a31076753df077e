import type { Entity, EntityKind } from '../memory/entity.ts'
import type { Memory, Surroundings } from '../memory/memory.ts'
import { type LocatedReference, locatedReferences, type Reference } from '../memory/resolve.ts'
import type { Clock } from '../memory/times.ts'
import type { ToolFacts } from '../memory/tools.ts'
import { messageWords } from '../memory/words.ts'
import { type Clause, clausesOf, type Verb } from './clauses.ts'

export interface PlanStep {
  step: number
  /** The operation to call. */
  operation: string
  what: string
  /** The things that it is about, as operations take them. */
  ids: readonly string[]
  asks: boolean
}

/** A question to settle before a step can be done. */
export interface OpenPoint {
  step: number
  what: string
  candidates?: readonly Entity[]
}

export interface Plan {
  steps: readonly PlanStep[]
  named: readonly { phrase: string; kind: string; ids: readonly string[]; names: readonly string[]; reason: string }[]
  open: readonly OpenPoint[]
}

export interface Planning {
  memory: Memory
  around: Surroundings
  clock: Clock
  /** The first of some operations that there is here. */
  toolOf(ids: readonly string[]): ToolFacts | undefined
}

type Subject = EntityKind | 'menu'
/** The operations for a wish, the best first: the first that there is is taken. */
type Choices = readonly (readonly string[])[]

const READ_PAGE = ['cms.getPageSections']
const table: Readonly<Record<Verb, Partial<Record<Subject, Choices>>>> = {
  undo: {},
  rename: {
    page: [['cms.updatePage']],
    post: [['cms.updatePost', 'content.save_content']],
    entry: [['content.save_content']],
    section: [['site.setLabel', 'cms.updateSectionContent']],
    image: [['content.update_media']],
    menu: [['cms.updateNavigationItem', 'site.updateNodeProps']],
  },
  publish: {
    page: [['site.publish']],
    post: [['cms.publishPost', 'content.update_status']],
    entry: [['content.update_status']],
  },
  archive: {
    post: [['cms.archivePost', 'content.update_status']],
    entry: [['content.update_status']],
  },
  hide: {
    menu: [['cms.toggleNavigationItem', 'site.setHidden']],
    section: [['site.setHidden']],
    page: [['cms.updatePage']],
  },
  delete: {
    page: [['cms.deletePage']],
    section: [READ_PAGE, ['cms.deletePageSection', 'site.deleteNode']],
    post: [['cms.deletePost', 'content.delete_content']],
    entry: [['content.delete_content']],
    image: [['cms.deleteImage', 'content.delete_media']],
    menu: [['cms.removeNavigationItem']],
  },
  replace: {
    image: [
      ['cms.findImage', 'content.search_media'],
      ['cms.replaceImage', 'site.replaceMedia'],
    ],
    section: [READ_PAGE, ['cms.updateSectionContent']],
    page: [READ_PAGE, ['cms.updateSectionContent']],
  },
  make: {
    page: [['cms.createPage']],
    section: [READ_PAGE, ['cms.addSectionToPage', 'site.insertLayout']],
    post: [['cms.createPost', 'content.save_content']],
    entry: [['content.save_content']],
    image: [
      ['cms.searchImages', 'content.search_media'],
      ['cms.addImageToSection', 'cms.updateSectionContent'],
    ],
    menu: [['cms.addNavigationItem']],
  },
  change: {
    page: [READ_PAGE, ['cms.updateSectionContent']],
    section: [['cms.getSectionContent'], ['cms.updateSectionContent']],
    post: [
      ['cms.getPost', 'content.get_content'],
      ['cms.updatePost', 'content.save_content'],
    ],
    entry: [['content.get_content'], ['content.save_content']],
    image: [
      ['cms.findImage', 'content.search_media'],
      ['cms.updateSectionImage', 'content.update_media'],
    ],
    menu: [['cms.addNavigationItem']],
  },
  read: {
    page: [['cms.getPage']],
    section: [['cms.getSectionContent']],
    post: [['cms.getPost', 'content.get_content']],
    entry: [['content.get_content']],
    image: [['cms.findImage', 'content.search_media']],
    menu: [['cms.getNavigation']],
  },
}
const lists: Partial<Record<Subject, readonly string[]>> = {
  page: ['cms.listPages'],
  post: ['cms.listPosts', 'content.get_content'],
  image: ['cms.listAllImages', 'content.list_media'],
}
/** Wishes that are about something that is there. */
const needsOne: ReadonlySet<Verb> = new Set(['rename', 'publish', 'archive', 'hide', 'delete', 'replace', 'change'])
const MOST_STEPS = 20

/** A plan for a request, by rule: its steps with their operations and ids, and what is missing or could mean several things. */
export function planRequest(request: string, planning: Planning): Plan {
  const { memory, around, clock } = planning
  const message = messageWords(request)
  const references = locatedReferences(request, memory, around, clock)
  const steps: PlanStep[] = []
  const open: OpenPoint[] = []
  let before: readonly string[] = []
  for (const clause of clausesOf(message)) {
    const own = references.filter(({ from }) => from >= clause.from && from < clause.to)
    const planned = planClause(clause, own, before, planning)
    before = planned.ids.length > 0 ? planned.ids : before
    const first = steps.length + 1
    for (const [at, step] of planned.steps.entries())
      if (steps.length < MOST_STEPS) steps.push({ step: first + at, ...step })
    for (const point of planned.open) open.push({ step: Math.max(1, steps.length), ...point })
  }
  const named = references.map(({ reference: { phrase, kind, ids, things, candidates = [], reason } }) => ({
    phrase,
    kind,
    ids: [...ids],
    names: (candidates.length > 0 ? candidates : things).map(({ name }) => name),
    reason,
  }))
  return { steps, named, open }
}

interface PlannedClause {
  steps: readonly Omit<PlanStep, 'step'>[]
  open: readonly Omit<OpenPoint, 'step'>[]
  /** The things that it is about, for a pronoun in the next part. */
  ids: readonly string[]
}

function planClause(
  clause: Clause,
  references: readonly LocatedReference[],
  before: readonly string[],
  planning: Planning,
): PlannedClause {
  const undo = references.find(({ reference }) => reference.kind === 'run')
  if (undo) return stepsFor([['site.undoRun']], undo.reference.ids, planning)
  const [main] = references.map(({ reference }) => reference)
  const [owner] = clause.isPossessive && !main ? planning.memory.things : []
  const meant = main && main.kind !== 'run' ? main.kind : owner?.kind
  const ids = main?.ids ?? (owner ? [owner.id] : clause.kinds.length === 0 && !clause.isAboutMenu ? before : [])
  const [first] = clause.kinds
  // “Make that page shorter” makes no page.
  const isChange = clause.verb === 'make' && !clause.isAboutMenu && meant !== undefined && first === meant
  return planWish(isChange ? { ...clause, verb: 'change' } : clause, { main, meant, ids }, planning)
}

interface Meant {
  main: Reference | undefined
  meant: EntityKind | undefined
  ids: readonly string[]
}

function planWish(clause: Clause, { main, meant, ids }: Meant, planning: Planning): PlannedClause {
  const subject = clauseSubject(clause, meant)
  const open = openPoints(clause, subject, main, ids)
  if (subject === undefined) return { steps: [], open, ids }
  const isList = clause.verb === 'read' && ids.length === 0 && !main
  const settings = subject === 'page' && clause.isAboutSettings && clause.verb === 'change'
  const choices = settings
    ? [['cms.updatePage']]
    : isList && lists[subject]
      ? [lists[subject]]
      : table[clause.verb][subject]
  const planned = stepsFor(
    choices ?? [],
    clause.verb === 'make' && subject !== 'section' && subject !== 'menu' ? [] : ids,
    planning,
  )
  const withPicture = clause.verb === 'make' && subject !== 'image' && clause.kinds.includes('image')
  const pictures = withPicture ? stepsFor([['cms.searchImages', 'content.search_media']], [], planning).steps : []
  return { steps: [...pictures, ...planned.steps], open, ids }
}

/** The subject of a part of a request: a new thing of a kind, the thing that is meant, or the menu. */
function clauseSubject({ verb, kinds, isAboutMenu }: Clause, meant: EntityKind | undefined): Subject | undefined {
  const [first] = kinds
  // “Rename the summer page to Autumn menu” is about no menu.
  if (verb === 'rename' && first !== undefined && first !== 'menuItem') return meant ?? first
  if (isAboutMenu && verb !== 'make' && !(meant === 'page' && verb === 'change' && first === 'section')) return 'menu'
  if (isAboutMenu && (meant !== undefined || first === 'menuItem')) return 'menu'
  if (verb === 'make') return first === 'menuItem' ? 'menu' : (first ?? (meant === undefined ? undefined : 'section'))
  return menuOr(first === 'section' ? 'section' : (meant ?? first))
}

const menuOr = (kind: EntityKind | undefined): Subject | undefined => (kind === 'menuItem' ? 'menu' : kind)

/** Operations that ask only for several things at once: a step is about one. */
const ASKS_FOR_SEVERAL: ReadonlySet<string> = new Set(['cms.removeNavigationItem'])

function stepsFor(choices: Choices, ids: readonly string[], { toolOf }: Planning): PlannedClause {
  const steps = choices.flatMap((choice): Omit<PlanStep, 'step'>[] => {
    const tool = toolOf(choice)
    if (!tool) return []
    const asks = tool.asks && (ids.length > 1 || !ASKS_FOR_SEVERAL.has(tool.id))
    return [{ operation: tool.id, what: tool.summary, ids: [...ids], asks }]
  })
  return { steps, open: [], ids }
}

function openPoints(
  { verb, hasNewName }: Clause,
  subject: Subject | undefined,
  main: Reference | undefined,
  ids: readonly string[],
): Omit<OpenPoint, 'step'>[] {
  const open: Omit<OpenPoint, 'step'>[] = []
  if (main?.candidates) open.push({ what: `Which ${main.kind} is “${main.phrase}”?`, candidates: main.candidates })
  else if (needsOne.has(verb) && ids.length === 0 && subject !== 'menu')
    open.push({ what: subject === undefined ? 'What is to be changed?' : `Which ${subject} is meant?` })
  else if (needsOne.has(verb) && ids.length === 0) open.push({ what: 'Which item of the menu is meant?' })
  if (verb === 'rename' && !hasNewName) open.push({ what: 'What is the new name?' })
  return open
}
