import type { Mutant } from './mutant.ts'

const studio = 'apps/studio/src'

/** Faults that only a browser shows, in the built studio: `npm test` has to notice each without the deep tests. */
export const screens: readonly Mutant[] = [
  {
    // The settings of a page are not saved.
    file: `${studio}/editors/site/settings/PageSettings.tsx`,
    before: '{ pageId, ...pageInput(form) }',
    after: '{ pageId }',
    tests: ['e2e/editor.test.ts'],
  },
  {
    // A key is lost.
    file: 'packages/site/src/commands/commands.generated.ts',
    before: "shortcuts: ['backspace', 'delete'],",
    after: "shortcuts: ['backspace'],",
    tests: ['e2e/canvasKeys.test.ts'],
  },
  {
    // Quiet text has a contrast of 3:1.
    file: `${studio}/ui/tokens.css`,
    before: '--text-secondary: var(--n-11);',
    after: '--text-secondary: var(--n-9);',
    tests: ['e2e/axe.test.ts'],
  },
  {
    // The page is 20 px too wide.
    file: `${studio}/shell/Workbench.module.css`,
    before: '  composes: column min-w-0 bg-sunken from global;\n',
    after: '  composes: column min-w-0 bg-sunken from global;\n  width: calc(100vw + 20px);\n',
    tests: ['e2e/axe.test.ts'],
  },
  {
    // A tab with unsaved text closes without asking.
    file: `${studio}/navigation/tabHistory.ts`,
    before: 'if (guard && !guard.isFree()) event.preventDefault()',
    after: 'if (guard?.isFree()) event.preventDefault()',
    tests: ['e2e/contentUnsaved.test.ts', 'e2e/unsent.test.ts'],
  },
  {
    // An edit that is made offline is not kept in the browser.
    file: `${studio}/documents/unsent.ts`,
    before: 'write((updates) => updates.put(update, [userId, documentId, tab, number] satisfies Place))',
    after: '[update, userId, documentId, tab, number] satisfies unknown[]',
    tests: ['e2e/unsent.test.ts'],
  },
  {
    // The focus is lost when a menu closes.
    file: `${studio}/ui/PopoverContent.tsx`,
    before: '            finalFocus={finalFocus}\n',
    after: '            finalFocus={false}\n',
    tests: ['e2e/panels.test.ts'],
  },
  {
    // Publish does nothing.
    file: `${studio}/shell/publish/usePublication.ts`,
    before: 'unwrap(publishWithProgress(projectId, { ...options, onProgress: setProgress })),',
    after: 'Promise.resolve({ ...options, projectId, publishWithProgress, unwrap, setProgress }),',
    tests: ['e2e/main.test.ts'],
  },
  {
    // Undo does nothing.
    file: `${studio}/documents/documentSession.ts`,
    before: 'undo: () => void showFailure(runUndoStep(steps.undo)),',
    after: 'undo: () => void showFailure,',
    tests: ['e2e/editor.test.ts'],
  },
  {
    // A field of an entry is not sent.
    file: `${studio}/content/form/fieldDrafts.ts`,
    before: 'const answered = save(key, draft.text, draft.base, typing)\n',
    after: 'const answered = Promise.resolve<SaveOutcome>({ ok: true })\n',
    tests: ['e2e/content.test.ts'],
  },
]
