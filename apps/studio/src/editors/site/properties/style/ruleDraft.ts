import { changedDeclarations, isSupported, readDeclarations } from '../../model/declarationText.ts'
import type { Declarations } from './editing.ts'
import * as strings from './strings.ts'

/** How long typing pauses before the rule is written, in milliseconds. */
const PAUSE_MS = 600

/** A rule as text, with the way to write into this rule and no other. */
export interface RuleText {
  /** The identity of the rule. */
  readonly key: string
  readonly text: string
  /** Answers with a sentence if it was refused. */
  write(changes: Declarations): Promise<string | undefined>
}

/** A text of a rule that is being typed. It is written, at a pause, into the rule in which it was typed. */
export interface RuleDraft {
  /**
   * Takes the rule that is to be shown. Text typed in another one is written there.
   * @returns the text for the editor; undefined if what is typed stays
   */
  show(rule: RuleText): string | undefined
  /** The person changed the text. */
  type(text: string): void
  /** Writes what was typed without waiting for a pause. */
  flush(): Promise<void>
  /** The editor is left: writes what was typed, so that the rule shows as it is. A refused text stays. */
  leave(): Promise<void>
}

/** Text that was typed in a rule and the text that it was typed over, or that was last written. */
interface Typed {
  readonly rule: RuleText
  base: string
  text: string
}

/** @param say shows why the typed text cannot be written; undefined when it can */
export function createRuleDraft(
  say: (problem: string | undefined) => void,
  isValue: (property: string, value: string) => boolean = isSupported,
): RuleDraft {
  let shown: RuleText | undefined
  let typed: Typed | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function write(draft: Typed): Promise<void> {
    const { base, text } = draft
    if (text === base) return
    const tell = (problem: string | undefined) => draft.rule.key === shown?.key && say(problem)
    const changes = changedDeclarations(readDeclarations(base), readDeclarations(text))
    const unknown = Object.entries(changes).find(([name, value]) => value !== null && !isValue(name, value))
    tell(unknown && strings.notAValueOf(unknown[0], unknown[1] ?? ''))
    if (unknown) return
    const refused = Object.keys(changes).length > 0 ? await draft.rule.write(changes) : undefined
    if (refused === undefined) draft.base = text
    tell(refused)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    const draft = typed
    const written = queue.then(() => (draft ? write(draft) : undefined))
    queue = written
    return written
  }

  return {
    show(rule) {
      const isOther = shown?.key !== rule.key
      if (isOther && shown) {
        void flush()
        typed = undefined
        say(undefined)
      }
      shown = rule
      return typed ? undefined : rule.text
    },
    type(text) {
      if (!shown) return
      typed ??= { rule: shown, base: shown.text, text }
      typed.text = text
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    flush,
    async leave() {
      const draft = typed
      await flush()
      if (draft?.base === draft?.text && typed === draft) typed = undefined
    },
  }
}
