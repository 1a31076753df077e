import { siteDocumentTypes } from '@atelier/site'
import { expect } from 'vitest'
import { type Act, type Cell, editChild, expectRefused, holdsLocks, locksOutKeys, locksOutKeysAfter } from './cells.ts'
import { edits, hostileHtml, type RefusedEdit } from './edits.ts'
import type { Answered, Role, Scene } from './scene.ts'

/** Every way in which a document is made, changed or removed. */
export const doors = [
  ...['operation', 'mcp', 'run', 'commandLine', 'socket', 'undo', 'redo', 'undoRun', 'merge', 'schedule'],
  ...['restore', 'siteImport', 'upload', 'contentImport', 'repository', 'generation', 'form', 'conversation'],
  ...['view', 'project', 'part'],
] as const

/** Every rule about who may change what, and about what a document may hold. */
export const rules = [
  ...['role', 'workflow', 'capability', 'branchTargets', 'values', 'deletions', 'project', 'questions'],
  ...['html', 'css', 'limits', 'unique', 'relation', 'referenced', 'locks'],
] as const

const refuses =
  (act: Act, because?: RegExp): Cell =>
  (scene) =>
    expectRefused(scene, act, because)

/** Checks that an act changes no document that is live, whatever it answers. */
const changesNothing =
  (act: (scene: Scene) => Promise<unknown>): Cell =>
  async (scene) => {
    const before = await scene.state()
    await act(scene)
    expect(await scene.state()).toEqual(before)
  }

const NO_ENTRY = 'It writes no entry and no model.'
const NO_SITE = 'It writes no document of a site.'
const NO_BRANCH = 'It writes no branch.'
const EARLIER = 'It brings back a state that was accepted when it was made.'
const BY_HAND = 'A person does it by hand, and no model decides on it.'
const NO_MARKUP = 'It takes no HTML and no CSS.'
const NAMED = 'An operation names entries by their model and id, so that it reaches no other document.'

/** The rules about what entries are to each other, at a door that has the same answer for all of them. */
const amongEntries = (reason: string) => ({ unique: reason, relation: reason, referenced: reason })
const AMONG_NO_ENTRIES = amongEntries(NO_ENTRY)
const UNSETTLED = amongEntries(
  'A language that breaks it is kept unsettled, and visitors see none of it (content/entries/contentCommitHook.test.ts).',
)

/** The cells of a door that calls operations. */
function callDoor(call: (scene: Scene, role: Role, name: string, input: object) => Promise<Answered>) {
  const refusing = ({ by, name, input }: RefusedEdit, because?: RegExp) =>
    refuses((scene) => call(scene, by, name, input(scene)), because)
  return {
    role: refusing(edits.role),
    // It goes onto a branch.
    workflow: changesNothing((scene) =>
      call(scene, edits.workflow.by, edits.workflow.name, edits.workflow.input(scene)),
    ),
    capability: refusing(edits.capability),
    branchTargets: NAMED,
    async values(scene: Scene) {
      const { own } = scene
      await call(scene, 'owner', 'site.insertHtml', { parentId: own.root, html: hostileHtml })
      await expectAccepted(scene)
    },
    deletions: refusing(edits.deletions, /cannot be deleted/),
    project: refusing(edits.project),
    questions: BY_HAND,
    html: refusing(edits.html, /left out/),
    css: refusing(edits.css, /left out/),
    limits: refusing(edits.limits, /at most 1000000/),
    unique: refusing(edits.unique, /is already the code of/),
    relation: refusing(edits.relation, /There is no author/),
    referenced: refusing(edits.referenced, /others refer to it/),
    locks: holdsLocks((scene, name, input) =>
      scene.keyed('owner', 'POST', path(scene, `/operations/${name}`), { input }),
    ),
  } satisfies Record<string, Cell>
}

