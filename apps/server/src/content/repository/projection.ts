import {
  ATELIER_PATH,
  type AtelierFile,
  atelierWith,
  type ContentSchema,
  type Entry,
  emptyAtelier,
  entryPath,
  filesOfEntries,
  filesOfSchema,
  localesOf,
  type Model,
  metaPath,
  modelPath,
  readAtelier,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import { changedModels } from '../deriveEntry.ts'
import type { BareRepository } from './bareRepository.ts'
import type { ContentStates } from './contentStates.ts'
import type { ChangeGroup } from './groups.ts'
import type { CommitSource, OpenSource, PreparedCommit } from './port.ts'
import { stampedEntries } from './stamps.ts'
import { openTree, type WorkingTree } from './workingTree.ts'

/** Turns changes into the files of the format. */
export function createProjection(options: {
  repository(): Promise<BareRepository>
  /** What the content is at each of the groups. */
  statesOf(groups: readonly ChangeGroup[]): Promise<ContentStates>
}): CommitSource {
  return {
    async open(groups, tips): Promise<OpenSource> {
      const repository = await options.repository()
      const states = await options.statesOf(groups)
      const trees = new Map<string, WorkingTree>()
      return {
        async commitOf(group) {
          const tree = trees.get(group.ref) ?? openTree(repository, tips.get(group.ref))
          trees.set(group.ref, tree)
          return commitOf(group, states, tree)
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
  const { before, after } = await states.schemas(group)
  if (!after) return undefined
  const whole = tree.empty
  const changed = new Set(whole ? after.models.map(({ id }) => id) : changedModels(before, after))
  for (const { model } of await states.edited(group)) changed.add(model)
  const wanted = new Map<string, string>()
  const gone = new Set<string>()
  let atelier = await readOwn(tree)
  for (const id of changed) {
    const model = after.models.find((each) => each.id === id)
    const old = before?.models.find((each) => each.id === id)
    const files = model ? await filesOfModel(group, states, tree, { schema: after, model, whole }) : undefined
    for (const [path, text] of files?.texts ?? []) wanted.set(path, text)
    if (model && files) atelier = await inSlices(atelierWith(atelier, after, model, files.all))
    for (const path of await formerPaths(group, states, { before, old })) gone.add(path)
  }
  const schemaFiles = filesOfSchema(after, atelier)
  if (whole || before !== after) {
    for (const [path, text] of schemaFiles) wanted.set(path, text)
    for (const { id } of before?.models ?? []) gone.add(modelPath(id))
  } else {
    const own = schemaFiles.get(ATELIER_PATH)
    if (own === undefined) gone.add(ATELIER_PATH)
    else wanted.set(ATELIER_PATH, own)
    // A singleton's model file waits for its first entry.
    for (const id of changed) {
      const text = schemaFiles.get(modelPath(id))
      if (text === undefined) gone.add(modelPath(id))
      else wanted.set(modelPath(id), text)
    }
  }
  const files = await tree.change(
    wanted,
    [...gone].filter((path) => !wanted.has(path)),
  )
  return files.length === 0 ? undefined : { subject: await subjectOf(group, states), files }
}

async function readOwn(tree: WorkingTree): Promise<AtelierFile> {
  const text = (await tree.read([ATELIER_PATH])).get(ATELIER_PATH)
  return (text === undefined ? undefined : readAtelier(Buffer.from(text)).value) ?? emptyAtelier
}

/** The files of a model as it is after a group: of documents only those that the group touches, unless all are wanted. */
async function filesOfModel(
  group: ChangeGroup,
  states: ContentStates,
  tree: WorkingTree,
  { schema, model, whole }: { schema: ContentSchema; model: Model; whole: boolean },
): Promise<{ texts: ReadonlyMap<string, string>; all: readonly Entry[] }> {
  const all = await states.entries(group, model)
  const edited = new Set((await states.edited(group)).flatMap((each) => (each.model === model.id ? [each.id] : [])))
  const { before } = await states.schemas(group)
  const each = whole || changedModels(before, schema).includes(model.id)
  const written = model.kind === 'document' && !each ? all.filter(({ id }) => edited.has(id)) : all
  const previous = await tree.read(pathsOf(schema, model, written))
  const stamps = await states.stamps(group, model, whole)
  const stamped = await inSlices(stampedEntries(written, stamps, { schema, model, previous }))
  return { texts: await inSlices(filesOfEntries(schema, model, stamped, { previous })), all }
}

/** Where entries of a model are, content and meta. */
export function pathsOf({ config }: ContentSchema, model: Model, entries: readonly Pick<Entry, 'id'>[]): string[] {
  const named = model.kind === 'document' ? entries : [{ id: '' }]
  return localesOf(model, config).flatMap((locale) =>
    named.flatMap(({ id }) => [entryPath(model, locale, id), metaPath(model, locale, config, id)]),
  )
}

/** Where what the group changed was before, which it may no longer be. */
async function formerPaths(
  group: ChangeGroup,
  states: ContentStates,
  { before, old }: { before: ContentSchema | undefined; old: Model | undefined },
): Promise<string[]> {
  if (!before || !old) return []
  const { after } = await states.schemas(group)
  const edited = (await states.edited(group)).filter(({ model }) => model === old.id)
  const were = edited.flatMap(({ was }) => (was === undefined ? [] : [{ id: was }]))
  const others = before === after ? [] : await states.entries(group, old)
  return pathsOf(before, old, [...were, ...others])
}

async function subjectOf(group: ChangeGroup, states: ContentStates): Promise<string> {
  if (group.cause.kind !== 'person' && group.cause.title) return group.cause.title
  const labels = [...new Set(group.changes.map(({ label }) => label).filter((label) => label !== ''))]
  const [first, ...others] = labels
  if (first !== undefined) return others.length === 0 ? first : `${first}, and ${others.length} more`
  const [one, ...more] = await states.edited(group)
  if (!one) return 'Edit models and settings'
  return more.length === 0 ? `Edit ${one.model}/${one.id}` : `Edit ${more.length + 1} entries`
}
