import {
  ATELIER_PATH,
  type AtelierFile,
  atelierWith,
  CONFIG_PATH,
  type ContentSchema,
  changedModels,
  type Entry,
  emptyAtelier,
  filesOfEntries,
  filesOfSchema,
  type LeftOut,
  leftOutIn,
  type Model,
  modelPath,
  modelsPublishedAnew,
  readAtelier,
  VOCABULARY_PATH,
  withSettings,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import { stampedEntries } from '../files/lastEditors.ts'
import { openTree, type WorkingTree, type WrittenFile } from '../files/workingTree.ts'
import type { BareRepository } from '../git/bareRepository.ts'
import type { ChangeGroup } from '../log/groups.ts'
import type { CommitSource, OpenSource, PreparedCommit } from '../log/writerPort.ts'
import type { ContentStates } from './contentStates.ts'
import { keepUnsettled, type ModelAt, pathsOf } from './unsettledEntries.ts'

/** Turns changes into the files of the format. */
export function createProjection(options: {
  repository(): Promise<BareRepository>
  /** Files that cannot be read: they are left as they are. */
  unreadable?(): Promise<ReadonlySet<string>>
  /** The content at each of the groups. */
  statesOf(groups: readonly ChangeGroup[]): Promise<ContentStates>
  /** The last commit of a branch, by its document; undefined if it has none. */
  branchTip?(documentId: string): Promise<string | undefined>
}): CommitSource {
  return {
    async open(groups, tips): Promise<OpenSource> {
      const repository = await options.repository()
      const states = await options.statesOf(groups)
      /** The commit of the branch that a group merges, unless the content has it already. */
      const mergedBy = async ({ cause }: ChangeGroup, onto: string | undefined): Promise<string | undefined> => {
        if (cause.kind !== 'merge' || cause.branch === undefined || onto === undefined) return undefined
        const tip = await options.branchTip?.(cause.branch)
        return tip === undefined || (await repository.isAncestor(tip, onto)) ? undefined : tip
      }
      const unreadable = (await options.unreadable?.()) ?? new Set()
      const trees = new Map<string, WorkingTree>()
      return {
        async commitOf(group) {
          const tree = trees.get(group.ref) ?? openTree(repository, tips.get(group.ref), unreadable)
          trees.set(group.ref, tree)
          const made = await commitOf(group, states, tree)
          const merged = made && (await mergedBy(group, tips.get(group.ref)))
          return made && merged !== undefined ? { ...made, merged: [merged] } : made
        },
        async close() {
          for (const tree of trees.values()) await tree.close()
        },
      }
    },
  }
}

async function commitOf(
  group: ChangeGroup,
  states: ContentStates,
  tree: WorkingTree,
): Promise<PreparedCommit | undefined> {
  const isAdopted = !tree.empty && group.changes.every(({ adopts }) => adopts)
  const files = isAdopted ? [] : await changedBy(group, states, tree)
  return files.length === 0 && !isAdopted ? undefined : { subject: await subjectOf(group, states), files }
}

/** The files that are to be written or deleted, so that a tree shows the content as it is after a group. */
export async function changedBy(
  group: ChangeGroup,
  states: ContentStates,
  tree: WorkingTree,
): Promise<readonly WrittenFile[]> {
  const { before, after } = await states.schemas(group)
  if (!after) return []
  const whole = tree.empty
  const rewritten = await states.rewritten(group)
  const remade = new Set(whole ? after.models.map(({ id }) => id) : changedModels(before, after))
  const anew = new Set(modelsPublishedAnew(before, after))
  const changed = new Set([...remade, ...anew, ...after.models.flatMap(({ id }) => (rewritten.has(id) ? [id] : []))])
  for (const { model } of await states.edited(group)) changed.add(model)
  const wanted = new Map<string, string>()
  const gone = new Set<string>()
  let atelier = withSettings(await readOwn(tree), after)
  for (const id of changed) {
    const model = after.models.find((each) => each.id === id)
    const old = before?.models.find((each) => each.id === id)
    const files = model
      ? await filesOfModel(group, states, tree, {
          ...{ schema: after, model, before, old, whole },
          remade: remade.has(id),
          mend: rewritten.has(id),
          anew: anew.has(id),
          atelier,
        })
      : undefined
    for (const [path, text] of files?.texts ?? []) wanted.set(path, text)
    if (model && files)
      atelier = await inSlices(atelierWith(atelier, after, model, files.all, files.kept, files.leftOut))
    for (const path of await formerPaths(group, states, { before, old, remade: remade.has(id) })) {
      if (!files?.stay.has(path)) gone.add(path)
    }
  }
  const files = filesOfSchema(after, atelier)
  const former = whole || !before ? new Map<string, string>() : filesOfSchema(before, atelier)
  const inTree = await tree.read([...changed].map(modelPath))
  // A file whose known state is equal is not written, whatever its bytes are.
  for (const [path, text] of files) if (former.get(path) !== text) wanted.set(path, text)
  for (const path of former.keys()) if (!files.has(path)) gone.add(path)
  for (const id of changed) {
    const [path, text] = [modelPath(id), files.get(modelPath(id))]
    // A singleton's model file waits for its first entry.
    if (text === undefined) gone.add(path)
    else if (rewritten.has(id) || !inTree.has(path)) wanted.set(path, text)
  }
  for (const path of rewritten.has('') ? [CONFIG_PATH, VOCABULARY_PATH] : []) {
    const text = files.get(path)
    if (text !== undefined) wanted.set(path, text)
  }
  const own = files.get(ATELIER_PATH)
  if (own === undefined) gone.add(ATELIER_PATH)
  else wanted.set(ATELIER_PATH, own)
  return tree.change(
    wanted,
    [...gone].filter((path) => !wanted.has(path)),
  )
}

async function readOwn(tree: WorkingTree): Promise<AtelierFile> {
  const text = (await tree.read([ATELIER_PATH])).get(ATELIER_PATH)
  return (text === undefined ? undefined : readAtelier(Buffer.from(text)).value) ?? emptyAtelier
}

interface ModelFiles {
  texts: ReadonlyMap<string, string>
  /** The entries that the files hold as they are seen. */
  all: readonly Entry[]
  /** The locales in which entries stay as the files have them, by id. */
  kept: ReadonlyMap<string, ReadonlySet<string>>
  /** Paths that are not written, and stay. */
  stay: ReadonlySet<string>
  leftOut: LeftOut
}

/** The files of a model as it is after a group: of documents only those that the group touches, unless all are wanted. */
async function filesOfModel(
  group: ChangeGroup,
  states: ContentStates,
  tree: WorkingTree,
  at: ModelAt & {
    whole: boolean
    remade: boolean
    mend: boolean
    /** Published entries may have other values, since edits wait now, or no longer do. */
    anew: boolean
    atelier: AtelierFile
  },
): Promise<ModelFiles> {
  const { schema, model, whole, remade, mend, anew, atelier } = at
  const { settled, unsettled } = await states.entries(group, model)
  const edited = new Set((await states.edited(group)).flatMap((each) => (each.model === model.id ? [each.id] : [])))
  const held = await keepUnsettled(unsettled, tree, at, remade, atelier.standIns[model.id] ?? {})
  const all = [...settled, ...held.last]
  const written = model.kind === 'document' && !remade && !mend && !anew ? all.filter(({ id }) => edited.has(id)) : all
  const previous = await tree.read(pathsOf(schema, model, written))
  const ids = new Set(written.map(({ id }) => id))
  // Documents of a model that is another now are all new at their places.
  const before = remade && model.kind === 'document' ? new Map<string, string>() : previous
  const leftOut = await inSlices(leftOutIn(schema, model, { previous: before, atelier, written: ids }))
  const stamps = await states.stamps(group, model, whole)
  const stamped = await inSlices(stampedEntries(written, stamps, { schema, model, previous }))
  const texts = await inSlices(filesOfEntries(schema, model, stamped, { previous, kept: held.kept, leftOut, mend }))
  const kept = new Map(held.kept.map(({ id, locales }) => [id, new Set(locales.keys())]))
  return { texts: new Map([...texts, ...held.moved]), all, kept, stay: held.stay, leftOut }
}

/** Where what the group changed was before, which it may no longer be. */
async function formerPaths(
  group: ChangeGroup,
  states: ContentStates,
  { before, old, remade }: { before: ContentSchema | undefined; old: Model | undefined; remade: boolean },
): Promise<string[]> {
  if (!before || !old) return []
  const edited = (await states.edited(group)).filter(({ model }) => model === old.id)
  const were = edited.flatMap(({ was }) => (was === undefined ? [] : [{ id: was }]))
  const { settled, unsettled } = remade ? await states.entries(group, old) : { settled: [], unsettled: [] }
  return pathsOf(before, old, [...were, ...settled, ...unsettled.map(({ was }) => ({ id: was }))])
}

/** The title of a run or a merge; otherwise what was done, by the labels of the edits. */
export async function subjectOf(group: ChangeGroup, states: ContentStates): Promise<string> {
  if (group.cause.kind !== 'person' && group.cause.title) return group.cause.title
  const labels = [...new Set(group.changes.map(({ label }) => label).filter((label) => label !== ''))]
  const [first, ...others] = labels
  if (first !== undefined) return others.length === 0 ? first : `${first}, and ${others.length} more`
  const [one, ...more] = await states.edited(group)
  if (!one) return 'Edit models and settings'
  return more.length === 0 ? `Edit ${one.model}/${one.id}` : `Edit ${more.length + 1} entries`
}