/** Checks that a tab could have written everything that the documents of the site hold. */
async function expectAccepted({ documents, own }: Scene): Promise<void> {
  for (const { kind, accepts } of siteDocumentTypes)
    for (const { id } of await documents.list(own.id, [kind])) {
      const view = (await documents.open(id))?.view
      if (!view) continue
      const keys = (prefix: string) => view.keys(prefix)
      const wrong = [...view.keys()].map((key) => accepts?.(key, view.get(key), (each) => view.get(each), keys))
      expect(wrong.filter((each) => each !== undefined)).toEqual([])
    }
}

/** The cells of a door that takes a change back, or brings it back. */
function turnDoor(
  turn: (scene: Scene, role: Role, changeSetId: string) => Promise<Answered>,
  byKey: (scene: Scene, changeSetId: string) => Promise<Answered>,
  isRedo = false,
) {
  const refusing =
    (edit: RefusedEdit): Cell =>
    async (scene) => {
      const { input, projectId } = edit.allowed(scene)
      const changeSetId = await scene.change(edit.name, input, projectId)
      const undo = () => scene.documents.undo(changeSetId, { kind: 'hand', userId: 'system' })
      if (isRedo) await undo()
      const before = await scene.state()
      const answer = await turn(scene, edit.by, changeSetId)
      expect(answer).toMatchObject({ ok: false })
      expect(await scene.state()).toEqual(before)
      if (!isRedo) await undo()
    }
  return {
    role: refusing(edits.role),
    workflow: refusing(edits.workflow),
    capability: refusing(edits.capability),
    branchTargets: EARLIER,
    values: EARLIER,
    deletions: 'It deletes what the change made, and what others have written in keeps that.',
    project: refusing(edits.project),
    questions: BY_HAND,
    html: EARLIER,
    css: EARLIER,
    limits: EARLIER,
    ...UNSETTLED,
    locks: locksOutKeys(async (scene) => {
      const changeSetId = await editChild(scene)
      if (isRedo) await scene.documents.undo(changeSetId, { kind: 'hand', userId: 'system' })
      return (at) => byKey(at, changeSetId)
    }),
  } satisfies Record<string, Cell>
}

const remote = { url: 'https://git.example.test/a.git' }
const path = ({ own }: Scene, rest: string) => `/api/projects/${own.id}${rest}`
const foreignPath = ({ foreign }: Scene, rest: string) => `/api/projects/${foreign.id}${rest}`

/** Merges a branch that holds these values. */
const merging =
  (role: Role, values: (scene: Scene) => Record<string, object>, act = 'merge_branch', more: object = {}) =>
  async (scene: Scene): Promise<Answered> => {
    const written = await scene.writeBranch(crypto.randomUUID().slice(0, 8), values(scene))
    return written.ok ? scene.http(role, `content.${act}`, { branch: written.name, ...more }) : written
  }
const title = ({ own, valueKey }: Scene) => ({ [valueKey(own.entry, 'en/title')]: { value: 'Merged' } })
const publicity = ({ own, valueKey }: Scene) => ({ [valueKey(own.content, 'public:post')]: { value: true } })
const onSite = ({ own, valueKey }: Scene) => ({ [valueKey(own.site, 'settings/theme')]: { value: 'dark' } })
const onForeign = ({ foreign, valueKey }: Scene) => ({ [valueKey(foreign.entry, 'en/title')]: { value: 'Theirs' } })
const noStatus = ({ own, valueKey }: Scene) => ({ [valueKey(own.entry, 'en:status')]: { value: 'nonsense' } })
const noBirth = ({ own, valueKey }: Scene) => ({ [valueKey(own.entry, 'entry')]: {} })
const sameCode = ({ own, valueKey }: Scene) => ({ [valueKey(own.entry, 'en/code')]: { base: 'a', value: 'b' } })
const noAuthor = ({ own, valueKey }: Scene) => ({
  [valueKey(own.entry, 'en/author')]: { base: 'ann', value: 'nobody' },
})
const tomorrow = () => ({ at: new Date(Date.now() + 86_400_000).toISOString() })

