import { type Mutant, mutantsOf } from './mutant.ts'

const site = 'apps/studio/src/editors/site'

/** The studio's core: what is open, how it is edited and shown, and what is sent. */
export const studio: readonly Mutant[] = [
  ...mutantsOf(
    `${site}/session/session.ts`,
    ['session.test.ts', `${site}/canvas/stage.test.ts`],
    [
      ['    history.record(changes)\n', ''],
      ['    history.recordRemote(step)\n', ''],
      ['if (shell?.sync.get().removed) return strings.thisProjectHasBeenDeleted', ''],
      ['shell?.sync.get().readOnly || ', ''],
      [' || page.get()?.document.sync.get().readOnly', ''],
      ['if (origin === HISTORY_ORIGIN) openPage(documentId)', ''],
      ['    history.clear()\n', ''],
      ['const serverEchoes = 500', 'const serverEchoes = 0'],
      ['serverIsAtWork: () => serverCalls > 0', 'serverIsAtWork: () => false'],
      ['    page.get()?.document.showSelection(selected)\n', ''],
      ['return { envelope, commit: false }', 'return { envelope, commit: true }'],
      ['      if (lock) return lock\n', ''],
      ['      if (shell) connection.release(shell)\n      site.set', '      site.set'],
    ],
  ),
  ...mutantsOf(
    `${site}/canvas/stage.ts`,
    ['stage.test.ts'],
    [
      ["on('click', (event) => {\n    if (inEditing(event)) return", "on('click', (event) => {"],
      ['if (event.detail < 2) event.preventDefault()', ''],
      ['    if (inEditing(event)) return\n    begins = undefined', '    begins = undefined'],
      ['    editing?.finish()\n    // Without', '    // Without'],
      ['const stops: (() => void)[] = [keepInFrame(document), looks.stop]', 'const stops: (() => void)[] = []'],
      ["written === 'agent' && session.serverIsAtWork() ? 'self' : written", 'written'],
      ['if (!editing) onKey(event)', 'onKey(event)'],
      ['if (!editing) session.hover(nodeAt(event))', 'session.hover(nodeAt(event))'],
      ['if (id !== undefined) session.select(id, { add: event.shiftKey })', ''],
      ["document.documentElement.addEventListener('mouseleave', () => session.hover(undefined))", ''],
    ],
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
    `${site}/media/uploads.ts`,
    ['uploads.test.ts'],
    [
      ['const atOnce = 3', 'const atOnce = 4'],
      ['      waiting.shift()?.()\n', ''],
      ['      session.recordServerChange(changeSetId)\n', ''],
      ['final: finalStatuses.has(status)', 'final: true'],
      ['      stops.get(key)?.abort()\n', ''],
      ['if (!list.get().some((each) => each.key === key)) return undefined', ''],
      ['      await arrived(session, id)\n', ''],
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
  ...mutantsOf(`${site}/import/importing.ts`, ['importing.test.ts'], [["conflict.usual === 'replace' && ", '']]),
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
