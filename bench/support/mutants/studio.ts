import { type Mutant, mutantsOf } from './mutant.ts'

const site = 'apps/studio/src/editors/site'
const documents = 'apps/studio/src/documents'

/** The studio's core: what is open, how it is edited and shown, and what is sent. */
export const studio: readonly Mutant[] = [
  ...mutantsOf(
    `${site}/session/session.ts`,
    ['session.test.ts', `${site}/canvas/stage.test.ts`],
    [
      ['    if (removed) return strings.thisProjectHasBeenDeleted\n', ''],
      ['return readOnly || page.get()', 'return page.get()'],
      ['readOnly || page.get()?.document.sync.get().readOnly', 'readOnly'],
      ['if (origin === HISTORY_ORIGIN) openPage(documentId)', ''],
      ['    page.get()?.document.showSelection(selected)\n', ''],
    ],
  ),
  ...mutantsOf(
    `${site}/session/tabWrites.ts`,
    ['session.test.ts'],
    [
      ['    record(changes, { subject: subjectOf(operation, inputs), askedAt })\n', ''],
      ['results: [] }, commit: false', 'results: [] }, commit: true'],
      ["    if (lock) return { refusal: fail('read_only', lock), results: [] }\n", ''],
    ],
  ),
  ...mutantsOf(
    `${documents}/documentSession.ts`,
    ['documentSession.test.ts', `${site}/session/session.test.ts`, `${site}/canvas/stage.test.ts`],
    [
      ['      steps.record([{ document: local, patches }])\n', ''],
      ['    steps.recordRemote(step)\n', ''],
      ['    steps.clear()\n', ''],
      ['const SERVER_ECHO_MS = 500', 'const SERVER_ECHO_MS = 0'],
      ['serverIsAtWork: () => serverCalls > 0', 'serverIsAtWork: () => false'],
      ['      if (lock) return lock\n', ''],
      ['    release(before)\n    options.onDiscarded', '    options.onDiscarded'],
    ],
  ),
  ...mutantsOf(
    `${site}/canvas/stage.ts`,
    ['stage.test.ts'],
    [
      ['if (event.detail < 2) event.preventDefault()', ''],
      ['        if (inEditing(event)) return\n        text.finish()', '        text.finish()'],
      ['        text.finish()\n        session.text', '        session.text'],
      ['[keepInFrame(document), looks.stop, utilities.stop]', '[]'],
    ],
  ),
  ...mutantsOf(
    `${site}/canvas/frameEvents.ts`,
    ['stage.test.ts'],
    [
      ["on('click', (event) => {\n    if (inEditing(event)) return", "on('click', (event) => {"],
      ['if (!isEditing() && !events.beginsEditing()) events.onKey(event)', 'events.onKey(event)'],
      ['if (!isEditing()) session.hover(nodeAt(event))', 'session.hover(nodeAt(event))'],
      ['if (id !== undefined) session.select(id, { add: event.shiftKey })', ''],
      ["  on('mouseleave', () => session.hover(undefined), document.documentElement)\n", ''],
    ],
  ),
  ...mutantsOf(
    `${site}/canvas/pageChanges.ts`,
    ['stage.test.ts'],
    [["written === 'agent' && session.serverIsAtWork() ? 'self' : written", 'written']],
  ),
  ...mutantsOf(
    `${site}/canvas/renderer.ts`,
    ['renderer.test.ts'],
    [
      ["const inert = new Set(['script',", 'const inert = new Set(['],
      ['.filter(([name]) => !acting.test(name))', ''],
      ['if (!wanted.has(name)) element.removeAttribute(name)', ''],
      ['if (inert.has(each.localName.toLowerCase())) each.remove()', 'if (false) each.remove()'],
      ['        if (inHeld(id)) continue\n', ''],
      ['      ids.set(replacement, id)\n', ''],
      ['      for (const id of plan.gone) forget(id)\n', ''],
      ['if (!kept.has(id) || child.parentNode !== box)', 'if (isNew)'],
      ["      container(dom).textContent = ''\n", ''],
      ['if (style.textContent !== css) style.textContent = css', 'style.textContent = css'],
      ['return { touched: outermost(marks, doms, idOf) }', 'return { touched: [...marks] }'],
    ],
  ),
  ...mutantsOf(
    'apps/studio/src/media/uploads.ts',
    [`${site}/media/uploads.test.ts`],
    [
      ['const atOnce = 3', 'const atOnce = 4'],
      ['      waiting.shift()?.()\n', ''],
      ['      target.added(changeSetId)\n', ''],
      ['final: finalStatuses.has(status)', 'final: true'],
      ['      stops.get(key)?.abort()\n', ''],
      ['if (!list.get().some((each) => each.key === key)) return undefined', ''],
      ['      await target.arrived(id)\n', ''],
      ['onProgress: (sent) => change(key, { sent })', 'onProgress: () => undefined'],
      ['if (size === 0) return strings.theFileIsEmpty', ''],
    ],
  ),
  ...mutantsOf(
    'apps/studio/src/shell/agent/useRuns.ts',
    ['useRuns.test.ts'],
    [
      ['startAt !== undefined || (busy && sessionId !== undefined)', 'startAt !== undefined'],
      ['startAt !== undefined || (busy && sessionId !== undefined)', 'busy && sessionId !== undefined'],
      ["...(waits || transcript.status !== 'live' ? { whenBusy: delivery } : {})", ''],
      [" || transcript.status !== 'live'", ''],
      ['if (waits) setOutbox((before) => before.filter', 'if (false) setOutbox((before) => before.filter'],
      ['if (!waits) setPending(undefined)', ''],
      ['activeRun !== undefined || (pending !== undefined && !arrived)', 'activeRun !== undefined'],
      ['outbox.filter(({ runId }) => !transcript.knows(runId))', 'outbox'],
      ['stopping === undefined || stopping !== activeRunId', 'stopping === undefined'],
      ['answer.error.status === 404 || ', ''],
      ['stop: () => setStopping(activeRunId ?? pending?.runId)', 'stop: () => setStopping(activeRunId)'],
      ['else if (started.value.runId !== runId)', 'else if (false)'],
      ['    onSession(created.value.id)\n', ''],
    ],
  ),
  ...mutantsOf(
    `${site}/code/draft.ts`,
    ['draft.test.ts'],
    [
      ['if (content === draft.base) return draft', 'if (content === draft.text) return draft'],
      ['return draft.text === content ?', 'return draft.base === content ?'],
      ['return { ...draft, base: text, conflict: false }', 'return { base: text, text, conflict: false }'],
    ],
  ),
  ...mutantsOf(
    `${site}/publish/publishing.ts`,
    ['publishing.test.ts'],
    [
      ['const done = fresh || (isLive && changes === 0)', 'const done = fresh || changes === 0'],
      ["(gate === 'warnings' && severity === 'warning')", "severity === 'warning'"],
      ['disabled: unsaved > 0 && !pending', 'disabled: unsaved > 0'],
    ],
  ),
  ...mutantsOf(
    `${site}/import/importing.ts`,
    ['importing.test.ts'],
    [["usual === 'replace' ? 'rename'", "usual ? 'rename'"]],
  ),
  ...mutantsOf(`${site}/design/colors.ts`, ['design.test.ts'], [['while (taken.has(', 'if (false && taken.has(']]),
  ...mutantsOf(
    'apps/studio/src/people/rights.ts',
    ['rights.test.ts'],
    [
      ['me === undefined || person.id === me.user.id', 'me === undefined'],
      ["return person.role !== 'owner' || me.workspace.role === 'owner'", 'return true'],
    ],
  ),
  ...mutantsOf(
    'apps/studio/src/shell/agent/queue/editing.ts',
    ['editing.test.ts'],
    [
      ['held !== undefined || !running', '!running'],
      ['  if (isComposing) return undefined\n', ''],
    ],
  ),
  ...mutantsOf(
    'apps/studio/src/settings/ai/defaults.ts',
    ['defaults.test.ts'],
    [['JSON.stringify([credentialId, modelId])', 'JSON.stringify([modelId])']],
  ),
]