/** The cells of what a branch is merged by. */
const mergeDoor = (act: string, more: () => object) => ({
  role: refuses((scene) => merging('viewer', title, act, more())(scene)),
  workflow: refuses((scene) => merging('editor', title, act, more())(scene)),
  capability: refuses((scene) => merging('reviewer', publicity, act, more())(scene), /not_allowed/),
  branchTargets: refuses((scene) => merging('owner', onSite, act, more())(scene), /invalid_branch/),
  values: refuses((scene) => merging('owner', noStatus, act, more())(scene), /invalid_branch/),
  deletions: refuses((scene) => merging('owner', noBirth, act, more())(scene), /invalid_branch/),
  project: refuses((scene) => merging('owner', onForeign, act, more())(scene), /invalid_branch/),
  questions: BY_HAND,
  html: NO_MARKUP,
  css: NO_MARKUP,
  limits: 'Its values were written by the doors to branches, which hold the limits.',
  unique: refuses((scene) => merging('owner', sameCode, act, more())(scene), /not_unique/),
  relation: refuses((scene) => merging('owner', noAuthor, act, more())(scene), /broken_relation/),
  referenced: 'The hook of every commit refuses it (content/entries/contentCommitHook.test.ts).',
  locks: NO_SITE,
})

/** The socket's writable kinds of document: a key that a tab would set. */
export const kinds = {
  site: ['settings/theme', 'dark'],
  page: [':root/label', 'Mine'],
  blueprint: ['brief', 'A bakery'],
  content: ['config/workflow', 'auto-merge'],
  entry: ['en/title', 'Mine'],
  branch: ['title', 'Mine'],
  part: ['meta/units', 'in'],
  parts: ['part:mine', { name: 'Mine', order: 'a0' }],
  variants: ['state', 'taken'],
} as const

/** Every rule at every door. */
export const table: Record<string, Record<string, Cell>> = {
  operation: callDoor((scene, role, name, input) => scene.http(role, name, input)),
  mcp: {
    ...callDoor((scene, role, name, input) => scene.mcp(role, name, input)),
    questions: refuses((scene) => scene.mcp('owner', 'site.deletePage', { pageId: scene.own.page }), /requiresConfirm/),
    locks: holdsLocks((scene, name, input) => scene.mcp('owner', name, input)),
  },
  run: {
    ...callDoor((scene, role, name, input) => scene.run(role, name, input)),
    questions: refuses((scene) => scene.run('owner', 'site.deletePage', { pageId: scene.own.page }), /requested/),
    locks: holdsLocks((scene, name, input) => scene.run('owner', name, input)),
  },
  conversation: {
    role: refuses((scene) => scene.conversation('viewer', 'save_content', edits.workflow.input(scene))),
    // It goes onto a branch.
    workflow: changesNothing((scene) => scene.conversation('editor', 'save_content', edits.workflow.input(scene))),
    capability: refuses((scene) => scene.conversation('editor', 'shareModel', edits.capability.input(scene))),
    branchTargets: NAMED,
    values: NO_SITE,
    deletions: NO_SITE,
    project: refuses((scene) => scene.conversation('editor', 'get_content', { model: 'post' }, scene.foreign.id)),
    questions: 'A key answers no question, so that calls with one are refused (conversation.test.ts).',
    html: NO_SITE,
    css: NO_SITE,
    limits: 'Its schemas hold the limits: see run.',
    unique: changesNothing((scene) => scene.conversation('editor', 'save_content', edits.unique.input(scene))),
    relation: changesNothing((scene) => scene.conversation('editor', 'save_content', edits.relation.input(scene))),
    referenced: changesNothing((scene) =>
      scene.conversation('editor', 'delete_content', edits.referenced.input(scene)),
    ),
    locks: NO_SITE,
  },
  commandLine: Object.fromEntries(
    rules.map((rule) => [rule, 'It is a client of the HTTP routes; registered.ts checks that it has no other way.']),
  ),
  socket: {
    async role(scene) {
      const { documents, own } = scene
      await documents.create({ projectId: own.id, kind: 'blueprint', fields: { brief: 'Bread' } })
      await documents.create({ projectId: own.id, kind: 'variants', fields: { state: 'waiting' } })
      await scene.writeBranch('socket', {})
      await scene.request('owner', 'POST', path(scene, '/parts'), { name: 'Bracket' })
      for (const [kind, [key, value]] of Object.entries(kinds)) {
        const [document] = await documents.list(own.id, [kind])
        const id = document?.id ?? expect.fail(`There is no ${kind}`)
        const before = await documents.projection(id)
        await scene.tab('viewer', id, key.replace(':root', own.root), value)
        expect([kind, await documents.projection(id)]).toEqual([kind, before])
      }
    },
    workflow: changesNothing((scene) => scene.tab('editor', scene.own.entry, 'en/title', 'Not reviewed')),
    capability: changesNothing((scene) => scene.tab('editor', scene.own.content, 'public:post', true)),
    async branchTargets(scene) {
      await scene.writeBranch('raw', {})
      const before = await scene.documents.projection('raw')
      await scene.tab('owner', 'raw', scene.valueKey(scene.own.site, 'settings/theme'), { value: 'dark' })
      expect(await scene.documents.projection('raw')).toEqual(before)
    },
    values: changesNothing((scene) => scene.tab('owner', scene.own.page, `${scene.own.root}/label`, 7)),
    deletions: changesNothing((scene) => scene.tab('owner', scene.own.page, scene.own.root)),
    project: refuses((scene) => scene.tab('editor', scene.foreign.page, `${scene.foreign.root}/label`, 'Mine')),
    questions: BY_HAND,
    html: 'A tab sets single values, which the type of the document checks; HTML is pasted by an operation.',
    css: 'A tab sets single values, which the type of the document checks.',
    limits: changesNothing((scene) => scene.tab('owner', scene.own.page, 'k'.repeat(2_000), 'long')),
    unique: changesNothing((scene) => scene.tab('owner', scene.own.entry, 'en/code', 'b')),
    relation: changesNothing((scene) => scene.tab('owner', scene.own.entry, 'en/author', 'nobody')),
    referenced: changesNothing((scene) => scene.tab('owner', scene.own.author, 'deleted', true)),
    async locks(scene) {
      const ids = [scene.own.child]
      await scene.change('site.setLocked', { ids, locked: true })
      const before = await scene.state()
      await scene.tab('owner', scene.own.page, `${scene.own.child}/attr:title`, 'By a program', true)
      expect(await scene.state()).toEqual(before)
      await scene.change('site.setLocked', { ids, locked: false })
    },
  },
  undo: turnDoor(
    (scene, role, id) => scene.request(role, 'POST', path(scene, `/changes/${id}/undo`)),
    (scene, id) => scene.keyed('owner', 'POST', path(scene, `/changes/${id}/undo`)),
  ),
  redo: turnDoor(
    (scene, role, id) => scene.request(role, 'POST', path(scene, `/changes/${id}/redo`)),
    (scene, id) => scene.keyed('owner', 'POST', path(scene, `/changes/${id}/redo`)),
    true,
  ),
  undoRun: turnDoor(
    (scene, role, id) => scene.http(role, 'site.undoRun', { changeSetId: id }),
    (scene, changeSetId) =>
      scene.keyed('owner', 'POST', path(scene, '/operations/site.undoRun'), { input: { changeSetId } }),
  ),
  merge: mergeDoor('merge_branch', () => ({})),
  schedule: {
    ...mergeDoor('scheduleBranch', tomorrow),
    ...amongEntries('The entries at the time of the merge decide: see merge.'),
  },
  restore: {
    role: refuses(async (scene) => {
      const version = await scene.version()
      return scene.request('viewer', 'POST', path(scene, `/versions/${version}/restore`), {})
    }),
    workflow: NO_ENTRY,
    capability: NO_ENTRY,
    branchTargets: NO_BRANCH,
    values: EARLIER,
    deletions: 'It hides what the version does not have, and deletes no document.',
    project: refuses(async (scene) => {
      const version = await scene.version(scene.foreign.id)
      return scene.request('editor', 'POST', path(scene, `/versions/${version}/restore`), {})
    }),
    questions: 'It keeps a version of the present state first.',
    html: EARLIER,
    css: EARLIER,
    limits: EARLIER,
    ...AMONG_NO_ENTRIES,
    locks: locksOutKeys(async (scene) => {
      const version = await scene.version()
      await editChild(scene)
      return (at) => at.keyed('owner', 'POST', path(at, `/versions/${version}/restore`), {})
    }),
  },
  siteImport: {
    role: refuses((scene) => scene.request('viewer', 'POST', path(scene, '/import'), {})),
    workflow: NO_ENTRY,
    capability: NO_ENTRY,
    branchTargets: NO_BRANCH,
    async values(scene) {
      const answer = await scene.importSite('owner', `<!doctype html><title>In</title><body>${hostileHtml}</body>`)
      expect(answer.text).toContain('"type":"done"')
      await expectAccepted(scene)
    },
    deletions: 'It adds and replaces pages, and deletes none.',
    project: refuses((scene) => scene.request('editor', 'POST', foreignPath(scene, '/import'), {})),
    questions: 'What would be left out stops it until a person agrees by name (import/import.test.ts).',
    html: 'A file is whole: words that look like an elision are its content.',
    css: 'A file is whole: words that look like an elision are its content.',
    limits: 'It is refused whole (import/import.test.ts).',
    ...AMONG_NO_ENTRIES,
    locks: locksOutKeysAfter((scene) => scene.importHomeByKey('owner', '<!doctype html><title>In</title><p>In</p>')),
  },
  upload: {
    role: refuses((scene) => scene.request('viewer', 'POST', path(scene, '/media?name=a.txt'), {})),
    workflow: NO_ENTRY,
    capability: NO_ENTRY,
    branchTargets: NO_BRANCH,
    values: 'The server makes the whole value.',
    deletions: 'It deletes nothing.',
    project: refuses((scene) => scene.request('editor', 'POST', foreignPath(scene, '/media?name=a.txt'), {})),
    questions: BY_HAND,
    html: NO_MARKUP,
    css: NO_MARKUP,
    limits: 'A file that is too large is refused while it arrives (media/media.test.ts).',
    ...AMONG_NO_ENTRIES,
    locks: 'It adds a file, and a file cannot be locked.',
  },
  contentImport: {
    role: refuses((scene) => scene.request('editor', 'PUT', path(scene, '/content/remote'), remote)),
    workflow: 'Only admins connect a repository, and content is imported only where there is none.',
    capability: refuses((scene) => scene.request('reviewer', 'PUT', path(scene, '/content/remote'), remote)),
    branchTargets: refuses(
      (scene) => scene.writeBranch('import', onSite(scene), { source: 'import' }),
      /invalid|moved/,
    ),
    values: 'What its models do not accept comes in unsettled, and visitors see none of it.',
    deletions: 'It deletes nothing.',
    project: refuses((scene) => scene.request('editor', 'PUT', foreignPath(scene, '/content/remote'), remote)),
    questions: BY_HAND,
    html: NO_MARKUP,
    css: NO_MARKUP,
    limits: 'Files are read within limits (packages/repository).',
    ...UNSETTLED,
    locks: NO_SITE,
  },
  repository: {
    role: refuses((scene) => scene.request('viewer', 'POST', path(scene, '/content/sync'))),
    workflow: 'Who may push to the remote decides; what was changed here too waits on a branch.',
    capability: 'Who may push to the remote decides.',
    branchTargets: refuses((scene) => scene.writeBranch('push', onSite(scene), { source: 'merge' }), /invalid_branch/),
    values: 'What its models do not accept comes in unsettled, and visitors see none of it.',
    deletions: 'A file that is gone deletes its entry by the same functions as the operation.',
    project: refuses((scene) => scene.writeBranch('other', onForeign(scene), { source: 'merge' }), /invalid_branch/),
    questions: 'Nobody is asked while it runs; what was changed here too waits on a branch.',
    html: NO_MARKUP,
    css: NO_MARKUP,
    limits: 'Files are read within limits (packages/repository).',
    ...UNSETTLED,
    locks: NO_SITE,
  },
  generation: {
    role: refuses((scene) => scene.request('viewer', 'POST', path(scene, '/generations'), { brief: 'A bakery' })),
    workflow: NO_ENTRY,
    capability: NO_ENTRY,
    branchTargets: NO_BRANCH,
    values: 'Its runs write by operations: see run.',
    deletions: 'Its runs write by operations: see run.',
    project: refuses((scene) =>
      scene.request('editor', 'POST', foreignPath(scene, '/generations'), { brief: 'Bread' }),
    ),
    questions: 'A person starts it and decides on each page that others have changed.',
    html: 'Its runs write by operations: see run.',
    css: 'Its runs write by operations: see run.',
    limits: 'Its runs write by operations: see run.',
    ...AMONG_NO_ENTRIES,
    locks: 'Its runs write by operations: see run, and generations/generations.test.ts.',
  },
  form: {
    ...Object.fromEntries(
      rules.map((rule) => [rule, 'A submission is no document until an operation approves it: see operation.']),
    ),
    role: changesNothing((scene) => scene.submit(scene.own.id)),
    project: changesNothing((scene) => scene.submit(scene.foreign.id)),
  },
  view: {
    ...Object.fromEntries(rules.map((rule) => [rule, 'A tab carries out operations that only read.'])),
    project: refuses((scene) =>
      scene.request('editor', 'POST', '/api/ai/tool-result', {
        bridgeId: 'none',
        requestId: 'none',
        result: { ok: true },
      }),
    ),
  },
  project: {
    role: refuses((scene) => scene.request('editor', 'DELETE', path(scene, ''))),
    workflow: 'The documents of a new project are the starter’s; those of a deleted one go with it.',
    capability: refuses((scene) => scene.request('reviewer', 'DELETE', path(scene, ''))),
    branchTargets: NO_BRANCH,
    values: 'The starter is part of the server.',
    deletions: 'It removes all documents of the project, with the project.',
    project: refuses((scene) => scene.request('editor', 'DELETE', foreignPath(scene, ''))),
    questions: BY_HAND,
    html: NO_MARKUP,
    css: NO_MARKUP,
    limits: 'The starter is part of the server.',
    ...amongEntries('The starter is part of the server.'),
    locks: locksOutKeysAfter((scene) => scene.keyed('owner', 'DELETE', path(scene, ''))),
  },
  part: {
    role: refuses((scene) => scene.request('viewer', 'POST', path(scene, '/parts'), { name: 'Bracket' })),
    workflow: NO_ENTRY,
    capability: NO_ENTRY,
    branchTargets: NO_BRANCH,
    values: 'It takes a name, of which the schema of the route has the limits.',
    deletions: 'It deletes nothing.',
    project: refuses((scene) => scene.request('editor', 'POST', foreignPath(scene, '/parts'), { name: 'Bracket' })),
    questions: BY_HAND,
    html: NO_MARKUP,
    css: NO_MARKUP,
    limits: 'The schema of the route has the limits.',
    ...AMONG_NO_ENTRIES,
    locks: NO_SITE,
  },
}
